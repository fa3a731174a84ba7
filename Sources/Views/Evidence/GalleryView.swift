public import Experiments
public import Figures
public import Training
import Wording

/// A model's answers as pictures.
public struct GalleryView {
  let model: Model
  let selection: Selection
  let evaluation: Evaluation
  /// The answers shown, in order.
  let rows: [Evaluation.Row]
  /// How many there are of that sort, and of what sort: all, errors, unsure.
  let total: Int
  let shown: String
  /// For each row the training samples it is owed to.
  public var reasons: Reasons?
  /// The most of them shown beside an answer.
  public var mostReasons = 3

  /// Shows some of a model's answers, of `total` of their sort.
  public init(
    model: Model, selection: Selection, evaluation: Evaluation, rows: [Evaluation.Row], total: Int, shown: String
  ) {
    (self.model, self.selection, self.evaluation, self.rows) = (model, selection, evaluation, rows)
    (self.total, self.shown) = (total, shown)
  }

  /// A row for each answer, with the training samples it is owed to.
  public var table: Rendering {
    let hasReasons = reasons != nil
    Thumbnails.prepare(rows.map(\.index), of: selection)
    var columns = [
      Table.Column(""), Table.Column(isTable ? "sample" : "file"), Table.Column("class"), Table.Column("answer"),
      Table.Column("confidence"), .number("loss"), Table.Column("", .center),
    ]
    if hasReasons { columns.append(Table.Column("training samples")) }
    return Table(
      caption: caption, columns: columns,
      rows: rows.enumerated().map { place, row in
        var cells: [Table.Cell] = [
          Thumbnails.cell(of: selection, row.index, width: 64), .text(selection.sampleName(row.index), .muted),
          .text(row.truth), .text(row.predicted, .strong), Table.Cell(.share(row.confidence, decimals: 1)),
          .number(row.loss, .decimal(4)), .badge(row.isCorrect ? .good : .bad),
        ]
        if let reasons, place < reasons.reasons.count { cells.append(cell(reasons.reasons[place])) }
        return cells
      }, note: note
    ).rendering
  }

  private var isTable: Bool { if case .table = selection { true } else { false } }

  private func cell(_ reasons: [NearSample]) -> Table.Cell {
    Table.Cell(
      .pictures(
        reasons.prefix(mostReasons).map { reason in
          var thumbnail = Thumbnails.thumbnail(of: reason, noun: selection.dataset.noun)
          thumbnail.caption = "\(reason.label) \(Numbers.percent(reason.share, 0))"
          return thumbnail
        }))
  }

  /// The photos in a grid, each with its answer below.
  public func grid(columns: Int) -> ImageGrid {
    Thumbnails.prepare(rows.map(\.index), of: selection)
    return ImageGrid(
      title: caption,
      groups: [
        ImageGrid.Group(
          title: shown == "all" ? "answers" : shown,
          items: rows.map { row in
            let thumbnail = Thumbnails.thumbnail(of: selection, row.index)
            let answer = "\(row.predicted) \(Numbers.percent(row.confidence))"
            return ImageGrid.Item(
              source: thumbnail.source.isEmpty ? nil : thumbnail.source,
              caption: row.isCorrect ? answer : "\(answer), is \(row.truth)", badge: row.isCorrect ? .good : .bad,
              description: "\(selection.sampleName(row.index)): \(row.truth), answered \(answer)",
              photo: thumbnail.photo)
          }, total: total)
      ], columns: columns, imageWidth: 112, note: note)
  }

  /// The photos one below the other, each followed by the training samples it is owed to: the table as a drawing.
  public var rowsOfPictures: ImageGrid {
    ImageGrid(
      title: caption,
      groups: rows.enumerated().map { place, row in
        let own = Thumbnails.thumbnail(of: selection, row.index)
        let answer = "\(row.predicted) \(Numbers.percent(row.confidence))"
        var items = [
          ImageGrid.Item(
            source: own.source.isEmpty ? nil : own.source, caption: answer, badge: row.isCorrect ? .good : .bad,
            description: own.description)
        ]
        let near = reasons.flatMap { place < $0.reasons.count ? $0.reasons[place] : nil } ?? []
        items += near.prefix(mostReasons).map { reason in
          let thumbnail = Thumbnails.thumbnail(of: reason, noun: selection.dataset.noun)
          return ImageGrid.Item(
            source: thumbnail.source.isEmpty ? nil : thumbnail.source,
            caption: "\(reason.label) \(Numbers.percent(reason.share, 0))", description: thumbnail.description)
        }
        return ImageGrid.Group(title: "\(selection.sampleName(row.index)): \(row.truth)", items: items)
      }, columns: 1 + mostReasons, imageWidth: 84, note: note)
  }

  /// The answers as numbers.
  public var numbers: CSVText {
    var table = CSVText(header: ["\(selection.dataset.noun)", "class", "answer", "confidence %", "loss", "correct"])
    for row in rows {
      table.append([
        .text(selection.sampleName(row.index)), .text(row.truth), .text(row.predicted), .number(row.confidence * 100),
        .number(row.loss), .text(row.isCorrect ? "true" : "false"),
      ])
    }
    return table
  }

  private var caption: String {
    let view = EvaluationView(model: model, selection: selection, evaluation: evaluation, isWorstFirst: false)
    return "\(model.name) on \(selection.text): \(view.summary)"
  }

  private var note: String? {
    var lines: [String] = []
    if rows.isEmpty { lines.append(shown == "errors" ? "No prediction is wrong." : "No prediction is unsure.") }
    if rows.count < total { lines.append("\(Numbers.part(rows.count, of: total)) shown; limit= shows more.") }
    if let reasons, !rows.isEmpty {
      lines.append(
        "training samples: the nearest training \(selection.dataset.noun)s in \(reasons.space.phrase), with their share"
      )
    }
    if let confidence = evaluation.meanConfidenceOfErrors {
      lines.append("mean confidence of wrong predictions \(Numbers.percent(confidence, 1))")
    }
    if let share = evaluation.shareOfLoss(), evaluation.count > 5 {
      lines.append("the five largest losses carry \(Numbers.percent(share, 0)) of the sum")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
