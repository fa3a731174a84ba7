/// Which labels a model takes for which: the examples of an evaluation, sorted into cells by truth and answer.
public struct Confusion: Sendable, Equatable {
  /// The true labels, in the order given, then others that occur.
  public let truths: [String]
  /// The answers: the true labels in the same order, then other answers that occur.
  public let answers: [String]
  /// The places of the examples in each cell, [truth][answer].
  public let cells: [[[Int]]]

  /// Sorts an evaluation's rows.
  ///
  /// - Parameters:
  ///   - evaluation: What to sort.
  ///   - labels: The order of the labels; those that occur and are not named come after, in order of appearance.
  public init(_ evaluation: Evaluation, labels: [String] = []) {
    var truths = labels
    var index = LabelIndex(labels)
    for row in evaluation.rows where index.position(of: row.truth) == nil {
      truths.append(row.truth)
      index.append(row.truth)
    }
    var answers = truths
    for row in evaluation.rows where index.position(of: row.predicted) == nil {
      answers.append(row.predicted)
      index.append(row.predicted)
    }
    var cells = truths.map { _ in answers.map { _ in [Int]() } }
    for row in evaluation.rows {
      guard let truth = index.position(of: row.truth), let answer = index.position(of: row.predicted)
      else { continue }
      cells[truth][answer].append(row.index)
    }
    self.truths = truths
    self.answers = answers
    self.cells = cells
  }

  /// How many examples lie in each cell, [truth][answer].
  public var counts: [[Int]] { cells.map { $0.map(\.count) } }

  /// The share of each label's examples that were answered so, [truth][answer], 0…1; 0 for a label without examples.
  public var shares: [[Double]] {
    counts.map { row in
      let total = row.reduce(0, +)
      return row.map { total > 0 ? Double($0) / Double(total) : 0 }
    }
  }
}
