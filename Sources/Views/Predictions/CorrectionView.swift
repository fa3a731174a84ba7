public import Experiments
public import Figures
public import Training
import Wording

/// What learning from corrections came to: each photo's answer before and after, and plainly where nothing changed.
public struct CorrectionView {
  let model: String
  let corrections: [Correction]
  /// For each photo the answers before and after, most probable first.
  let before: [[LabelProbability]], after: [[LabelProbability]]

  /// Shows corrections with a model's answers before and after.
  public init(model: String, corrections: [Correction], before: [[LabelProbability]], after: [[LabelProbability]]) {
    (self.model, self.corrections, self.before, self.after) = (model, corrections, before, after)
  }

  /// A row for each photo.
  public var rendering: Rendering {
    let right = corrections.indices.count { isRight(after[$0], $0) }
    let changed = corrections.indices.count { before[$0].first?.label != after[$0].first?.label }
    return Table(
      caption: "\(model) after \(Numbers.count(corrections.count, "correction")): \(right) right now, "
        + (changed == 0 ? "every prediction unchanged" : "\(Numbers.count(changed, "answer")) changed"),
      columns: [
        Table.Column("photo"), Table.Column("file"), Table.Column("shows"), Table.Column("before"),
        .number("share"), Table.Column("after"), .number("share"), Table.Column(""), Table.Column("answer"),
      ],
      rows: corrections.indices.map(row),
      note: right == corrections.count
        ? "Share: the probability of the true class. The queue is empty."
        : "Share: the probability of the true class. The queue is empty. More epochs, a larger learningRate or more photos can change a prediction."
    ).rendering
  }

  private func row(_ index: Int) -> [Table.Cell] {
    let correction = corrections[index]
    let isSame = before[index].first?.label == after[index].first?.label
    return [
      Thumbnails.cell(of: correction.photo), .text(correction.photo.shortName, .muted),
      .text(correction.photo.label, .strong),
      .text(before[index].first?.label ?? "–"), .text(share(before[index], correction.photo.label)),
      .text(after[index].first?.label ?? "–"), .text(share(after[index], correction.photo.label)),
      .badge(isRight(after[index], index) ? .good : .bad),
      isSame ? .text("unchanged", .muted) : .text("changed", .strong),
    ]
  }

  private func isRight(_ answers: [LabelProbability], _ index: Int) -> Bool {
    answers.first.map { LabelSpelling.areSame($0.label, corrections[index].photo.label) } ?? false
  }

  /// The probability of the true class.
  private func share(_ answers: [LabelProbability], _ label: String) -> String {
    let share = answers.first { LabelSpelling.areSame($0.label, label) }?.probability ?? 0
    return Numbers.percent(share, 2)
  }
}
