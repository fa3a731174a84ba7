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
