public import Experiments
public import Figures
public import Tensors
import Wording

/// The numbers a network answers with, a row for each sample and a column for each output.
public struct PredictedNumbersView {
  let model: NetworkModel
  /// What each sample is called.
  let samples: [String]
  /// [samples, outputs].
  let values: Tensor

  /// Takes what is to be shown.
  public init(model: NetworkModel, samples: [String], values: Tensor) {
    (self.model, self.samples, self.values) = (model, samples, values)
  }

  /// The table; of many outputs the first twelve.
  public var rendering: Rendering {
    let shown = min(model.outputs.count, 12)
    return Table(
      caption: "\(model.name): \(Numbers.count(samples.count, "answer"))",
      columns: [Table.Column("sample")] + model.outputs.labels.prefix(shown).map { .number($0) },
      rows: samples.indices.map { index in
        [.text(samples[index], .muted)] + values.row(index).prefix(shown).map { .text(Numbers.decimal(Double($0), 4)) }
      },
      note: shown < model.outputs.count
        ? "\(Numbers.count(model.outputs.count - shown, "more output")) not shown." : nil,
      rowLimit: 200
    ).rendering
  }
}
