import Arithmetic
import Tensors

/// Runs a rectified convolution of single pixels whose results are averaged over the whole map. The map is never stored, only a
/// mark for each number above 0; in the backward pass those have one and the same gradient, and the others none.
final class AveragedConvolutionRunner: PackingRunner, BatchGradientRunner {
  let place: LayerPlace
  private let parameters: ConvolutionParameters
  private let input: MapShape
  private let outputs: Int
  private let blocks: PointBlocks
  private let backwards: Correlation
  private var weights: PassWeights
  private let marks: SavedBytes
  /// What each sample's averages pass on to their marked pixels, [sample][output].
  private var factors: FloatBuffer?
  private let weightGradient: AveragedWeightGradient

  init(_ context: RunnerContext, _ parameters: ConvolutionParameters) {
    place = context.place
    self.parameters = parameters
    input = context.input
    outputs = context.output.channels
    blocks = PointBlocks(input: input, outputs: outputs)
    let made = MapShape(channels: outputs, height: input.height, width: input.width)
    func axis(_ length: Int) -> WindowAxis {
      WindowAxis(input: length, output: length, kernel: 1, stride: 1, dilation: 1, before: 0, after: 0)
    }
    backwards = Correlation(
      input: made, output: input, rows: axis(input.height), columns: axis(input.width), groups: 1,
      pixelStep: outputs)
    weights = PassWeights(parameters, forward: .init(isBackwards: false, form: blocks.form))
    marks = SavedBytes(MarkedAverages.groups(pixels: input.pixels) * outputs, layer: place.index)
    weightGradient = AveragedWeightGradient(parameters, input: input, marks: marks)
  }

  private var work: Int { input.count * outputs }
  private var factor: Float { 1 / Float(input.pixels) }

  var memory: LayerMemory {
    LayerMemory(
      scratch: max(blocks.scratchCount, outputs * 16, backwards.scratchCount),
      savedIndices: marks.indicesPerSample, savedFloats: savedFloatsPerSample)
  }
  /// Room for the gradient of the map, where more layers are below.
  private var savedFloatsPerSample: Int { place.needsInputGradient ? input.pixels * outputs : 0 }

  private func backwardPacking(_ pass: Pass) -> ConvolutionParameters.WeightOrder? {
    pass.isTraining && place.needsInputGradient ? .init(isBackwards: true, form: backwards.form) : nil
  }

  func isStale(for pass: Pass) -> Bool { weights.isStale(backward: backwardPacking(pass)) }
  func prepare(for pass: Pass) { weights.prepare(backward: backwardPacking(pass)) }

  func sharing(_ samples: Int) -> BatchDistribution { parameters.isTrainable ? .gradients : .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    let (packed, biases) = (weights.forward, parameters.biases)
    space.threads.run(space.batch * blocks.count, work: space.batch * work) { index, worker in
      // One block's weights for all samples while they are near.
      let (sample, channels) = (index % space.batch, blocks[index / space.batch])
      let map = space.threads.scratch(worker)
      blocks.convolve(channels, source, sample, weights: packed, biases: biases, into: map)
      MarkedAverages.take(
        of: map, pixelStep: blocks.step, pixels: input.pixels, channels: channels.count, factor: factor,
        into: target.sample(sample) + channels.lowerBound,
        marks: marks.sample(sample, space).map { $0 + channels.lowerBound }, groupStep: outputs)
    }
  }

  func backward(_ space: Workspace) {
    inputGradients(space)
    if parameters.isTrainable { parameterGradients(space, nil) }
  }

  /// What each sample's averages pass on to their marked pixels.
  private func averageGradients(_ space: Workspace) -> UnsafePointer<Float>? {
    let gradient = outputGradient(0, space)
    if (factors?.count ?? 0) < space.batch * outputs { factors = FloatBuffer(count: space.batch * outputs) }
    guard let factors = factors?.pointer else { return nil }
    for sample in 0..<space.batch {
      for output in 0..<outputs { factors[sample * outputs + output] = gradient.sample(sample)[output] * factor }
    }
    return UnsafePointer(factors)
  }

  var savedForGradients: SavedBytes? { marks }

  func inputGradients(_ space: Workspace) {
    guard let below = inputGradient(0, space), let packed = weights.backward,
      let saved = space.savedFloats[place.index],
      let factors = averageGradients(space)
    else { return }
    space.forEachSample(work: savedFloatsPerSample) { sample in
      guard let marks = marks.sample(sample, space) else { return }
      MarkedAverages.spread(
        marks, pixels: input.pixels, channels: outputs, factors: factors + sample * outputs,
        into: saved.pointer + sample * savedFloatsPerSample)
    }
    let spread = Map(
      pointer: saved.pointer, shape: MapShape(channels: outputs, height: input.height, width: input.width),
      pixelStep: outputs, sampleStep: savedFloatsPerSample)
    backwards.run(
      space, from: spread, to: below, packed: packed, bias: nil,
      ending: place.writesInputGradientFirst ? .store : .accumulate)
  }

  func parameterGradients(_ space: Workspace, _ shared: SharedBatch?) {
    guard let factors = averageGradients(space) else { return }
    weightGradient.run(space, from: input(0, space), factors, shared)
  }
}
