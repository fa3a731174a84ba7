import Arithmetic

/// Copies numbers, move by move.
struct MoveKernel: Kernel {
  private struct Step: Sendable {
    let operand: Int, result: Int
    let from: Int, to: Int
    let shared: BlockedTraversal
    /// The same as matrices whose rows become columns, where that is what it does.
    let transposed: TransposedTraversal?
    /// The move's first block.
    let first: Int

    var blocks: Int { transposed?.blocks ?? shared.blocks }
  }

  private let steps: [Step]
  private let fill: FillKernel?
  private let operands: Int
  let blocks: Int
  let work: Int

  init(_ moves: [Move], fill: Float?, _ operands: [TensorView], _ results: [TensorView]) {
    self.operands = operands.count
    // Where something is filled the moves write over it: one block after the other.
    self.fill = fill.map { FillKernel($0, results[0]) }
    var steps: [Step] = []
    var first = 0
    for move in moves {
      let (from, to) = (operands[move.operand], results[move.result])
      let ways = [move.from.steps(in: from), move.to.steps(in: to)]
      // Channels of a map lie beside each other; of very few of them, rows of pixels are longer.
      let near = StridedTraversal(inOrderOfTheLast: move.lengths, ways)
      let traversal = near.rowLength >= 8 ? near : StridedTraversal(move.lengths, ways)
      let shared = BlockedTraversal(traversal, workPerNumber: 2)
      steps.append(
        Step(
          operand: move.operand, result: move.result, from: move.from.offset(in: from), to: move.to.offset(in: to),
          shared: shared, transposed: TransposedTraversal(traversal), first: first))
      first += steps[steps.count - 1].blocks
    }
    self.steps = steps
    blocks = fill == nil ? max(first, 1) : 1
    work = steps.reduce(0) { $0 + $1.shared.traversal.count * 2 }
  }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    if let fill {
      fill.run(into: places[operands])
      for step in steps { for block in 0..<step.blocks { run(step, block, places) } }
    } else if let step = steps.last(where: { $0.first <= block }) {
      run(step, block - step.first, places)
    }
  }

  private func run(_ step: Step, _ block: Int, _ places: Places) {
    let (from, to) = (places[step.operand] + step.from, places[operands + step.result] + step.to)
    if let transposed = step.transposed { return transposed.run(block, from, to) }
    let (fromStep, toStep) = (step.shared.traversal.rowSteps[0], step.shared.traversal.rowSteps[1])
    step.shared.forEachPiece(block) { first, offsets, count in
      let source = UnsafePointer(from + offsets[0] + first * fromStep)
      let target = to + offsets[1] + first * toStep
      if fromStep == 1, toStep == 1 { return target.update(from: source, count: count) }
      for index in 0..<count { target[index * toStep] = source[index * fromStep] }
    }
  }
}

/// One number everywhere.
struct FillKernel: Sendable {
  private let value: Float
  private let traversal: StridedTraversal

  init(_ value: Float, _ result: TensorView) {
    self.value = value
    traversal = StridedTraversal(inOrderOfTheLast: result.shape, [result.steps])
  }

  func run(into place: UnsafeMutablePointer<Float>) {
    let step = traversal.rowSteps[0]
    traversal.forEachRow(0..<traversal.rows) { _, offsets in
      let row = place + offsets[0]
      for index in 0..<traversal.rowLength { row[index * step] = value }
    }
  }
}

/// The same numbers under another shape, in the order in which they lie: row-major, or pixel by pixel of a map. Where operand and
/// result share their memory nothing is to be done.
struct RenameKernel: Kernel {
  private let shared: BlockedTraversal

  init(_ operand: TensorView, _ result: TensorView) {
    shared = BlockedTraversal(RenameKernel.traversal(operand, result), workPerNumber: 1)
  }

  /// The way through both at once, in the order in which their numbers lie.
  static func traversal(_ operand: TensorView, _ result: TensorView) -> StridedTraversal {
    func inOrder(_ view: TensorView) -> (shape: [Int], steps: [Int]) {
      let axes = view.shape.indices.sorted { view.steps[$0] > view.steps[$1] }
      return (axes.map { view.shape[$0] }, axes.map { view.steps[$0] })
    }
    let (from, to) = (inOrder(operand), inOrder(result))
    if from.shape == to.shape { return StridedTraversal(to.shape, [from.steps, to.steps]) }
    // One of them lies without gaps: it is gone through as the other.
    let isOperandWhole = operand.steps == TensorForm(operand.shape).steps()
    let own = isOperandWhole ? to : from
    let plain = TensorForm(own.shape).steps()
    return StridedTraversal(own.shape, isOperandWhole ? [plain, own.steps] : [own.steps, plain])
  }

  var blocks: Int { shared.blocks }
  var work: Int { shared.traversal.count }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    if places[0] == places[1] { return }
    let (fromStep, toStep) = (shared.traversal.rowSteps[0], shared.traversal.rowSteps[1])
    shared.forEachPiece(block) { first, offsets, count in
      let (source, target) = (places[0] + offsets[0] + first * fromStep, places[1] + offsets[1] + first * toStep)
      if fromStep == 1, toStep == 1 { return target.update(from: source, count: count) }
      for index in 0..<count { target[index * toStep] = source[index * fromStep] }
    }
  }
}

/// The entries of each axis that a table names.
struct PickKernel: Kernel {
  private let fill: Float
  /// The result's numbers in their order, and in that in which they lie: of a map the channels are beside each other.
  private let inOrder: TableTraversal, near: TableTraversal
  private let shares: RowBlocks

  init(_ tables: [[Int]], fill: Float, _ operand: TensorView, _ result: TensorView) {
    self.fill = fill
    inOrder = TableTraversal(tables, operand, result, axes: Array(tables.indices))
    near = TableTraversal(tables, operand, result, axes: tables.indices.sorted { result.steps[$0] > result.steps[$1] })
    shares = RowBlocks(rows: near.rows, workPerRow: 2 * near.rowLength)
  }

  var blocks: Int { shares.blocks }
  var work: Int { near.rows * near.rowLength * 2 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let (fromStep, toStep) = near.rowSteps
    for row in shares.rows(block) {
      let (from, to) = near.offsets(row)
      for run in near.runs {
        let target = places[1] + to + run.entry * toStep
        if let source = from.flatMap({ from in run.source.map { places[0] + from + $0 * fromStep } }) {
          if fromStep == 1, toStep == 1 {
            target.update(from: source, count: run.count)
          } else {
            for index in 0..<run.count { target[index * toStep] = source[index * fromStep] }
          }
        } else {
          for index in 0..<run.count { target[index * toStep] = fill }
        }
      }
    }
  }

  /// Calls `body` for every number of the result, in their order, with the place it has there and the one it comes from.
  @inline(__always)
  func forEachPlace(_ body: (_ from: Int?, _ to: Int) -> Void) {
    let (fromStep, toStep) = inOrder.rowSteps
    for row in 0..<inOrder.rows {
      let (from, to) = inOrder.offsets(row)
      for run in inOrder.runs {
        for index in 0..<run.count {
          body(
            from.flatMap { from in run.source.map { from + ($0 + index) * fromStep } },
            to + (run.entry + index) * toStep)
        }
      }
    }
  }
}
