import Arithmetic
import Tensors

/// Runs a fully connected layer on vectors, with a rectifier fused into it where one follows. Maps are unrolled before it.
final class InnerProductRunner: BatchGradientRunner {
  let place: LayerPlace
  private let parameters: InnerProductParameters
  private let rectifies: Bool
  private let inputs: Int
  private let outputs: Int
  /// Takes the products of large mini-batches in training, where there is a matrix unit.
  private let tiled: TiledInnerProduct?

  init(_ context: RunnerContext, _ parameters: InnerProductParameters) {
    place = context.place
    self.parameters = parameters
    rectifies = context.rectifies
    inputs = context.input.count
    outputs = context.output.count
    let isWorthwhile = TiledInnerProduct.isWorthwhile(batch: .max, inputs: inputs, outputs: outputs)
    tiled = isWorthwhile ? TiledInnerProduct(inputs: inputs, outputs: outputs) : nil
  }

  /// What takes this mini-batch's products; nil where vectors do. Predictions are left to vectors, whose bits do not depend on
  /// how many samples are asked for at once.
  private func tiled(_ space: Workspace) -> TiledInnerProduct? {
    let isWorthwhile = TiledInnerProduct.isWorthwhile(batch: space.batch, inputs: inputs, outputs: outputs)
    return space.isTraining && isWorthwhile ? tiled : nil
  }

  /// Outputs whose weights' gradients one thread computes at a time, and inputs where these outputs are all there are.
  private static let block = 28, inputBlock = 128
  /// Samples of which one thread has the outputs where they are few.
  private static let sampleBlock = 16

  /// Whether few outputs are shared among threads: fewer multiplications are sooner done than numbers brought to another thread.
  private func isShared(_ space: Workspace) -> Bool { space.batch * inputs * outputs > 500_000 }

  /// Whether the outputs fill the vectors.
  private var hasPanels: Bool { outputs >= 32 }

  /// Whether the outputs lie side by side; otherwise the inputs do. A training chooses by what is faster. A prediction's sums
  /// run along the inputs always, so that a class's score has the same bits however many other classes there are.
  private func packs(_ space: Workspace) -> Bool { space.isTraining && hasPanels }

  var memory: LayerMemory {
    let gradients = parameters.weights.isTrainable ? min(Self.block, outputs) * inputs : 0
    let panels = hasPanels ? PackedWeights.count(outputs: PackedWeights.panel, inner: inputs) : 0
    return LayerMemory(scratch: max(gradients, panels, tiled?.scratchCount ?? 0))
  }

  func forward(_ space: Workspace) {
    if let tiled = tiled(space) {
      return tiled.forward(
        space, from: input(0, space), to: output(0, space), weights: parameters.weights.values.pointer,
        bias: parameters.bias.map { UnsafePointer($0.values.pointer) }, ending: rectifies ? .rectify : .store)
    }
    if packs(space) { return forwardByPanels(space) }
    let (source, target) = (input(0, space), output(0, space))
    let (weights, bias) = (parameters.weights.values.pointer, parameters.bias?.values.pointer)
    // Enough columns that the weights of a block are used for many samples while they are near.
    let (block, samples) = (24, isShared(space) ? Self.sampleBlock : space.batch)
    let blocks = (outputs + block - 1) / block
    space.threads.run(blocks * ((space.batch + samples - 1) / samples), work: space.batch * inputs * outputs) {
      index, _ in
      let (first, sample) = (index % blocks * block, index / blocks * samples)
      MatrixProduct.multiplyRows(
        a: source.sample(sample), aRow: source.sampleStep, b: weights + first * inputs, bRow: inputs,
        bias: bias.map { $0 + first }, c: target.sample(sample) + first, cRow: target.sampleStep,
        rows: min(samples, space.batch - sample), columns: min(block, outputs - first), depth: inputs,
        rectifies: rectifies)
    }
  }

  /// Packs some outputs' weights and uses them for all samples at once: they are read once, and move at every step.
  private func forwardByPanels(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    let (weights, bias) = (parameters.weights.values.pointer, parameters.bias?.values.pointer)
    let panel = PackedWeights.panel
    var noDistance = 0
    withUnsafePointer(to: &noDistance) { tap in
      let taps = UnsafeBufferPointer(start: tap, count: 1)
      space.threads.run((outputs + panel - 1) / panel, work: space.batch * inputs * outputs) { index, worker in
        let (first, packed) = (index * panel, space.threads.scratch(worker))
        let count = min(panel, outputs - first)
        PackedWeights.pack(
          weights + first * inputs, into: packed, outputs: count, taps: 1, channels: inputs,
          steps: (output: inputs, tap: 0, channel: 1))
        Windows(
          input: source.pointer, output: target.pointer + first, taps: taps, channels: inputs, outputs: count, rows: 1,
          columns: space.batch, inputRowStep: space.batch * source.sampleStep, inputStep: source.sampleStep,
          outputRowStep: space.batch * target.sampleStep, outputStep: target.sampleStep,
          ending: rectifies ? .rectify : .store
        ).convolve(weights: packed, bias: bias.map { $0 + first })
      }
    }
  }

  /// What the matrix unit cuts is cut once for all gradients of a mini-batch.
  func sharing(_ samples: Int) -> BatchDistribution {
    if !parameters.weights.isTrainable { return .samples }
    return tiled == nil ? .gradients : .whole
  }

  func backward(_ space: Workspace) {
    // The input first: it needs the weights as they were, and they may move as soon as their gradient is known.
    inputGradients(space)
    if parameters.weights.isTrainable { parameterGradients(space, nil) }
  }

  func inputGradients(_ space: Workspace) {
    let gradient = outputGradient(0, space)
    if rectifies { Rectifier.maskGradient(space, gradient, output: output(0, space)) }
    if let tiled = tiled(space) {
      tiled.prepareBackward(
        space, gradient: gradient, source: input(0, space), forInputs: inputGradient(0, space) != nil,
        forWeights: parameters.weights.isTrainable)
    }
    if let below = inputGradient(0, space) { inputGradient(space, gradient, into: below) }
  }

  /// Weights: for each output, its gradient times the input, summed over the samples. Biases: its gradient.
  func parameterGradients(_ space: Workspace, _ shared: SharedBatch?) {
    let gradient = outputGradient(0, space)
    guard let tiled = tiled(space) else {
      guard let shared, let rows = shared.rows(of: parameters.weights, outputs) else {
        return vectorWeightGradient(space, gradient, 0..<outputs)
      }
      biasGradient(space, gradient, 0..<outputs)
      vectorWeightGradient(space, gradient, rows[shared.exchange.rank])
      return shared.gather(
        parameters.weights, rows, hasMoved: space.stepper?.hasMoved(parameters.weights) ?? false)
    }
    let mover = space.stepper?.mover(of: parameters.weights)
    let result = mover == nil ? parameters.weights.gradient.pointer : nil
    tiled.weightGradient(space, into: result, mover: mover) { biasGradient(space, gradient, $0) }
  }

  private func biasGradient(_ space: Workspace, _ gradient: Map, _ outputs: Range<Int>) {
    guard let result = parameters.bias.map({ $0.gradient.pointer + outputs.lowerBound }) else { return }
    result.update(repeating: 0, count: outputs.count)
    Elementwise.sumPixels(
      gradient.pointer + outputs.lowerBound, pixelStep: gradient.sampleStep, pixels: space.batch,
      channels: outputs.count, to: result)
  }

  private func vectorWeightGradient(_ space: Workspace, _ gradient: Map, _ own: Range<Int>) {
    let (source, block, weights) = (input(0, space), Self.block, parameters.weights)
    // Plain descent moves the weights while their gradient is in registers; few of them only at the end of the backward pass, until
    // which a step can be dropped.
    let descends = place.gradientModes[0] == .unneeded || weights.count >= ParameterStepper.leastCount
    let descent = descends ? space.stepper?.descent(of: weights) : nil
    let mover = descent == nil ? space.stepper?.mover(of: weights) : nil
    let result = descent != nil ? weights.values.pointer : mover == nil ? weights.gradient.pointer : nil
    // Of few outputs the inputs are shared out; but what moves block by block goes by whole outputs.
    let columns = outputs <= block && mover == nil && isShared(space) ? Self.inputBlock : inputs
    let blocks = (inputs + columns - 1) / columns
    let work = space.batch * inputs * own.count
    space.threads.run(blocks * ((own.count + block - 1) / block), work: work) { index, worker in
      let (first, column) = (own.lowerBound + index / blocks * block, index % blocks * columns)
      let rows = min(block, own.upperBound - first)
      let slice = result.map { $0 + first * inputs } ?? space.threads.scratch(worker)
      MatrixProduct(
        a: gradient.pointer + first, b: source.pointer + column, c: slice + column, rows: rows,
        columns: min(columns, inputs - column), depth: space.batch, aRow: 1, aColumn: gradient.sampleStep,
        bRow: source.sampleStep, cRow: inputs, descent: descent
      ).multiply()
      if column == 0 { biasGradient(space, gradient, first..<first + rows) }
      mover?.move(first * inputs..<(first + rows) * inputs, by: slice)
    }
  }

  /// Input: the gradient of the outputs times the weights.
  private func inputGradient(_ space: Workspace, _ gradient: Map, into below: Map) {
    let weights = parameters.weights.values.pointer
    let isAdded = place.gradientModes[0] == .additional
    if let tiled = tiled(space) {
      return tiled.inputGradient(space, weights: weights, into: below, ending: isAdded ? .accumulate : .store)
    }
    // Few weights are near for every sample: then a sample's thread goes on with it.
    let isBySample = inputs * outputs <= 1 << 13 && isShared(space)
    let (block, samples) = isBySample ? (inputs, Self.sampleBlock) : (Self.inputBlock, space.batch)
    let blocks = (inputs + block - 1) / block
    space.threads.run(blocks * ((space.batch + samples - 1) / samples), work: space.batch * inputs * outputs) {
      index, _ in
      let (first, sample) = (index % blocks * block, index / blocks * samples)
      MatrixProduct(
        a: gradient.sample(sample), b: weights + first, c: below.sample(sample) + first,
        rows: min(samples, space.batch - sample), columns: min(block, inputs - first), depth: outputs,
        aRow: gradient.sampleStep, aColumn: 1, bRow: inputs, cRow: below.sampleStep, accumulates: isAdded
      ).multiply()
    }
  }
}
