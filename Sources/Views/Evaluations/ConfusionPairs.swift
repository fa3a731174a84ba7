import Experiments
public import Figures
public import Training

/// How often each class was taken for which, as a table of numbers: a row for each pair of true class and answer.
public struct ConfusionPairs {
  /// The model asked, and what it answered.
  let model: String
  let evaluation: Evaluation
  /// The classes of a matrix; of more than these only pairs that occur are told.
  let labels: [String]
  /// Whether pairs that do not occur are told, too.
  let isWhole: Bool

  /// Counts pairs of these classes, or of more classes only those that occur.
  public init(model: String, evaluation: Evaluation, labels: [String], isWhole: Bool) {
    (self.model, self.evaluation, self.labels, self.isWhole) = (model, evaluation, labels, isWhole)
  }

  /// The pairs of several models as one table.
  public static func numbers(_ models: [ConfusionPairs]) -> CSVText {
    var table = CSVText(header: ["model", "true", "predicted", "count", "share %"])
    for pairs in models { pairs.add(to: &table) }
    return table
  }

  private func add(to table: inout CSVText) {
    let index = LabelIndex(labels)
    let totals = index.counts(of: evaluation.rows.lazy.map(\.truth))
    var counts: [[Int]: Int] = [:]
    for row in evaluation.rows {
      guard let truth = index.position(of: row.truth), let answer = index.position(of: row.predicted) else { continue }
      counts[[truth, answer], default: 0] += 1
    }
    let places =
      isWhole
      ? labels.indices.flatMap { truth in labels.indices.map { [truth, $0] } }
      : counts.keys.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    for place in places {
      let (count, total) = (counts[place] ?? 0, totals[place[0]])
      table.append([
        .text(model), .text(labels[place[0]]), .text(labels[place[1]]), .integer(count),
        .number(total > 0 ? 100 * Double(count) / Double(total) : nil),
      ])
    }
  }
}
