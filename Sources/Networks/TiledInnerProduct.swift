import Arithmetic

/// The products of a fully connected layer's training step on the matrix unit. Each thread cuts the weights it needs when it
/// needs them, since they move at every step; the samples are cut once for all threads.
///
/// One owner: memory is shared by the steps of one training.
final class TiledInnerProduct {
  private let inputs: Int
  private let outputs: Int
  /// The samples, their gradients by sample, and both with the samples as the inner axis.
  private var samples: FloatBuffer?, gradients: FloatBuffer?, turnedGradients: FloatBuffer?, turnedSamples: FloatBuffer?

  /// Whether a layer's mini-batch of so many samples is worth cutting. Whoever asks again gets the same answer: a training's bits
  /// do not depend on its threads.
  static func isWorthwhile(batch: Int, inputs: Int, outputs: Int) -> Bool {
    TileFactor.isSupported && batch >= 32 && inputs >= 128 && outputs >= 64
  }

  init(inputs: Int, outputs: Int) {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// Outputs, and inputs, that one thread computes at a time.
  private static let outputBlock = 32, inputBlock = 64

  private var alongInputs: TileFactor { TileFactor(depth: inputs) }
  private var alongOutputs: TileFactor { TileFactor(depth: outputs) }

  /// How many floats of scratch memory a thread needs.
  var scratchCount: Int {
    max(alongInputs.count(Self.outputBlock), alongOutputs.count(Self.inputBlock), Self.outputBlock * inputs)
  }

  private static func memory(_ buffer: inout FloatBuffer?, _ count: Int) -> UnsafeMutablePointer<Float> {
    if let buffer, buffer.count >= count { return buffer.pointer }
    let made = FloatBuffer(count: count)
    buffer = made
    return made.pointer
  }

  /// Outputs = inputs · weightsᵀ + bias, for every sample of the mini-batch.
  func forward(
    _ space: Workspace, from source: Map, to target: Map, weights: UnsafePointer<Float>, bias: UnsafePointer<Float>?,
    ending: Windows.Ending
  ) {
    let (batch, factor) = (space.batch, alongInputs)
    let cut = Self.memory(&samples, factor.count(batch))
    space.run((batch + 15) / 16, work: batch * inputs) { piece, _ in
      factor.cut(
        .right, min(16, batch - piece * 16), from: source.sample(piece * 16), vectorStep: source.sampleStep,
        depthStep: 1, into: cut + factor.place(piece * 16))
    }
    let block = Self.outputBlock
    space.run((outputs + block - 1) / block, work: batch * inputs * outputs) { piece, worker in
      let (first, scratch) = (piece * block, space.scratch(worker))
      let rows = min(block, outputs - first)
      factor.cut(.left, rows, from: weights + first * inputs, vectorStep: inputs, depthStep: 1, into: scratch)
      TileProduct(
        left: scratch, right: cut, factor: factor, rows: rows, columns: batch, result: target.pointer + first,
        step: target.sampleStep, turns: true, bias: bias.map { $0 + first }, ending: ending
      ).multiply()
    }
  }

  /// Cuts what the way back needs more than once; what of it is needed is asked for.
  func prepareBackward(_ space: Workspace, gradient: Map, source: Map, forInputs: Bool, forWeights: Bool) {
    let batch = space.batch
    let (along, turned) = (alongOutputs, TileFactor(depth: batch))
    let bySample = forInputs ? Self.memory(&gradients, along.count(batch)) : nil
    let byOutput = forWeights ? Self.memory(&turnedGradients, turned.count(outputs)) : nil
    let byInput = forWeights ? Self.memory(&turnedSamples, turned.count(inputs)) : nil
    let block = 64
    let pieces = [
      bySample == nil ? 0 : (batch + 15) / 16, byOutput == nil ? 0 : (outputs + block - 1) / block,
      byInput == nil ? 0 : (inputs + block - 1) / block,
    ]
    space.run(pieces.reduce(0, +), work: batch * (inputs + 2 * outputs)) { piece, _ in
      if piece < pieces[0], let bySample {
        let first = piece * 16
        along.cut(
          .left, min(16, batch - first), from: gradient.sample(first), vectorStep: gradient.sampleStep, depthStep: 1,
          into: bySample + along.place(first))
      } else if piece < pieces[0] + pieces[1], let byOutput {
        let first = (piece - pieces[0]) * block
        turned.cut(
          .left, min(block, outputs - first), from: gradient.pointer + first, vectorStep: 1,
          depthStep: gradient.sampleStep, into: byOutput + turned.place(first))
      } else if let byInput {
        let first = (piece - pieces[0] - pieces[1]) * block
        turned.cut(
          .right, min(block, inputs - first), from: source.pointer + first, vectorStep: 1, depthStep: source.sampleStep,
          into: byInput + turned.place(first))
      }
    }
  }

  /// The gradient of the inputs: that of the outputs times the weights. After `prepareBackward`.
  func inputGradient(_ space: Workspace, weights: UnsafePointer<Float>, into below: Map, ending: Windows.Ending) {
    guard let gradients else { preconditionFailure("nothing was prepared") }
    let (factor, block) = (alongOutputs, Self.inputBlock)
    space.run((inputs + block - 1) / block, work: space.batch * inputs * outputs) { piece, worker in
      let (first, scratch) = (piece * block, space.scratch(worker))
      let columns = min(block, inputs - first)
      factor.cut(.right, columns, from: weights + first, vectorStep: 1, depthStep: inputs, into: scratch)
      TileProduct(
        left: gradients.pointer, right: scratch, factor: factor, rows: space.batch, columns: columns,
        result: below.pointer + first, step: below.sampleStep, ending: ending
      ).multiply()
    }
  }

  /// The gradient of the weights, some outputs at a time, into `result` or, where there is none, into scratch memory; `done` is told
  /// which outputs' gradient lies where. After `prepareBackward`.
  func weightGradient(
    _ space: Workspace, into result: UnsafeMutablePointer<Float>?,
    done: (_ outputs: Range<Int>, _ gradient: UnsafeMutablePointer<Float>) -> Void
  ) {
    guard let turnedGradients, let turnedSamples else { preconditionFailure("nothing was prepared") }
    let (factor, block) = (TileFactor(depth: space.batch), Self.outputBlock)
    space.run((outputs + block - 1) / block, work: space.batch * inputs * outputs) { piece, worker in
      let first = piece * block
      let rows = min(block, outputs - first)
      let slice = result.map { $0 + first * inputs } ?? space.scratch(worker)
      TileProduct(
        left: turnedGradients.pointer + factor.place(first), right: turnedSamples.pointer, factor: factor, rows: rows,
        columns: inputs, result: slice, step: inputs
      ).multiply()
      done(first..<first + rows, slice)
    }
  }
}
