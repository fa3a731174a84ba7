import CommandLanguage
import Experiments
import Figures
import Language
import Networks
import Tensors
import Training
import Views
import Wording

/// `confusion near hand on=hands.test thumbnails=true`
struct ConfusionCommand: Command {
  private static let models = PositionalArgument(repeating: "model", .model, "The models to evaluate.", effect: .asks)
  private static let on = KeyedArgument(required: "on", .split, "The samples to predict.")
  private static let thumbnails = KeyedArgument("thumbnails", .bool, "Whether cells show their photos.", default: false)
  private static let normalize = KeyedArgument(
    "normalize", .bool, "Whether cells show shares of their row.", default: false)
  private static let epochs = KeyedArgument(
    "epochs", .bool, "Whether to show the matrix after every epoch of training.", default: false)

  static let declaration = CommandDeclaration(
    "confusion", "Shows the confusion matrix of models: true classes against predicted classes.",
    discussion: """
      A row is a true class, a column a predicted one; thumbnails=true shows the photos in the cells. Models that \
      predict numbers have no confusion matrix: see plot y=predicted. epochs=true repeats a network's last training \
      from its initial weights on a copy and shows the matrix after every epoch, in a strip to scroll through that \
      also works without the kernel. path= also writes the figure to a file, as .csv with one row for each pair of \
      true and predicted class; a file that Whet did not write is replaced only with replace=true.
      """,
    positionals: [models],
    arguments: [on, thumbnails, normalize, epochs, FigureFile.path, ReplaceArgument.replace],
    examples: [
      "confusion near hand on=hands.test thumbnails=true", "confusion hand on=hands.test epochs=true",
      "confusion near hand on=hands.test path=\"confusion.csv\"",
    ])

  private let names: [CheckedValue]
  private let on: CheckedValue
  private let hasThumbnails: Bool
  private let showsShares: Bool
  private let showsEpochs: Bool
  private let file: FigureFile?

  /// The most pictures in one cell: more would make the page heavy.
  private static let pictureLimit = 12

  /// The most classes a matrix is drawn for; with more, what is confused most often is listed.
  private static let mostClasses = 60

  init(_ arguments: Arguments) throws {
    names = arguments[Self.models]
    on = arguments[Self.on]
    hasThumbnails = arguments[Self.thumbnails]
    showsShares = arguments[Self.normalize]
    showsEpochs = arguments[Self.epochs]
    if showsEpochs {
      try arguments.refuse(FigureFile.path, belongingTo: "one matrix", "Leave it out with epochs=true.")
    }
    file = try FigureFile(arguments)
    if showsEpochs, hasThumbnails {
      try arguments.refuse(
        Self.thumbnails, belongingTo: "one matrix",
        "Leave it out with epochs=true: every photo would be there many times."
      )
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    try file?.checkPlace(in: workspace)
    let selection = try workspace.lookup.selection(on)
    var parts: [Rendering] = []
    var drawings: [Scene] = []
    var pairs: [ConfusionPairs] = []
    for name in names {
      let model = try workspace.lookup.model(name)
      do {
        guard !model.isRegressor else {
          throw ExperimentError.evidence(.confusionOfNumbers(model.name, on: selection.text))
        }
        if showsEpochs {
          guard case .network(let network) = model else {
            throw Diagnostic(.notUnderstoodBy(command: "epochs=true", model: model.name, kind: model.kind))
          }
          parts.append(try replay(network, on: selection, in: workspace, context: context))
          continue
        }
        let evaluation = try workspace.inference(context).evaluate(model, on: selection, batchSize: 64)
        let view = EvaluationView(model: model, selection: selection, evaluation: evaluation, isWorstFirst: false)
        let caption = "\(model.name) on \(selection.text): \(view.summary)"
        parts.append(rendering(of: evaluation, by: model, on: selection, caption: caption))
        guard let file else { continue }
        let labels = Self.labels(of: evaluation, on: selection)
        let isDrawn = labels.count <= Self.mostClasses
        if file.isDrawing, !isDrawn {
          throw Diagnostic(
            .file(.figure(.tooManyClasses(labels.count, limit: Self.mostClasses, line: file.line(ending: .csv)))),
            at: file.span)
        }
        if file.isDrawing { drawings.append(matrix(labels, evaluation, selection, caption).scene()) }
        pairs.append(ConfusionPairs(model: model.name, evaluation: evaluation, labels: labels, isWhole: isDrawn))
      } catch {
        throw error.placed(at: error.isAboutPhotos ? on.span : name.span)
      }
    }
    if let file {
      parts.append(
        try file.write(in: workspace, drawing: { Scene.stacked(drawings) }, numbers: { ConfusionPairs.numbers(pairs) }))
    }
    return Rendering.stacked(parts)
  }

  /// The matrix after every epoch of a network's last training.
  private func replay(
    _ model: NetworkModel, on selection: Selection, in workspace: Workspace, context: CommandContext
  ) throws -> Rendering {
    let replay = try TrainingReplay(of: model, in: workspace, signal: context)
    let parts = replay.configuration.parts
    let features = try workspace.inference(context).featureRows(of: selection, through: parts)
    let names = try model.assigning(selection).labels
    let evaluations = try replay.run(on: context) { network in
      try Evaluation(
        probabilities: parts.probabilities(of: features, at: Array(0..<selection.count), on: network), labels: names,
        truths: selection.truths)
    }
    return ReplayView(
      title: "\(model.name) on \(selection.text), epoch by epoch", model: model.name,
      replay: evaluations.map { _, evaluation in
        rendering(
          of: evaluation, by: .network(model), on: selection,
          caption:
            "\(Numbers.percent(evaluation.accuracy)) correct (\(Numbers.part(evaluation.correct, of: evaluation.count)))"
        )
      }
    ).rendering
  }

  /// The classes of a matrix: those of the samples, then others that were answered.
  private static func labels(of evaluation: Evaluation, on selection: Selection) -> [String] {
    let known = LabelIndex(selection.labels)
    let others = evaluation.rows.map(\.predicted).filter { known.position(of: $0) == nil }
    return selection.labels + Set(others).sorted()
  }

  private func rendering(
    of evaluation: Evaluation, by model: Model, on selection: Selection, caption: String
  ) -> Rendering {
    let labels = Self.labels(of: evaluation, on: selection)
    return labels.count <= Self.mostClasses
      ? matrix(labels, evaluation, selection, caption).rendering
      : list(of: evaluation, by: model, on: selection, LabelIndex(labels), labels, caption)
  }

  private func matrix(
    _ labels: [String], _ evaluation: Evaluation, _ selection: Selection, _ caption: String
  ) -> ConfusionMatrix {
    let index = LabelIndex(labels)
    var counts = [[Int]](repeating: [Int](repeating: 0, count: labels.count), count: labels.count)
    var pictures = [[[Thumbnail]]](
      repeating: [[Thumbnail]](repeating: [], count: labels.count), count: labels.count)
    for row in evaluation.rows {
      guard let truth = index.position(of: row.truth), let answer = index.position(of: row.predicted) else { continue }
      counts[truth][answer] += 1
      guard hasThumbnails, pictures[truth][answer].count < Self.pictureLimit,
        case .picture(var thumbnail) = Thumbnails.cell(of: selection, row.index, width: 32).content
      else { continue }
      thumbnail.description = "\(selection.sampleName(row.index)), \(Numbers.percent(row.confidence))"
      pictures[truth][answer].append(thumbnail)
    }
    return ConfusionMatrix(
      caption: caption, labels: labels, counts: counts, showsShares: showsShares,
      pictures: hasThumbnails ? pictures : [])
  }

  /// The wrong answers, the most frequent first: a matrix of many classes is all zeros, and wider than any page.
  private func list(
    of evaluation: Evaluation, by model: Model, on selection: Selection, _ index: LabelIndex, _ labels: [String],
    _ caption: String
  ) -> Rendering {
    let ofTruth = index.counts(of: evaluation.rows.lazy.map(\.truth))
    var counts: [[Int]: Int] = [:]
    for row in evaluation.rows where !row.isCorrect {
      guard let truth = index.position(of: row.truth), let answer = index.position(of: row.predicted) else { continue }
      counts[[truth, answer], default: 0] += 1
    }
    let ranked = counts.sorted { ($1.value, $0.key[0], $0.key[1]) < ($0.value, $1.key[0], $1.key[1]) }
    return Table(
      caption: caption,
      columns: [Table.Column("class"), Table.Column("taken for"), .number("how often"), .number("of its samples")],
      rows: ranked.map { pair, count in
        [
          .text(labels[pair[0]]), .text(labels[pair[1]]), .integer(count),
          .text(Numbers.percent(Double(count) / Double(max(1, ofTruth[pair[0]])))),
        ]
      },
      note:
        "\(Numbers.grouped(labels.count)) classes are too many for a matrix: the most frequent confusions are listed.",
      rowLimit: Self.mostClasses,
      remedy: "To see more: gallery \(model.name) on=\(selection.text) show=errors limit=1000"
    ).rendering
  }
}
