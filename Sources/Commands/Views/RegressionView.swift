import CommandLanguage
import Experiments
import Figures
import Training

/// How well a network's numbers meet the true ones.
struct RegressionView {
  let model: String
  let split: String
  /// What each output is called.
  let outputs: [String]
  /// The true numbers, and the network's, sample by sample, output by output.
  let truths: [Double], answers: [Double]

  private var evaluation: NumberEvaluation {
    NumberEvaluation(truths: truths, answers: answers, outputs: max(1, outputs.count))
  }

  /// How many samples there were.
  var count: Int { truths.count / max(1, outputs.count) }

  /// How the intervals were found.
  static let note =
    "Intervals: 95 % of 1,000 resamples of the samples, seed=1. R² is the share of the variance explained: 1 is perfect, 0 no "
    + "better than the mean."

  /// The columns of `rows`.
  static let columns = [
    Table.Column("output"), Table.Column.number("RMSE"), .number("95 % interval"), .number("MAE"),
    .number("95 % interval"), .number("R²"), .number("95 % interval"),
  ]

  /// The measures with their intervals: one row, and with several outputs one more for each.
  var rows: [[Table.Cell]] {
    let evaluation = evaluation
    let whole = Self.row(outputs.count == 1 ? outputs[0] : "all", evaluation)
    return outputs.count == 1 ? [whole] : [whole] + outputs.indices.map { Self.row(outputs[$0], evaluation.only($0)) }
  }

  private static func row(_ name: String, _ evaluation: NumberEvaluation) -> [Table.Cell] {
    let (measures, intervals) = (evaluation.measures, evaluation.intervals())
    func range(_ interval: ClosedRange<Double>?) -> Table.Cell {
      .text(
        interval.map { "\(Numbers.decimal($0.lowerBound, 4)) – \(Numbers.decimal($0.upperBound, 4))" } ?? "–", .muted)
    }
    return [
      .text(name), .text(Numbers.decimal(measures.root, 4)), range(intervals.root),
      .text(Numbers.decimal(measures.absolute, 4)), range(intervals.absolute),
      .text(measures.explained.map { Numbers.decimal($0, 4) } ?? "–"), range(intervals.explained),
    ]
  }

  /// The samples one by one.
  var samples: Rendering {
    let count = outputs.count
    return Table(
      caption: "\(model) on \(split), sample by sample",
      columns: [.number("sample"), .number("true"), .number("answer"), .number("difference")],
      rows: (0..<truths.count / max(1, count)).map { index in
        let own = index * count..<(index + 1) * count
        return [
          .integer(index, .muted), .text(own.map { Numbers.short(truths[$0]) }.joined(separator: ", ")),
          .text(own.map { Numbers.decimal(answers[$0], 4) }.joined(separator: ", ")),
          .text(own.map { Numbers.decimal(answers[$0] - truths[$0], 4) }.joined(separator: ", ")),
        ]
      }, rowLimit: 40
    ).rendering
  }
}
