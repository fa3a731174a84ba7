public import Experiments
public import Figures
import Training
import Wording

/// How well a network's numbers meet the true ones.
public struct RegressionView {
  let predictions: NumberPredictions
  /// Whether samples are listed by their error, the largest first.
  let isWorstFirst: Bool

  /// Shows predicted numbers.
  ///
  /// - Parameters:
  ///   - predictions: A model's numbers beside the true ones.
  ///   - isWorstFirst: Whether samples are listed by their error, the largest first.
  public init(_ predictions: NumberPredictions, isWorstFirst: Bool) {
    (self.predictions, self.isWorstFirst) = (predictions, isWorstFirst)
  }

  /// How the intervals were found.
  public static let note = NumberMeasures.note()

  /// The columns of `rows`.
  public static let columns = [Table.Column("output")] + NumberMeasures.columns()

  /// The measures with their intervals: one row, and with several outputs one more for each.
  public var rows: [[Table.Cell]] {
    let (outputs, evaluation) = (predictions.outputs, predictions.evaluation)
    let whole = Self.row(outputs.count == 1 ? outputs[0] : "all", evaluation)
    return outputs.count == 1 ? [whole] : [whole] + outputs.indices.map { Self.row(outputs[$0], evaluation.only($0)) }
  }

  private static func row(_ name: String, _ evaluation: NumberEvaluation) -> [Table.Cell] {
    [.text(name)] + NumberMeasures(evaluation).cells()
  }

  /// The samples one by one.
  public var samples: Rendering {
    let (evaluation, count) = (predictions.evaluation, predictions.outputs.count)
    let (truths, answers, scale) = (evaluation.truths, evaluation.answers, evaluation.measures.root)
    return Table(
      caption: "\(predictions.model) on \(predictions.split), sample by sample",
      columns: [.number("sample"), .number("true"), .number("answer"), .number("difference")],
      rows: (isWorstFirst ? evaluation.worstFirst : Array(0..<evaluation.count)).map { index in
        let own = index * count..<(index + 1) * count
        return [
          .integer(index, .muted), .text(own.map { Numbers.short(truths[$0]) }.joined(separator: ", ")),
          .text(own.map { Numbers.measured(answers[$0], like: scale) }.joined(separator: ", ")),
          .text(own.map { Numbers.measured(answers[$0] - truths[$0], like: scale) }.joined(separator: ", ")),
        ]
      }, rowLimit: 40
    ).rendering
  }
}
