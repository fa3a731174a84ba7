import Experiments
public import Figures
public import Training
import Wording

/// How well a network's numbers meet the true ones.
public struct RegressionView {
  let model: String
  let split: String
  /// What each output is called.
  let outputs: [String]
  /// The true numbers, and the network's, sample by sample, output by output.
  let truths: [Double], answers: [Double]
  /// Whether samples are listed by their error, the largest first.
  public var isWorstFirst = false

  /// The numbers as errors.
  public var evaluation: NumberEvaluation {
    NumberEvaluation(truths: truths, answers: answers, outputs: max(1, outputs.count))
  }

  /// How many samples there were.
  public var count: Int { truths.count / max(1, outputs.count) }

  /// How the intervals were found.
  public static let note = NumberMeasures.note()

  /// The columns of `rows`.
  public static let columns = [Table.Column("output")] + NumberMeasures.columns()

  /// The measures with their intervals: one row, and with several outputs one more for each.
  public var rows: [[Table.Cell]] {
    let evaluation = evaluation
    let whole = Self.row(outputs.count == 1 ? outputs[0] : "all", evaluation)
    return outputs.count == 1 ? [whole] : [whole] + outputs.indices.map { Self.row(outputs[$0], evaluation.only($0)) }
  }

  private static func row(_ name: String, _ evaluation: NumberEvaluation) -> [Table.Cell] {
    [.text(name)] + NumberMeasures(evaluation).cells()
  }

  /// The samples one by one.
  public var samples: Rendering {
    let count = outputs.count
    let scale = evaluation.measures.root
    return Table(
      caption: "\(model) on \(split), sample by sample",
      columns: [.number("sample"), .number("true"), .number("answer"), .number("difference")],
      rows: (isWorstFirst ? evaluation.worstFirst : Array(0..<self.count)).map { index in
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
