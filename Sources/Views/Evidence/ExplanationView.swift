public import Experiments
public import Figures
public import Networks
import Pictures
public import Training
import Wording

/// Why a model answers a photo as it does.
public struct ExplanationView {
  let model: Model
  let photo: Photo
  /// The answer.
  let row: Evaluation.Row

  /// Explains one answer.
  public init(model: Model, photo: Photo, row: Evaluation.Row) {
    (self.model, self.photo, self.row) = (model, photo, row)
  }

  private var headline: String {
    let answer = "\(model.name) says \(row.predicted) to \(photo.shortName), \(Numbers.percent(row.confidence)) sure"
    guard !photo.label.isEmpty else { return answer }
    return answer + (row.isCorrect ? ", and is right" : "; it is \(photo.label)")
  }

  private var portrait: Table.Cell { Thumbnails.cell(of: photo, width: 96) }

  /// The training photos it is most alike.
  public func neighbors(_ reasons: Reasons?, most: Int) -> Rendering {
    guard let reasons, let own = reasons.reasons.first else {
      return Rendering.text("\(headline). Its training samples are not known.")
    }
    var columns = [Table.Column("photo"), Table.Column("training samples")]
    let pictures = own.prefix(most).map { reason in
      var thumbnail = Thumbnails.thumbnail(of: reason, noun: "photo")
      thumbnail.caption = "\(reason.label) \(Numbers.percent(reason.share, 0))"
      thumbnail.width = 72
      return thumbnail
    }
    var shares: [String: Double] = [:]
    for reason in own { shares[reason.label, default: 0] += reason.share }
    let sums = shares.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
      .map { "\($0.key) \(Numbers.percent($0.value, 0))" }
    columns.append(Table.Column("in all"))
    return Table(
      caption: headline, columns: columns,
      rows: [[portrait, Table.Cell(.pictures(pictures)), .text(sums.joined(separator: "\n"))]],
      note: "the nearest training photos in \(reasons.space.phrase), with their share"
    ).rendering
  }

  /// The photo beside the map of what its answer hangs on.
  public static func occlusion(
    _ map: Occlusion, pixels: PixelBuffer, model: String, photo: Photo, answer: LabelProbability
  ) -> Rendering {
    let strongest = map.strongest
    let seen = Picture(width: pixels.width, height: pixels.height, pixels: pixels.bytes)
    func cell(_ picture: Picture, _ text: String) -> Table.Cell {
      let source = (try? picture.jpegDataURI(longestSide: 320, quality: 0.85)) ?? ""
      return .picture(Thumbnail(source: source, description: text, width: 227))
    }
    let place = "row \(strongest.row + 1) of \(map.rows), column \(strongest.column + 1) of \(map.columns)"
    let without = Numbers.percent(max(0, answer.probability - strongest.fall))
    let hangs =
      strongest.fall > 0.005
      ? "The square in \(place) matters most: covered with grey, it leaves \(answer.label) at \(without)."
      : "No single square matters: the strongest, in \(place), leaves \(answer.label) at \(without)."
    return Table(
      caption: "\(model) says \(answer.label) to \(photo.shortName), \(Numbers.percent(answer.probability)) sure",
      columns: [Table.Column("what it sees"), Table.Column("what it looks at")],
      rows: [
        [
          cell(seen, photo.shortName), cell(map.overlay(on: pixels), "what \(model) looks at in \(photo.shortName)"),
        ]
      ],
      note: "\(hangs)\nIn colour: covering it makes the prediction less probable. Blue: more probable."
    ).rendering
  }

  /// What one training photo less would have changed.
  public func removal(_ removal: Removal, learnt: [Photo], seconds: Double) -> Rendering {
    let decisive = removal.decisive
    let shown = decisive.isEmpty ? removal.strongest.map { [$0.place] } ?? [] : Array(decisive.prefix(8))
    let other = row.isCorrect ? "wrong" : "right"
    let verdict =
      decisive.isEmpty
      ? "No single training photo is decisive: without any one of the \(learnt.count), the prediction stays \(row.isCorrect ? "right" : "wrong")."
      : "\(Numbers.count(decisive.count, "photo")) of \(learnt.count) \(decisive.count == 1 ? "decides" : "decide"): "
        + "without \(decisive.count == 1 ? "it" : "any one of them") the prediction \(other)."
    return Table(
      caption: headline,
      columns: [
        Table.Column(""), Table.Column("without"), Table.Column("class"), Table.Column("answer"),
        .number("\(photo.label) before"), .number("then"), Table.Column("", .center),
      ],
      rows: shown.map { place in
        let then = removal.without[place]
        return [
          Thumbnails.cell(of: learnt[place], width: 56), .text(learnt[place].shortName, .muted),
          .text(learnt[place].label), .text(then.predicted, .strong),
          .text(Numbers.percent(row.probabilityOfTruth)), .text(Numbers.percent(then.probabilityOfTruth)),
          .badge(then.isCorrect ? .good : .bad),
        ]
      },
      note: "\(verdict)\nEach line is one training: \(Numbers.count(learnt.count + 1, "training")) in "
        + "\(Numbers.duration(seconds)). \(model.name) has not changed."
    ).rendering
  }
}

extension Reasons.Space {
  /// The space behind "nearest in".
  var phrase: String {
    switch self {
    case .features(let extractor): extractor.phrase
    case .input(let layer): "the input of \(layer)"
    }
  }
}
