import Arithmetic

/// Runs a convolution or fully connected layer in bytes: its sums are whole numbers. What it reads and what it makes are bytes or
/// numbers; numbers are turned into bytes where they are read.
final class QuantizedConvolutionRunner: PackingRunner {
  let place: LayerPlace
  private let context: RunnerContext
  private let quantization: LayerQuantization
  private let rows: WindowAxis, columns: WindowAxis
  /// What the bytes stand for that it multiplies, and those it makes; nil where it makes numbers.
  private let scale: ByteScale, made: ByteScale?
  /// How numbers are turned into bytes, and the bytes around the map, a row of a band long.
  private let numbers: QuantizedNumbers
  private let border: [UInt8]
  /// Whether the input is bytes already, and whether windows can then be read from it as it lies.
  private let readsBytes: Bool, isDirect: Bool
  private let mergesTaps: Bool
  private let taps: TapOffsets
  private let bandColumns: Int
  private let cut: BlockCut
  private var packed: (weights: QuantizedWeights, factors: [Float], offsets: [Float])?

  /// - Parameters:
  ///   - context: What it reads and makes. A fully connected layer reads a map of one pixel.
  ///   - windows: Where its windows lie.
  ///   - quantization: What it reads and multiplies by.
  ///   - scales: Of the tensors that are kept as bytes.
  init(
    _ context: RunnerContext, _ windows: WindowGeometry, _ quantization: LayerQuantization, scales: [Int: ByteScale]
  ) {
    place = context.place
    self.context = context
    self.quantization = quantization
    (rows, columns) = (windows.rows, windows.columns)
    let known = scales[context.place.inputs[0]]
    scale = known ?? ByteScale(quantization.range, factors: quantization.factors)
    made = scales[context.place.outputs[0]]
    readsBytes = known != nil
    let (input, output) = (context.input, context.output)
    isDirect = readsBytes && rows.lies && columns.lies && input.channels % 4 == 0
    bandColumns = (output.width - 1) * columns.stride + columns.extent
    numbers = scale.numbers(channels: input.channels, offsets: quantization.offsets)
    border = isDirect ? [] : numbers.ofNothing(pixels: bandColumns)
    let step = isDirect ? context.inputs[0].pixelStep : input.channels
    let rowStep = isDirect ? input.width * step : bandColumns * step
    mergesTaps = columns.dilation == 1 && step == input.channels
    let (rows, columns) = (rows, columns)
    let columnOffsets = (0..<(mergesTaps ? 1 : columns.kernel)).map { $0 * columns.dilation * step }
    taps = TapOffsets((0..<rows.kernel).flatMap { y in columnOffsets.map { y * rows.dilation * rowStep + $0 } })
    // Enough windows for the weights to be worth their way, of which the nearest cache holds what they read.
    let windowsPerRow = max(output.width, 1), bytesPerRow = rows.stride * bandColumns * input.channels
    let rowsPerBlock = min(
      max((48 + windowsPerRow - 1) / windowsPerRow, (24 << 10) / max(bytesPerRow, 1), 1), output.height)
    // Of bytes, some products take the time of one of numbers.
    var work = BlockCut.Work(
      height: output.height, width: output.width, outputs: output.channels,
      depth: max(rows.kernel * columns.kernel * input.channels / 3, 1), channels: input.channels / 4,
      mostRows: rowsPerBlock)
    (work.fewestWindows, work.panel) = (48, QuantizedWeights.panel)
    if !isDirect {
      let row = bandColumns * input.channels / 4
      work.copies = (rows.stride * row, (rows.extent - rows.stride) * row)
    }
    cut = BlockCut(work)
  }

  /// A band of bytes, four to a number, behind which four more can be read.
  var memory: LayerMemory {
    if isDirect { return LayerMemory() }
    let bandRows = (cut.rowsPerBlock - 1) * rows.stride + rows.extent
    return LayerMemory(scratch: (bandRows * bandColumns * context.input.channels + 7) / 4)
  }

  func isStale(for pass: Pass) -> Bool { packed == nil }

  func prepare(for pass: Pass) {
    let outputs = context.output.channels
    let weights = QuantizedWeights(
      quantization.weights, outputs: outputs, taps: rows.kernel * columns.kernel,
      merged: mergesTaps ? columns.kernel : 1, channels: context.input.channels)
    // Whole panels.
    let count = (outputs + QuantizedWeights.panel - 1) / QuantizedWeights.panel * QuantizedWeights.panel
    var (factors, offsets) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    for output in 0..<outputs {
      let step = scale.step * quantization.steps[output]
      let whole = (quantization.bias[output] / step).rounded(.toNearestOrEven)
      factors[output] = made.map { step / ($0.step * $0.factor(output)) } ?? step
      // The steps see to it that the bias is less; those of a damaged file may not.
      let bias = (abs(whole) < 0x1p30 ? Double(whole) : 0) - Double(scale.zero) * Double(weights.totals[output])
      offsets[output] = Float(bias * Double(factors[output]))
    }
    packed = (weights, factors, offsets)
  }

  func forward(_ space: Workspace) {
    guard let packed else { preconditionFailure("\(place.name) was not prepared") }
    packed.factors.withUnsafeBufferPointer { factors in
      packed.offsets.withUnsafeBufferPointer { offsets in
        guard let factors = factors.baseAddress, let offsets = offsets.baseAddress else { return }
        let blocks = cut.count
        let work = context.output.count * rows.kernel * columns.kernel * context.input.channels
        space.threads.run(space.batch * blocks, work: space.batch * work / 2) { index, worker in
          run(
            block: index % blocks, sample: index / blocks, space, packed.weights, factors, offsets,
            scratch: UnsafeMutableRawPointer(space.threads.scratch(worker)).assumingMemoryBound(to: UInt8.self))
        }
      }
    }
  }

  private func run(
    block: Int, sample: Int, _ space: Workspace, _ weights: QuantizedWeights, _ factors: UnsafePointer<Float>,
    _ offsets: UnsafePointer<Float>, scratch: UnsafeMutablePointer<UInt8>
  ) {
    let (range, outputs) = cut.extent(block)
    let source = ByteMap(input(0, space), firstChannel: context.inputs[0].firstChannel)
    var start = UnsafePointer(scratch)
    var (rowStep, step) = (bandColumns * context.input.channels, context.input.channels)
    if isDirect {
      (rowStep, step) = (source.rowStep, source.pixelStep)
      start = UnsafePointer(source.sample(sample)) + range.lowerBound * rows.stride * rowStep
    } else {
      fill(scratch, rows: range, source, input(0, space), sample)
    }
    let target = output(0, space)
    let windows = QuantizedWindows(
      weights: weights, first: outputs.lowerBound, outputs: outputs.count, taps: taps.pointer,
      factors: factors, offsets: offsets, inputRowStep: rows.stride * rowStep, inputStep: columns.stride * step,
      outputRowStep: target.rowStep, outputStep: target.pixelStep)
    let place = range.lowerBound * target.rowStep + outputs.lowerBound
    if let made {
      let bytes = ByteMap(target, firstChannel: context.outputs[0].firstChannel)
      return windows.convolve(
        start, rows: range.count, columns: context.output.width, rectifies: context.rectifies, zero: made.zero,
        into: bytes.sample(sample) + place)
    }
    let to = target.sample(sample) + place
    windows.convolve(
      start, rows: range.count, columns: context.output.width, rectifies: context.rectifies, into: to)
    context.function?.apply(
      to: to, step: target.pixelStep, count: range.count * context.output.width, channels: outputs.count)
  }

  /// Fills the band of rows that some rows of windows lie on; around the map is what stands for 0.
  private func fill(
    _ band: UnsafeMutablePointer<UInt8>, rows range: Range<Int>, _ bytes: ByteMap, _ map: Map, _ sample: Int
  ) {
    let (channels, shape) = (context.input.channels, context.input)
    let rowLength = bandColumns * channels
    let first = range.lowerBound * rows.stride - rows.before
    // The map's columns that lie in the band.
    let (from, left) = (max(-columns.before, 0), max(columns.before, 0))
    let count = max(min(shape.width - from, bandColumns - left), 0)
    for row in 0..<(range.count - 1) * rows.stride + rows.extent {
      let (to, y) = (band + row * rowLength, first + row)
      guard y >= 0, y < shape.height else {
        to.update(from: border, count: rowLength)
        continue
      }
      let place = y * map.rowStep + from * map.pixelStep
      to.update(from: border, count: min(left, bandColumns) * channels)
      let isDense = map.pixelStep == channels
      let runs = (count: isDense ? min(count, 1) : count, length: isDense ? count * channels : channels)
      for run in 0..<runs.count {
        let (begin, offset) = (to + left * channels + run * runs.length, place + run * map.pixelStep)
        if readsBytes {
          begin.update(from: bytes.sample(sample) + offset, count: runs.length)
        } else {
          numbers.quantize(map.sample(sample) + offset, into: begin, count: runs.length)
        }
      }
      let end = min(left + count, bandColumns)
      (to + end * channels).update(from: border, count: (bandColumns - end) * channels)
    }
  }

  func backward(_ space: Workspace) { preconditionFailure("\(place.name) is quantised, which training never is") }
}
