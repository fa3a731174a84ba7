public import Figures
import Wording

/// The numbers a model answers with, a row for each sample and a column for each output.
public struct PredictedNumbersView {
  let model: String
  /// What each output is called.
  let outputs: [String]
  /// What each sample is called.
  let samples: [String]
  /// For each sample a number for each output.
  let values: [[Double]]

  /// Shows the numbers of samples, output by output.
  public init(model: String, outputs: [String], samples: [String], values: [[Double]]) {
    (self.model, self.outputs, self.samples, self.values) = (model, outputs, samples, values)
  }

  /// The table; of many outputs the first twelve.
  public var rendering: Rendering {
    let shown = min(outputs.count, 12)
    return Table(
      caption: "\(model): \(Numbers.count(samples.count, "answer"))",
      columns: [Table.Column("sample")] + outputs.prefix(shown).map { .number($0) },
      rows: zip(samples, values).map { sample, values in
        [.text(sample, .muted)] + values.prefix(shown).map { .text(Numbers.decimal($0, 4)) }
      }, note: shown < outputs.count ? "\(Numbers.count(outputs.count - shown, "more output")) not shown." : nil,
      rowLimit: 200
    ).rendering
  }
}
