import Arithmetic
import Tensors

extension ConvolutionDefinition {
  /// Whether the 2 × 2 maxima of what comes out can be taken on the way: the windows of both lie on their maps as they are, and
  /// there are not so many weights that a gradient for every few samples would take much memory. Places on either map are counted
  /// in 32 bits on the way back: of maps near that the layers run one by one.
  func takesMaxima(_ pooling: PoolingDefinition, input: MapShape) -> Bool {
    guard !isDeconvolution, groups == 1, dilation == Extent(1, 1), pooling.statistic == .max, !pooling.isGlobal,
      pooling.kernelSize == Extent(2, 2), pooling.stride == Extent(2, 2), weights.count <= 1 << 17,
      !(kernelSize == Extent(3, 3) && stride == Extent(1, 1) && input.channels % 16 == 0),
      let geometry = try? geometry(of: input, layer: ""), geometry.rows.lies, geometry.columns.lies
    else { return false }
    let made = MapShape(channels: outputChannels, height: geometry.rows.output, width: geometry.columns.output)
    guard let maxima = try? pooling.geometry(of: made, layer: "") else { return false }
    return maxima.rows.lies && maxima.columns.lies && max(input.count, made.count) < 1 << 28
  }
}

/// Runs a convolution with the 2 × 2 maximum that follows it, and a rectifier where there is one: only the maxima are ever
/// stored, with a byte each for the way back.
final class PooledConvolutionRunner: LayerRunner {
  let place: LayerPlace
  private let parameters: ConvolutionParameters
  private let rectifies: Bool
  private let geometry: WindowGeometry
  private let input: MapShape
  private let output: MapShape
  private let taps: UnsafeMutableBufferPointer<Int>
  private let windows: PooledWindows
  private var packed: UnsafePointer<Float>?
  /// The weights as [output][row of the kernel][column and channel].
  private var rows: (buffer: FloatBuffer, version: Int)?
  /// One gradient for every few samples.
  private var sums: FloatBuffer?

  /// Sums on the matrix unit, where there is one and it is worth it.
  private let tiled: TiledWindows?
  private let packing: ConvolutionParameters.Packing

  /// Samples whose gradients are summed together, whatever the number of threads.
  private let chunk: Int
  /// Rows of maxima that one thread makes at a time: about two million multiplications.
  private let rowsPerPiece: Int

  init(_ context: RunnerContext, _ parameters: ConvolutionParameters) throws(NetworkError) {
    place = context.place
    self.parameters = parameters
    rectifies = context.rectifies
    (input, output) = (context.input, context.output)
    geometry = try parameters.definition.geometry(of: context.input, layer: place.name)
    let rowStep = input.width * input.channels
    taps = .allocate(capacity: geometry.rows.kernel)
    for row in 0..<geometry.rows.kernel { taps[row] = row * rowStep }
    let kernel = PooledWindows.Kernel(
      rows: geometry.rows.kernel, run: geometry.columns.kernel * input.channels, channels: input.channels,
      mapRowStep: rowStep, rowStep: geometry.rows.stride * rowStep,
      step: geometry.columns.stride * input.channels, taps: UnsafeBufferPointer(taps))
    let step = context.outputs[0].pixelStep
    windows = PooledWindows(
      kernel: kernel, outputs: output.channels, rows: output.height, columns: output.width,
      outputRowStep: output.width * step, outputStep: step)
    tiled = TiledWindows(
      rows: geometry.rows, columns: geometry.columns, input: input, outputs: output.channels,
      pixelStep: context.inputs[0].pixelStep)
    packing = .init(isBackwards: false, form: tiled == nil ? .windows : .tiles)
    chunk = parameters.weights.count <= 1 << 14 ? 4 : 16
    rowsPerPiece = min(max(2_000_000 * output.height / max(windows.work, 1), 1), output.height)
  }

  deinit { taps.deallocate() }

  private var isTrainable: Bool { parameters.weights.isTrainable }
  private var needsInputGradient: Bool { place.gradientModes[0] != .unneeded }

  /// A byte for every maximum.
  var notesPerSample: Int { (output.count + 3) / 4 }

  private func places(_ space: Workspace, _ sample: Int) -> UnsafeMutablePointer<UInt8>? {
    space.notes[place.index].map { notes in
      UnsafeMutableRawPointer(notes + sample * notesPerSample).assumingMemoryBound(to: UInt8.self)
    }
  }

  var scratchCount: Int { tiled.map { 2 * $0.cutCount + $0.sumsCount } ?? 0 }

  func isStale(for pass: Pass) -> Bool {
    if packed == nil || !parameters.isCurrent(packing) { return true }
    return pass.isTraining && needsInputGradient && rows?.version != parameters.weights.version
  }

  func prepare(for pass: Pass) {
    packed = parameters.packed(packing)
    guard pass.isTraining, needsInputGradient else { return }
    let (kernel, channels) = (windows.kernel, input.channels)
    let buffer = rows?.buffer ?? FloatBuffer(count: parameters.weights.count)
    let plane = kernel.rows * kernel.run / channels
    for output in 0..<output.channels {
      let start = output * plane * channels
      Elementwise.transpose(
        parameters.weights.values.pointer + start, step: plane, into: buffer.pointer + start, step: channels,
        rows: channels, columns: plane)
    }
    rows = (buffer, parameters.weights.version)
  }

  var takesSamplesAlone: Bool { true }

  func forward(_ space: Workspace) {
    guard let packed else { preconditionFailure("\(place.name) was not prepared") }
    if let tiled { return forward(space, tiled, packed) }
    let (source, target) = (input(0, space), output(0, space))
    let bias = parameters.bias.map { UnsafePointer($0.values.pointer) }
    let blocks = (output.height + rowsPerPiece - 1) / rowsPerPiece
    space.run(space.batch * blocks, work: space.batch * windows.work) { piece, _ in
      let (sample, first) = (piece / blocks, piece % blocks * rowsPerPiece)
      windows.convolve(
        rows: first..<min(first + rowsPerPiece, output.height), of: source.sample(sample), weights: packed,
        bias: bias, rectifies: rectifies, into: target.sample(sample), places: places(space, sample))
    }
  }

  private func forward(_ space: Workspace, _ tiled: TiledWindows, _ weights: UnsafePointer<Float>) {
    let (source, target) = (input(0, space), output(0, space))
    let bias = parameters.bias.map { UnsafePointer($0.values.pointer) }
    space.runCuttingAhead(
      space.batch, work: space.batch * windows.work, count: tiled.cutCount,
      cut: { sample, tiles in tiled.cutting(source.sample(sample), into: tiles) },
      multiply: { sample, tiles, sums, meanwhile in
        tiled.sum(tiles, weights: weights, into: sums, meanwhile: meanwhile)
        windows.pool(
          sums, rowStep: tiled.rowStep, step: tiled.step, bias: bias, rectifies: rectifies,
          into: target.sample(sample), places: places(space, sample))
      })
  }

  func backward(_ space: Workspace) {
    let (gradient, source) = (outputGradient(0, space), input(0, space))
    let below = inputGradient(0, space)
    let isFirst = place.gradientModes[0] == .first
    let chunks = (space.batch + chunk - 1) / chunk
    let stride = windows.sumsCount + output.channels + 16
    if isTrainable, (sums?.count ?? 0) < chunks * stride { sums = FloatBuffer(count: chunks * stride) }
    let weights = rows.map { UnsafePointer($0.buffer.pointer) }
    space.run(chunks, work: space.batch * windows.work / 2) { piece, _ in
      let start = isTrainable ? self.sums.map { $0.pointer + piece * stride } : nil
      start?.update(repeating: 0, count: stride)
      let sums = start.map { PooledWindows.Sums(weights: $0, biases: $0 + windows.sumsCount) }
      for sample in piece * chunk..<min((piece + 1) * chunk, space.batch) {
        guard let places = places(space, sample) else { return }
        var target: PooledWindows.Below?
        if let below, let weights {
          if isFirst { below.sample(sample).update(repeating: 0, count: input.count) }
          target = PooledWindows.Below(weights: weights, map: below.sample(sample))
        }
        windows.addGradients(
          gradient.sample(sample), places: places, map: source.sample(sample), to: sums, below: target)
      }
    }
    if isTrainable { reduce(space, chunks, stride) }
  }

  /// Adds up the chunks' gradients in their order, and writes them as the format has them: each thread those of some outputs, but
  /// where few weights lie with the outputs side by side.
  private func reduce(_ space: Workspace, _ chunks: Int, _ stride: Int) {
    guard let sums = sums?.pointer else { return }
    let isWhole = windows.kernel.hasFewWeights
    let block = isWhole ? output.channels : 4
    space.run((output.channels + block - 1) / block, work: chunks * stride) { piece, _ in
      let outputs = piece * block..<min((piece + 1) * block, output.channels)
      let first = windows.place(output: outputs.lowerBound, row: 0, number: 0)
      let count = isWhole ? windows.sumsCount : windows.sumsCount / output.channels * outputs.count
      let biases = windows.sumsCount + outputs.lowerBound
      for chunk in 1..<max(chunks, 1) {
        let from = sums + chunk * stride
        Elementwise.addScaled(from + first, to: sums + first, count: count)
        Elementwise.addScaled(from + biases, to: sums + biases, count: outputs.count)
      }
      for output in outputs { store(sums, of: output) }
      parameters.bias.map { $0.gradient.pointer + outputs.lowerBound }?.update(
        from: sums + biases, count: outputs.count)
    }
  }

  private func store(_ sums: UnsafePointer<Float>, of output: Int) {
    let (kernel, channels) = (windows.kernel, input.channels)
    let columns = kernel.run / channels
    let result = parameters.weights.gradient.pointer + output * channels * kernel.rows * columns
    for row in 0..<kernel.rows {
      for column in 0..<columns {
        for channel in 0..<channels {
          result[(channel * kernel.rows + row) * columns + column] =
            sums[windows.place(output: output, row: row, number: column * channels + channel)]
        }
      }
    }
  }
}
