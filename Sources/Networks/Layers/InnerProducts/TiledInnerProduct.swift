import Arithmetic

/// The products of a fully connected layer's training step on the matrix unit. Each thread cuts the weights it needs while
/// it multiplies those before, since they move at every step; the samples are cut once for all threads.
///
/// One owner: memory is shared by the steps of one training.
final class TiledInnerProduct {
  private let inputs: Int
  private let outputs: Int
  /// The samples, their gradients by sample, and both with the samples as the inner axis.
  private var samples: FloatBuffer?, gradients: FloatBuffer?, transposedGradients: FloatBuffer?,
    transposedSamples: FloatBuffer?

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
    2 * max(alongInputs.count(Self.outputBlock), alongOutputs.count(Self.inputBlock), Self.outputBlock * inputs)
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
    space.threads.run((batch + 15) / 16, work: batch * inputs) { index, _ in
      factor.cut(
        .right, min(16, batch - index * 16), from: source.sample(index * 16), vectorStep: source.sampleStep,
        depthStep: 1, into: cut + factor.place(index * 16))
    }
    space.threads.runCuttingAhead(
      blocks, work: batch * inputs * outputs, count: factor.count(Self.outputBlock),
      cut: { index, tiles in
        let rows = rows(index)
        return factor.cutting(.left, rows.count, from: weights + rows.lowerBound * inputs, step: inputs, into: tiles)
      },
      multiply: { index, tiles, _, overlapped in
        let rows = rows(index), first = rows.lowerBound
        TileProduct(
          left: tiles, right: cut, factor: factor, rows: rows.count, columns: batch, result: target.pointer + first,
          step: target.sampleStep, turns: true, bias: bias.map { $0 + first }, ending: ending
        ).multiply(overlapped: overlapped)
      })
  }

  /// Cuts what the backward pass needs more than once; the caller says what of it is needed.
  func prepareBackward(_ space: Workspace, gradient: Map, source: Map, forInputs: Bool, forWeights: Bool) {
    let batch = space.batch
    let (along, transposed) = (alongOutputs, TileFactor(depth: batch))
    let bySample = forInputs ? Self.memory(&gradients, along.count(batch)) : nil
    let byOutput = forWeights ? Self.memory(&transposedGradients, transposed.count(outputs)) : nil
    let byInput = forWeights ? Self.memory(&transposedSamples, transposed.count(inputs)) : nil
    let block = 64
    let blocks = [
      bySample == nil ? 0 : (batch + 15) / 16, byOutput == nil ? 0 : (outputs + block - 1) / block,
      byInput == nil ? 0 : (inputs + block - 1) / block,
    ]
    space.threads.run(blocks.reduce(0, +), work: batch * (inputs + 2 * outputs)) { index, _ in
      if index < blocks[0], let bySample {
        let first = index * 16
        along.cut(
          .left, min(16, batch - first), from: gradient.sample(first), vectorStep: gradient.sampleStep, depthStep: 1,
          into: bySample + along.place(first))
      } else if index < blocks[0] + blocks[1], let byOutput {
        let first = (index - blocks[0]) * block
        transposed.cut(
          .left, min(block, outputs - first), from: gradient.pointer + first, vectorStep: 1,
          depthStep: gradient.sampleStep, into: byOutput + transposed.place(first))
      } else if let byInput {
        let first = (index - blocks[0] - blocks[1]) * block
        transposed.cut(
          .right, min(block, inputs - first), from: source.pointer + first, vectorStep: 1, depthStep: source.sampleStep,
          into: byInput + transposed.place(first))
      }
    }
  }

  /// The gradient of the inputs: that of the outputs times the weights. After `prepareBackward`.
  func inputGradient(_ space: Workspace, weights: UnsafePointer<Float>, into below: Map, ending: Windows.Ending) {
    guard let gradients else { preconditionFailure("nothing was prepared") }
    let (factor, block) = (alongOutputs, Self.inputBlock)
    space.threads.runCuttingAhead(
      (inputs + block - 1) / block, work: space.batch * inputs * outputs, count: factor.count(block),
      cut: { index, tiles in
        let first = index * block
        return factor.cutting(.right, min(block, inputs - first), from: weights + first, step: inputs, into: tiles)
      },
      multiply: { index, tiles, _, overlapped in
        let first = index * block
        TileProduct(
          left: gradients.pointer, right: tiles, factor: factor, rows: space.batch,
          columns: min(block, inputs - first), result: below.pointer + first, step: below.sampleStep, ending: ending
        ).multiply(overlapped: overlapped)
      })
  }

  /// The gradient of the weights, some outputs at a time: into `result` or, where there is none, into scratch memory, and the mover
  /// moves the weights by it. `done` is told which outputs have their gradient. After `prepareBackward`.
  func weightGradient(
    _ space: Workspace, into result: UnsafeMutablePointer<Float>?, mover: ParameterMover?,
    done: (_ outputs: Range<Int>) -> Void
  ) {
    if let mover, mover.canWait { return moveBeside(space, mover, done) }
    space.threads.run(blocks, work: space.batch * inputs * outputs) { index, worker in
      let rows = rows(index)
      let slice = result.map { $0 + rows.lowerBound * inputs } ?? space.threads.scratch(worker)
      weightGradient(of: rows, space.batch, into: slice, overlapped: nil)
      done(rows)
      mover?.move(weights(index), by: slice)
    }
  }

  /// Each thread moves the weights of its last outputs while the matrix unit multiplies for the next.
  private func moveBeside(_ space: Workspace, _ mover: ParameterMover, _ done: (_ outputs: Range<Int>) -> Void) {
    let work = space.batch * inputs * outputs
    DoubleBuffers.with(space.threads, count: Self.outputBlock * inputs) { buffers in
      buffers.run(blocks, work: work) { index, pair in
        let moving = pair.contents.flatMap { mover.moving(weights($0), by: pair.filled) }
        weightGradient(of: rows(index), space.batch, into: pair.free, overlapped: moving)
        done(rows(index))
        return index
      }
      buffers.finish(work: work) { index, gradient in mover.move(weights(index), by: gradient) }
    }
  }

  /// Outputs come in blocks.
  private var blocks: Int { (outputs + Self.outputBlock - 1) / Self.outputBlock }
  private func rows(_ index: Int) -> Range<Int> {
    index * Self.outputBlock..<min((index + 1) * Self.outputBlock, outputs)
  }
  private func weights(_ index: Int) -> Range<Int> {
    rows(index).lowerBound * inputs..<rows(index).upperBound * inputs
  }

  private func weightGradient(
    of rows: Range<Int>, _ batch: Int, into result: UnsafeMutablePointer<Float>, overlapped: OverlappedWork?
  ) {
    guard let transposedGradients, let transposedSamples else { preconditionFailure("nothing was prepared") }
    let factor = TileFactor(depth: batch)
    TileProduct(
      left: transposedGradients.pointer + factor.place(rows.lowerBound), right: transposedSamples.pointer,
      factor: factor,
      rows: rows.count, columns: inputs, result: result, step: inputs
    ).multiply(overlapped: overlapped)
  }
}
