/// The gradient of copied numbers: every number has what its copies have.
struct MoveGradient: GradientKernel {
  private struct Step: Sendable {
    let operand: Int, result: Int
    let from: Int, to: Int
    let traversal: StridedTraversal
  }

  private let steps: [Step]
  private let operands: Int

  init(_ moves: [Move], _ operands: [TensorView], _ results: [TensorView]) {
    self.operands = operands.count
    steps = moves.map { move in
      let (from, to) = (operands[move.operand], results[move.result])
      return Step(
        operand: move.operand, result: move.result, from: move.from.offset(in: from), to: move.to.offset(in: to),
        traversal: StridedTraversal(move.lengths, [move.from.steps(in: from), move.to.steps(in: to)]))
    }
  }

  var work: Int { steps.reduce(0) { $0 + $1.traversal.count * 2 } }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    for step in steps {
      guard let below = places.gradients[step.operand], let above = places.gradients[operands + step.result] else {
        continue
      }
      step.traversal.addRows(above + step.to, into: below + step.from)
    }
  }
}

extension StridedTraversal {
  /// Adds the numbers of the second of two tensors to those of the first, in their order.
  fileprivate func addRows(_ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>) {
    let (targetStep, sourceStep) = (rowSteps[0], rowSteps[1])
    forEachRow(0..<rows) { _, offsets in
      let (from, to) = (source + offsets[1], target + offsets[0])
      if sourceStep == 1, targetStep == 1 {
        for index in 0..<rowLength { to[index] += from[index] }
      } else {
        for index in 0..<rowLength { to[index * targetStep] += from[index * sourceStep] }
      }
    }
  }
}

/// The gradient of the same numbers under another shape.
struct RenameGradient: GradientKernel {
  private let traversal: StridedTraversal

  init(_ operand: TensorView, _ result: TensorView) { traversal = RenameKernel.traversal(operand, result) }

  var work: Int { traversal.count }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1], below != above else { return }
    traversal.addRows(above, into: below)
  }
}

/// The gradient of entries that a table names: an entry named several times has the sum.
struct PickGradient: GradientKernel {
  private let kernel: PickKernel
  private let count: Int

  init(_ kernel: PickKernel, _ result: TensorView) { (self.kernel, count) = (kernel, result.count) }

  var work: Int { count * 2 }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1] else { return }
    kernel.forEachPlace { from, to in if let from { below[from] += above[to] } }
  }
}
