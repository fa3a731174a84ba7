extension TensorOperation {
  /// Whether its result lies in memory as its input does, where neither has gaps: its input under another shape, or with its axes in
  /// another order that is the one in which its numbers lie.
  public var isUnchanging: Bool {
    if isRenaming { return true }
    guard case .move(let moves, fill: nil) = kind, let move = moves.first, moves.count == 1, operands.count == 1,
      case .input(let form) = operands[0], move.lengths.reduce(1, *) == form.count, form.count == results[0].count
    else { return false }
    let (from, to) = (TensorView(form), TensorView(results[0]))
    let areSame = zip(move.lengths, zip(move.from.steps(in: from), move.to.steps(in: to))).allSatisfy { length, steps in
      length == 1 || steps.0 == steps.1
    }
    return areSame && move.from.offset(in: from) == 0 && move.to.offset(in: to) == 0
  }
}

extension TensorOperation {
  /// The rows and columns of its input where it makes columns of the rows: the same numbers [columns][rows], whatever axes these
  /// fall into. nil where it does anything else.
  public var turnedMatrix: (rows: Int, columns: Int)? {
    guard case .move(let moves, fill: nil) = kind, let move = moves.first, moves.count == 1, operands.count == 1,
      case .input(let form) = operands[0], !form.isMap, !results[0].isMap,
      move.lengths.reduce(1, *) == form.count, form.count == results[0].count
    else { return nil }
    let (from, to) = (TensorView(form), TensorView(results[0]))
    guard move.from.offset(in: from) == 0, move.to.offset(in: to) == 0 else { return nil }
    // Loops that follow each other in both tensors are one loop.
    var loops: [(length: Int, from: Int, to: Int)] = []
    for (length, steps) in zip(move.lengths, zip(move.from.steps(in: from), move.to.steps(in: to))) where length > 1 {
      if let last = loops.last, last.from == steps.0 * length, last.to == steps.1 * length {
        loops[loops.count - 1] = (last.length * length, steps.0, steps.1)
      } else {
        loops.append((length, steps.0, steps.1))
      }
    }
    guard loops.count == 2, loops[0].from == 1, loops[1].from == loops[0].length, loops[1].to == 1,
      loops[0].to == loops[1].length
    else { return nil }
    return (loops[1].length, loops[0].length)
  }
}
