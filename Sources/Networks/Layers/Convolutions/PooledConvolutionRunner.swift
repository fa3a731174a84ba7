import Arithmetic
import Tensors

/// Runs a convolution with the 2 × 2 maximum that follows it, and a rectifier where there is one: only the maxima are ever
/// stored, with a byte each for the backward pass.
final class PooledConvolutionRunner: SamplewiseRunner, PackingRunner, BackwardFusingRunner {
  let place: LayerPlace
  private let parameters: ConvolutionParameters
  private let rectifies: Bool
  private let input: MapShape
  private let output: MapShape
  private let taps: TapOffsets
  private let windows: PooledWindows
  private var weights: PassWeights
  private let weightGradient: PooledWeightGradient
  /// Which of its windows each maximum came from.
  private let places: SavedBytes

  /// Sums on the matrix unit, where there is one and it is worth it.
  private let tiled: TiledWindows?
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
    let geometry = try parameters.definition.geometry(of: context.input, layer: place.name)
    let rowStep = input.width * input.channels
    taps = TapOffsets((0..<geometry.rows.kernel).map { $0 * rowStep })
    let kernel = PooledWindows.Kernel(
      rows: geometry.rows.kernel, run: geometry.columns.kernel * input.channels, channels: input.channels,
      mapRowStep: rowStep, rowStep: geometry.rows.stride * rowStep,
      step: geometry.columns.stride * input.channels, taps: taps.pointer)
    let step = context.outputs[0].pixelStep
    windows = PooledWindows(
      kernel: kernel, outputs: output.channels, rows: output.height, columns: output.width,
      outputRowStep: output.width * step, outputStep: step)
    tiled = TiledWindows(
      rows: geometry.rows, columns: geometry.columns, input: input, outputs: output.channels,
      pixelStep: context.inputs[0].pixelStep)
    weights = PassWeights(parameters, forward: .init(isBackwards: false, form: tiled == nil ? .windows : .tiles))
    weightGradient = PooledWeightGradient(parameters, windows)
    places = SavedBytes(output.count, layer: place.index)
    rowsPerBlock = min(max(2_000_000 * output.height / max(windows.work, 1), 1), output.height)
  }

  var memory: LayerMemory {
    LayerMemory(
      scratch: max(tiled.map { 2 * $0.cutCount + $0.sumsCount } ?? 0, gradientsCount),
      savedIndices: places.indicesPerSample)
  }

  /// How many floats the gradients between this and those below take.
  private var gradientsCount: Int { below.map { (input.count + 15) / 16 * 16 + $0.gradientsCount } ?? 0 }

  /// Where the producer is of this kind, too, and lies as this one's windows do.
  func fuseBackward(of producer: any LayerRunner) -> Bool {
    guard let producer = producer as? PooledConvolutionRunner, producer.windows.isDense,
      place.writesInputGradientFirst
    else { return false }
    below = producer
    return true
  }

  private func backwardPacking(_ pass: Pass) -> ConvolutionParameters.WeightOrder? {
    pass.isTraining && place.needsInputGradient ? .init(isBackwards: false, form: .channelsLast) : nil
  }

  func isStale(for pass: Pass) -> Bool { weights.isStale(backward: backwardPacking(pass)) }
  func prepare(for pass: Pass) { weights.prepare(backward: backwardPacking(pass)) }

  func sharing(_ samples: Int) -> BatchDistribution {
    parameters.isTrainable ? .chunks(Chunks(samples, of: weightGradient.samplesPerChunk)) : .samples
  }

  func forward(_ space: Workspace) {
    let packed = weights.forward
    if let tiled { return forward(space, tiled, packed) }
    let (source, target) = (input(0, space), output(0, space))
    let bias = parameters.biases
    let blocks = (output.height + rowsPerBlock - 1) / rowsPerBlock
    space.threads.run(space.batch * blocks, work: space.batch * windows.work) { index, _ in
      let (sample, first) = (index / blocks, index % blocks * rowsPerBlock)
      windows.convolve(
        rows: first..<min(first + rowsPerBlock, output.height), of: source.sample(sample), weights: packed,
        bias: bias, rectifies: rectifies, into: target.sample(sample), places: places.sample(sample, space))
    }
  }

  private func forward(_ space: Workspace, _ tiled: TiledWindows, _ weights: UnsafePointer<Float>) {
    let (source, target) = (input(0, space), output(0, space))
    let bias = parameters.biases
    space.threads.runCuttingAhead(
      space.batch, work: space.batch * windows.work, count: tiled.cutCount,
      cut: { sample, tiles in tiled.cutting(source.sample(sample), into: tiles) },
      multiply: { sample, tiles, sums, overlapped in
        tiled.sum(tiles, weights: weights, into: sums, overlapped: overlapped)
        windows.pool(
          sums, rowStep: tiled.rowStep, step: tiled.step, bias: bias, rectifies: rectifies,
          into: target.sample(sample), places: places.sample(sample, space))
      })
  }

  func backward(_ space: Workspace) {
    var together = [self]
    // Timed, each layer goes back by itself.
    while space.backwardClock == nil, let next = together.last?.below { together.append(next) }
    let samples = together.reduce(1) { max($0, $1.weightGradient.samplesPerChunk) }
    for runner in together { runner.weightGradient.begin(space) }
    let gradient = outputGradient(0, space)
    let work = together.reduce(0) { $0 + $1.windows.work }
    space.threads.forEach(in: Chunks(space.batch, of: samples), work: space.batch * work / 2) { sample, _, worker in
      var (gradient, scratch) = (UnsafePointer(gradient.sample(sample)), space.threads.scratch(worker))
      for (depth, runner) in together.enumerated() {
        let isLast = depth + 1 == together.count
        let below = isLast ? runner.inputGradient(0, space)?.sample(sample) : scratch
        runner.backward(space, sample, gradient, into: below)
        if let below { gradient = UnsafePointer(below) }
        scratch += (runner.input.count + 15) / 16 * 16
      }
    }
    for runner in together { runner.weightGradient.reduce(space) }
  }

  private func backward(
    _ space: Workspace, _ sample: Int, _ gradient: UnsafePointer<Float>, into below: UnsafeMutablePointer<Float>?
  ) {
    guard let places = places.sample(sample, space) else { return }
    let source = input(0, space)
    var target: PooledWindows.Below?
    if let below, let weights = weights.backward {
      if place.writesInputGradientFirst { below.update(repeating: 0, count: input.count) }
      target = PooledWindows.Below(weights: weights, map: below)
    }
    windows.addGradients(
      gradient, places: places, map: source.sample(sample),
      to: weightGradient.sums(of: space.miniBatch.firstSample + sample),
      below: target,
      next: sample + 1 < space.batch ? UnsafePointer(source.sample(sample + 1)) : nil)
  }
}
