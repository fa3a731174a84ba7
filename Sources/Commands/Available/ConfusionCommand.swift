import Figures
import Language
import Training

/// `confusion near hand on=hands.test thumbnails=true`
struct ConfusionCommand: Command {
  static let declaration = CommandDeclaration(
    "confusion", "Counts which class was taken for which.",
    discussion:
      "A row for each true class, a column for each answer; with thumbnails=true the photos stand in their cells.",
    positionals: [PositionalDeclaration("model", .model, "The models to ask.", repeats: true)],
    arguments: [
      ArgumentDeclaration("on", .split, "The photos or samples to ask about.", isRequired: true),
      ArgumentDeclaration("thumbnails", .bool, "Whether the photos are shown in the cells.", default: "false"),
      ArgumentDeclaration("normalize", .bool, "Whether cells show the share of their row.", default: "false"),
    ],
    examples: ["confusion near hand on=hands.test thumbnails=true"])

  private let names: [CheckedValue]
  private let on: CheckedValue
  private let hasThumbnails: Bool
  private let showsShares: Bool

  /// The most pictures in one cell: more would make the page heavy.
  private static let pictureLimit = 12

  init(_ arguments: Arguments) throws(Fault) {
    guard let on = arguments["on"] else { preconditionFailure("on is required") }
    names = arguments.positionals
    self.on = on
    hasThumbnails = arguments.bool("thumbnails") ?? false
    showsShares = arguments.bool("normalize") ?? false
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let selection = try session.selection(on)
    var parts: [Rendering] = []
    for name in names {
      let model = try session.model(name)
      do {
        let evaluation = try session.evaluate(model, on: selection, batchSize: 64, stage: stage)
        let view = EvaluationView(model: model, selection: selection, evaluation: evaluation, isWorstFirst: false)
        parts.append(
          matrix(of: evaluation, on: selection, caption: "\(model.name) on \(selection.text): \(view.summary)"))
      } catch let fault as Fault {
        throw fault.placed(at: fault.isAboutPhotos ? on.span : name.span)
      }
    }
    return Rendering.stacked(parts)
  }

  private func matrix(of evaluation: Evaluation, on selection: Selection, caption: String) -> Rendering {
    let answers = evaluation.rows.map(\.predicted)
    let others = answers.filter { LabelSpelling.position(of: $0, in: selection.labels) == nil }
    let labels = selection.labels + Set(others).sorted()
    var counts = [[Int]](repeating: [Int](repeating: 0, count: labels.count), count: labels.count)
    var pictures = [[[Thumbnail]]](
      repeating: [[Thumbnail]](repeating: [], count: labels.count), count: labels.count)
    for row in evaluation.rows {
      guard let truth = LabelSpelling.position(of: row.truth, in: labels),
        let answer = LabelSpelling.position(of: row.predicted, in: labels)
      else { continue }
      counts[truth][answer] += 1
      guard hasThumbnails, pictures[truth][answer].count < Self.pictureLimit,
        case .picture(var thumbnail) = Thumbnails.cell(of: selection, row.index, width: 32).content
      else { continue }
      thumbnail.description = "\(selection.sampleName(row.index)), \(Numbers.percent(row.confidence))"
      pictures[truth][answer].append(thumbnail)
    }
    return ConfusionMatrix(
      caption: caption, labels: labels, counts: counts, showsShares: showsShares,
      pictures: hasThumbnails ? pictures : []
    ).rendering
  }
}
