import Arithmetic
import Tensors

/// Runs a convolution with the 2 × 2 maximum that follows it, and a rectifier where there is one: only the maxima are ever
/// stored, with a byte each for the backward pass.
final class PooledConvolutionRunner: SamplewiseRunner, PackingRunner, BackwardFusingRunner {
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
  /// The pooled convolution below, where this one alone reads it: in the backward pass a sample goes on through it at once, while the
  /// gradient between them is near.
  private var below: PooledConvolutionRunner?
  /// Rows of maxima that one thread makes at a time: about two million multiplications.
  private let rowsPerBlock: Int

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
    rowsPerBlock = min(max(2_000_000 * output.height / max(windows.work, 1), 1), output.height)
  }

  deinit { taps.deallocate() }

  private var isTrainable: Bool { parameters.weights.isTrainable }
  private var needsInputGradient: Bool { place.gradientModes[0] != .unneeded }

  /// A byte for every maximum.
  private var savedIndicesPerSample: Int { (output.count + 3) / 4 }

  private func places(_ space: Workspace, _ sample: Int) -> UnsafeMutablePointer<UInt8>? {
    space.savedIndices[place.index].map { indices in
      UnsafeMutableRawPointer(indices + sample * savedIndicesPerSample).assumingMemoryBound(to: UInt8.self)
    }
  }

  var memory: LayerMemory {
    LayerMemory(
      scratch: max(tiled.map { 2 * $0.cutCount + $0.sumsCount } ?? 0, gradientsCount),
      savedIndices: savedIndicesPerSample)
  }

  /// How many floats the gradients between this and those below take.
  private var gradientsCount: Int { below.map { (input.count + 15) / 16 * 16 + $0.gradientsCount } ?? 0 }

  /// Where the producer is of this kind, too, and lies as this one's windows do.
  func fuseBackward(of producer: any LayerRunner) -> Bool {
    guard let producer = producer as? PooledConvolutionRunner, producer.windows.isDense,
      place.gradientModes[0] == .first
    else { return false }
    below = producer
    return true
  }

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

  func goesBackwardSamplewise(_ samples: Int) -> Bool { false }

  func forward(_ space: Workspace) {
    guard let packed else { preconditionFailure("\(place.name) was not prepared") }
    if let tiled { return forward(space, tiled, packed) }
    let (source, target) = (input(0, space), output(0, space))
    let bias = parameters.bias.map { UnsafePointer($0.values.pointer) }
    let blocks = (output.height + rowsPerBlock - 1) / rowsPerBlock
    space.run(space.batch * blocks, work: space.batch * windows.work) { index, _ in
      let (sample, first) = (index / blocks, index % blocks * rowsPerBlock)
      windows.convolve(
        rows: first..<min(first + rowsPerBlock, output.height), of: source.sample(sample), weights: packed,
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
    var together = [self]
    // Timed, each layer goes back by itself.
    while space.backwardClock == nil, let next = together.last?.below { together.append(next) }
    let samples = together.reduce(1) { max($0, $1.chunk) }
    for runner in together { runner.beginSums(space.batch) }
    let gradient = outputGradient(0, space)
    let work = together.reduce(0) { $0 + $1.windows.work }
    space.forEach(in: Chunks(space.batch, of: samples), work: space.batch * work / 2) { sample, _, worker in
      var (gradient, scratch) = (UnsafePointer(gradient.sample(sample)), space.scratch(worker))
      for (depth, runner) in together.enumerated() {
        let isLast = depth + 1 == together.count
        let below = isLast ? runner.inputGradient(0, space)?.sample(sample) : scratch
        runner.backward(space, sample, gradient, into: below)
        if let below { gradient = UnsafePointer(below) }
        scratch += (runner.input.count + 15) / 16 * 16
      }
    }
    for runner in together where runner.isTrainable { runner.reduce(space) }
  }

  /// The length of one chunk's sums.
  private var sumsStride: Int { windows.sumsCount + output.channels + 16 }

  private func chunks(_ samples: Int) -> Int { (samples + chunk - 1) / chunk }

  private func beginSums(_ samples: Int) {
    let count = chunks(samples) * sumsStride
    if isTrainable, (sums?.count ?? 0) < count { sums = FloatBuffer(count: count) }
  }

  private func backward(
    _ space: Workspace, _ sample: Int, _ gradient: UnsafePointer<Float>, into below: UnsafeMutablePointer<Float>?
  ) {
    guard let places = places(space, sample) else { return }
    let source = input(0, space)
    let start = isTrainable ? sums.map { $0.pointer + sample / chunk * sumsStride } : nil
    if sample % chunk == 0 { start?.update(repeating: 0, count: sumsStride) }
    var target: PooledWindows.Below?
    if let below, let rows {
      if place.gradientModes[0] == .first { below.update(repeating: 0, count: input.count) }
      target = PooledWindows.Below(weights: UnsafePointer(rows.buffer.pointer), map: below)
    }
    windows.addGradients(
      gradient, places: places, map: source.sample(sample),
      to: start.map { PooledWindows.Sums(weights: $0, biases: $0 + windows.sumsCount) }, below: target,
      next: sample + 1 < space.batch ? UnsafePointer(source.sample(sample + 1)) : nil)
  }

  /// Adds up the chunks' gradients in a binary tree, and writes them as the format has them: each thread those of some outputs, but
  /// where few weights lie with the outputs side by side.
  private func reduce(_ space: Workspace) {
    guard let sums = sums?.pointer else { return }
    let (chunks, stride) = (chunks(space.batch), sumsStride)
    let isWhole = windows.kernel.hasFewWeights
    let block = isWhole ? output.channels : 4
    space.run((output.channels + block - 1) / block, work: chunks * stride) { index, _ in
      let outputs = index * block..<min((index + 1) * block, output.channels)
      let first = windows.place(output: outputs.lowerBound, row: 0, number: 0)
      let count = isWhole ? windows.sumsCount : windows.sumsCount / output.channels * outputs.count
      let biases = windows.sumsCount + outputs.lowerBound
      Elementwise.addTree(sums + first, step: stride, terms: chunks, count: count)
      Elementwise.addTree(sums + biases, step: stride, terms: chunks, count: outputs.count)
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
