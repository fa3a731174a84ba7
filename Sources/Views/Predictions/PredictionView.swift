public import Experiments
public import Figures
public import Training
import Wording

/// How a model's answers to photos without a known class are shown.
public struct PredictionView {
  let model: Model
  let photos: [Photo]
  /// For each photo the classes, most probable first.
  let answers: [[LabelProbability]]
  let top: Int
  let rejection: Rejection?

  /// Shows answers to photos, of each the `top` most probable classes.
  public init(model: Model, photos: [Photo], answers: [[LabelProbability]], top: Int, rejection: Rejection?) {
    (self.model, self.photos, self.answers, self.top) = (model, photos, answers, top)
    self.rejection = rejection
  }

  /// When an answer is not given: it is not probable enough, or the photo is unlike everything learnt.
  public struct Rejection {
    /// The least probability.
    let below: Double
    /// For each photo the p-value of its distance from what was learnt; nil where that is not known.
    let rarities: [Double]?
    /// How many learnt samples the p-values rest on.
    let learnt: Int

    /// Rejects answers less probable than `below`, and photos that are rare among what was learnt.
    public init(below: Double, rarities: [Double]?, learnt: Int) {
      (self.below, self.rarities, self.learnt) = (below, rarities, learnt)
    }
  }

  /// One photo with its answers below each other, or several photos, a row each.
  public var rendering: Rendering { photos.count == 1 ? single : table }

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
      caption: "\(model.name): \(verdict(0))",
      columns: [Table.Column("photo"), Table.Column("answer"), Table.Column("probability")], rows: rows,
      note: [photos[0].name, remark].filter { !$0.isEmpty }.joined(separator: "\n")
    ).rendering
  }

  private var table: Rendering {
    Table(
      caption: "\(model.name): \(Numbers.count(photos.count, "photo"))",
      columns: [Table.Column("photo"), Table.Column("file"), Table.Column("answer"), Table.Column("probability")]
        + (1..<max(top, 1)).map { Table.Column("\($0 + 1).") },
      rows: photos.indices.map { index in
        let (photo, answers) = (photos[index], answers[index])
        return [
          Thumbnails.cell(of: photo), .text(photo.shortName, .muted), .text(verdict(index), .strong),
          Table.Cell(.share(answers.first?.probability ?? 0, decimals: 1)),
        ] + answers.prefix(top).dropFirst().map { .text("\($0.label) \(Numbers.percent($0.probability))", .muted) }
      }, note: remark.isEmpty ? nil : remark, rowLimit: 200
    ).rendering
  }

  private func verdict(_ index: Int) -> String {
    guard let best = answers[index].first else { return "–" }
    guard let rejection else { return best.label }
    if let rarities = rejection.rarities, Familiarity.isUnfamiliar(rarities[index]) { return "unsure (unfamiliar)" }
    return best.probability < rejection.below ? "unsure" : best.label
  }

  /// What there is to know of unfamiliar photos; empty where nothing is.
  private var remark: String {
    guard let rejection else { return "" }
    guard let rarities = rejection.rarities else {
      return "The training samples of \(model.name) are missing, so unfamiliar photos cannot be recognised."
    }
    guard rejection.learnt >= Familiarity.fewest else {
      let learnt = Numbers.count(rejection.learnt, "training sample")
      return "\(learnt): too few to recognise unfamiliar photos (\(Familiarity.fewest) are needed)."
    }
    let unfamiliar = rarities.filter(Familiarity.isUnfamiliar)
    guard let least = unfamiliar.min() else { return "" }
    let which = photos.count == 1 ? "unfamiliar" : "\(Numbers.part(unfamiliar.count, of: photos.count)) unfamiliar"
    return
      "\(which): farther from the nearest training sample than 19 in 20 training samples are from their nearest neighbours "
      + "(\(photos.count == 1 ? "p =" : "least p =") \(Numbers.short((least * 1000).rounded() / 1000)), "
      + "\(Numbers.count(rejection.learnt, "training sample")))."
  }
}
