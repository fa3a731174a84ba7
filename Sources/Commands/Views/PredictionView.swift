import CommandLanguage
import Experiments
import Figures
import Training

/// How a model's answers to photos without a known class are shown.
struct PredictionView {
  let model: Model
  let photos: [Photo]
  /// For each photo the classes, most probable first.
  let answers: [[LabelProbability]]
  let top: Int
  let reject: Double?

  /// One photo with its answers below each other, or several photos, a row each.
  var rendering: Rendering { photos.count == 1 ? single : table }

  private var single: Rendering {
    let best = answers[0].prefix(top)
    let rows: [[Table.Cell]] = best.enumerated().map { index, answer in
      [
        index == 0 ? Thumbnails.cell(of: photos[0], width: 84) : .text(""),
        .text(answer.label, index == 0 ? .strong : .none),
        Table.Cell(.share(answer.probability, decimals: 1)),
      ]
    }
    return Table(
      caption: "\(model.name): \(verdict(answers[0]))",
      columns: [Table.Column("photo"), Table.Column("answer"), Table.Column("probability")], rows: rows,
      note: photos[0].name
    ).rendering
  }

  private var table: Rendering {
    Table(
      caption: "\(model.name): \(Numbers.count(photos.count, "photo"))",
      columns: [Table.Column("photo"), Table.Column("file"), Table.Column("answer"), Table.Column("probability")]
        + (1..<max(top, 1)).map { Table.Column("\($0 + 1).") },
      rows: zip(photos, answers).map { photo, answers in
        [
          Thumbnails.cell(of: photo), .text(photo.shortName, .muted), .text(verdict(answers), .strong),
          Table.Cell(.share(answers.first?.probability ?? 0, decimals: 1)),
        ] + answers.prefix(top).dropFirst().map { .text("\($0.label) \(Numbers.percent($0.probability))", .muted) }
      }, rowLimit: 200
    ).rendering
  }

  private func verdict(_ answers: [LabelProbability]) -> String {
    guard let best = answers.first else { return "–" }
    if let reject, best.probability < reject { return "unsure" }
    return best.label
  }
}
