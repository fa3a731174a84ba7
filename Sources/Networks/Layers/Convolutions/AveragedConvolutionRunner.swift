import Arithmetic
import Tensors

/// Runs a rectified convolution of single pixels whose results are averaged over the whole map. The map is never stored, only a
/// mark for each number above 0; in the backward pass those have one and the same gradient, and the others none.
final class AveragedConvolutionRunner: PackingRunner {
  let place: LayerPlace
  private let parameters: ConvolutionParameters
  private let input: MapShape
  private let outputs: Int
  private let backwards: Correlation
  private let tap = UnsafeMutableBufferPointer<Int>.allocate(capacity: 1)
  private var packedForwards: UnsafePointer<Float>?
  private var packedBackwards: UnsafePointer<Float>?
  /// What each sample's averages pass on to their marked pixels, [sample][output].
  private var factors: FloatBuffer?

  /// Output channels one thread makes at a time: whole panels of packed weights.
  private let block: Int
  /// How the matrix unit wants the map, where there is one and it is worth it: then a thread cuts the map for more outputs.
  private let tiles: TileFactor?
  private let forwardPacking: ConvolutionParameters.Packing
  private let backwardPacking: ConvolutionParameters.Packing

  init(_ context: RunnerContext, _ parameters: ConvolutionParameters) {
    place = context.place
    self.parameters = parameters
    input = context.input
    outputs = context.output.channels
    tap[0] = 0
    let made = MapShape(channels: outputs, height: input.height, width: input.width)
    func axis(_ length: Int) -> WindowAxis {
      WindowAxis(input: length, output: length, kernel: 1, stride: 1, dilation: 1, before: 0, after: 0)
    }
    backwards = Correlation(
      input: made, output: input, rows: axis(input.height), columns: axis(input.width), groups: 1,
      pixelStep: outputs)
    tiles =
      Correlation.areTilesWorthwhile(channels: input.channels, outputs: outputs)
      ? TileFactor(depth: input.channels) : nil
    block = tiles == nil ? 64 : 512
    forwardPacking = .init(isBackwards: false, form: tiles == nil ? .windows : .tiles)
    backwardPacking = .init(isBackwards: true, form: backwards.form)
  }

  deinit { tap.deallocate() }

  private var isTrainable: Bool { parameters.weights.isTrainable }
  private var needsInputGradient: Bool { place.gradientModes[0] != .unneeded }
  private var groups: Int { MarkedAverages.groups(pixels: input.pixels) }
  private var work: Int { input.count * outputs }
  private var factor: Float { 1 / Float(input.pixels) }

  private var mapCount: Int { (input.pixels * min(block, outputs) + 31) / 16 * 16 }
  var memory: LayerMemory {
    LayerMemory(
      scratch: max(mapCount + (tiles?.count(input.pixels) ?? 0), outputs * 16, backwards.scratchCount),
      savedIndices: savedIndicesPerSample, savedFloats: savedFloatsPerSample)
  }
  private var savedIndicesPerSample: Int { (groups * outputs + 3) / 4 }
  /// Room for the gradient of the map, where more layers are below.
  private var savedFloatsPerSample: Int { needsInputGradient ? input.pixels * outputs : 0 }

  func isStale(for pass: Pass) -> Bool {
    if packedForwards == nil || !parameters.isCurrent(forwardPacking) { return true }
    return pass.isTraining && needsInputGradient && (packedBackwards == nil || !parameters.isCurrent(backwardPacking))
  }

  func prepare(for pass: Pass) {
    packedForwards = parameters.packed(forwardPacking)
    if pass.isTraining, needsInputGradient { packedBackwards = parameters.packed(backwardPacking) }
  }

  private func marks(_ space: Workspace, _ sample: Int) -> UnsafeMutablePointer<UInt8>? {
    space.savedIndices[place.index].map { indices in
      UnsafeMutableRawPointer(indices + sample * savedIndicesPerSample).assumingMemoryBound(to: UInt8.self)
    }
  }

  func forward(_ space: Workspace) {
    guard let packed = packedForwards else { preconditionFailure("\(place.name) was not prepared") }
    let (source, target) = (input(0, space), output(0, space))
    let bias = parameters.bias?.values.pointer
    let blocks = (outputs + block - 1) / block
    space.run(space.batch * blocks, work: space.batch * work) { index, worker in
      // One block's weights for all samples while they are near.
      let (sample, first) = (index % space.batch, index / space.batch * block)
      let (width, map) = (min(block, outputs - first), space.scratch(worker))
      convolve(
        source, sample, weights: packed, bias: bias.map { $0 + first }, first: first, width: width, into: map)
      MarkedAverages.take(
        of: map, pixelStep: step, pixels: input.pixels, channels: width, factor: factor,
        into: target.sample(sample) + first, marks: marks(space, sample).map { $0 + first }, groupStep: outputs)
    }
  }

  /// From one pixel to the next of the map that is made in scratch memory.
  private var step: Int { min(block, outputs) }

  /// Some outputs of one sample's map, rectified; behind them scratch memory for what is cut.
  private func convolve(
    _ source: Map, _ sample: Int, weights: UnsafePointer<Float>, bias: UnsafePointer<Float>?, first: Int, width: Int,
    into map: UnsafeMutablePointer<Float>
  ) {
    guard let tiles else {
      return Windows(
        input: source.sample(sample), output: map, taps: UnsafeBufferPointer(tap), channels: input.channels,
        outputs: width, rows: input.height, columns: input.width, inputRowStep: source.rowStep,
        inputStep: source.pixelStep, outputRowStep: input.width * step, outputStep: step, ending: .rectify
      ).convolve(weights: weights + first * input.channels, bias: bias)
    }
    let cut = map + mapCount
    tiles.cut(
      .left, input.pixels, from: source.sample(sample), vectorStep: source.pixelStep, depthStep: 1, into: cut)
    TileProduct(
      left: cut, right: weights + tiles.place(first), factor: tiles, rows: input.pixels, columns: width, result: map,
      step: step, bias: bias, ending: .rectify
    ).multiply()
  }

  func backward(_ space: Workspace) {
    let gradient = outputGradient(0, space)
    if (factors?.count ?? 0) < space.batch * outputs { factors = FloatBuffer(count: space.batch * outputs) }
    guard let factors = factors?.pointer else { return }
    for sample in 0..<space.batch {
      for output in 0..<outputs { factors[sample * outputs + output] = gradient.sample(sample)[output] * factor }
    }
    if isTrainable { parameterGradients(space, factors) }
    guard let below = inputGradient(0, space), let packed = packedBackwards, let saved = space.savedFloats[place.index]
    else { return }
    space.forEachSample(work: savedFloatsPerSample) { sample in
      guard let marks = marks(space, sample) else { return }
      MarkedAverages.spread(
        marks, pixels: input.pixels, channels: outputs, factors: factors + sample * outputs,
        into: saved.pointer + sample * savedFloatsPerSample)
    }
    let spread = Map(
      pointer: saved.pointer, shape: MapShape(channels: outputs, height: input.height, width: input.width),
      pixelStep: outputs, sampleStep: savedFloatsPerSample)
    backwards.run(
      space, from: spread, to: below, packed: packed, bias: nil,
      ending: place.gradientModes[0] == .first ? .store : .accumulate)
  }

  /// In blocks of a vector of input channels, each summed over the samples in their order.
  private func parameterGradients(_ space: Workspace, _ factors: UnsafePointer<Float>) {
    let (source, result, lanes) = (input(0, space), parameters.weights.gradient.pointer, MarkedAverages.lanes)
    space.run((input.channels + lanes - 1) / lanes, work: space.batch * work / 2) { index, worker in
      let (first, sums) = (index * lanes, space.scratch(worker))
      sums.update(repeating: 0, count: outputs * lanes)
      for sample in 0..<space.batch {
        guard let marks = marks(space, sample) else { return }
        MarkedAverages.addProducts(
          of: source.sample(sample) + first, pixelStep: source.pixelStep, pixels: input.pixels, marks: marks,
          outputs: outputs, factors: factors + sample * outputs, to: sums)
      }
      let width = min(lanes, input.channels - first)
      for output in 0..<outputs {
        (result + output * input.channels + first).update(from: sums + output * lanes, count: width)
      }
    }
    guard let bias = parameters.bias?.gradient.pointer else { return }
    bias.update(repeating: 0, count: outputs)
    for sample in 0..<space.batch {
      guard let marks = marks(space, sample) else { return }
      MarkedAverages.addCounts(
        marks, pixels: input.pixels, channels: outputs, factors: factors + sample * outputs, to: bias)
    }
  }
}
