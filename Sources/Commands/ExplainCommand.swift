import CommandLanguage
import Experiments
import Figures
import Language
import Networks
import Pictures
import Tensors
import Training
import Views

/// `explain hand photo="8FDEEF3B" by=occlusion`, `explain price on=houses.test`
struct ExplainCommand: Command {
  /// What the answer is explained by.
  private enum Method: String, CaseIterable {
    case neighbors, occlusion, removal, columns
  }

  private static let model = PositionalArgument("model", .model, "The model to explain.", effect: .asks)
  private static let photo = KeyedArgument("photo", .path, "The photo: a file, or the beginning of a name.")
  private static let on = KeyedArgument("on", .split, "For a table: samples to shuffle columns of.")
  private static let row = KeyedArgument(
    "row", .integer(0...1_000_000_000), "With on=: one sample, counted from 0.")
  private static let repeats = KeyedArgument(
    "repeats", .integer(1...1000), "With on=: number of times each column is shuffled.", default: 5)
  private static let seed = KeyedArgument(
    "seed", .seed, "With on=: random seed of the shuffles and resamples.", usually: "1")
  private static let method = KeyedArgument<Method?>(
    "by", .choice, "The method.", usually: "neighbors, with on= columns")
  private static let label = KeyedArgument("label", .label, "Class of a file that belongs to no dataset.")
  private static let neighbors = KeyedArgument(
    "neighbors", .integer(1...20), "Number of training photos shown.", default: 5)

  static let declaration = CommandDeclaration(
    "explain", "Explains a prediction of a photo, or how much a table's columns matter to a model.",
    discussion: """
      For a photo, by=neighbors shows the most similar training photos; by=occlusion covers one square of the photo \
      after another with grey and shows which squares change the prediction; by=removal trains the model anew without \
      each training photo in turn and names those without which the prediction changes. photo= is a file, or the \
      beginning of a photo's name in a dataset.

      For a table, on= measures the importance of each column: its values are shuffled repeats= times, and the drop in \
      accuracy, or for numbers the rise of the RMSE, is shown. With row=, the columns of one sample take the values of \
      other samples in turn.
      """,
    positionals: [model],
    arguments: [photo, on, row, method, label, neighbors, repeats, seed],
    examples: [
      "explain hand photo=\"8FDEEF3B\" by=occlusion", "explain near photo=\"me.jpg\"",
      "explain near photo=\"8FDEEF3B\" by=removal", "explain price on=houses.test",
    ])

  private let arguments: Arguments
  private let name: CheckedValue
  private let photo: CheckedValue?
  private let on: CheckedValue?
  private let method: Method

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    photo = arguments[Self.photo]
    on = arguments[Self.on]
    name = arguments[Self.model]
    method = arguments[Self.method] ?? (on == nil ? .neighbors : .columns)
    if method == .columns {
      try arguments.refuse(
        Self.photo, Self.label, Self.neighbors, belongingTo: "photos", "For the columns of a table: explain … on=…")
      guard on != nil else {
        throw Diagnostic(
          UsageError(.missingKey(Self.on.declaration, command: Self.declaration), at: arguments.commandSpan))
      }
    } else {
      try arguments.refuse(
        Self.on, Self.row, Self.repeats, Self.seed, belongingTo: "by=columns", "Set by=columns, or leave it out.")
      guard photo != nil else {
        throw Diagnostic(
          UsageError(.missingKey(Self.photo.declaration, command: Self.declaration), at: arguments.commandSpan))
      }
    }
    if arguments.isGiven(Self.row) {
      try arguments.refuse(
        Self.repeats, belongingTo: "whole tables", "With row=, the values of every other sample are used once.")
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let model = try workspace.lookup.model(name)
    if let on { return try columns(of: on, model, workspace, context) }
    guard let given = self.photo else { return nil }
    let photo = try workspace.lookup.photo(given, label: arguments[Self.label]?.word)
    do {
      switch method {
      case .occlusion: return try occlusion(of: photo, model, workspace, context)
      case .removal: return try removal(of: photo, at: given, model, workspace, context)
      case .neighbors, .columns: return try neighbors(of: photo, at: given, model, workspace, context)
      }
    } catch {
      throw error.placed(at: error.isAboutPhotos ? given.span : name.span)
    }
  }

  // MARK: Columns

  private func columns(
    of on: CheckedValue, _ model: Model, _ workspace: Workspace, _ context: CommandContext
  ) throws -> Rendering? {
    guard case .table(let table) = try workspace.lookup.selection(on) else {
      throw Diagnostic(.evidence(.photosHaveNoColumns(on.word, model: model.name)), at: on.span)
    }
    let view = ColumnsView(model: model.name, on: table.text)
    let seed = arguments[Self.seed] ?? 1
    let live = context.live()
    do {
      if let row = arguments[Self.row] {
        guard row < table.count else {
          throw Diagnostic(
            .evidence(.noRow(row, on: table.text, count: table.count)), at: arguments.span(of: Self.row))
        }
        return Rendering.stacked(
          try (0..<max(1, table.dataset.outputs)).map { output in
            let effects = try ColumnEffects(
              of: model, on: table, row: row, output: output, seed: seed, workspace.inference(context))
            return view.rendering(of: effects, row: row, output: output, of: table)
          })
      }
      let repeats = arguments[Self.repeats]
      let importance = try ColumnImportance(
        of: model, on: table, repeats: repeats, seed: seed, workspace.inference(context)
      ) { done, all in
        live.update(after: LiveDisplay.patience) {
          Figures.ProgressView(
            title: "\(model.name), each column in other orders", completed: done, total: all, unit: "columns",
            details: live.timeLeft(done, of: all)
          ).rendering
        }
      }
      let rendering = view.rendering(of: importance, repeats: repeats, seed: seed, count: table.count)
      return live.result(rendering)
    } catch is Interruption {
      throw StatementInterruption(remark: "Stopped; nothing was changed.")
    } catch {
      throw error.placed(at: name.span)
    }
  }

  // MARK: Neighbours

  private func neighbors(
    of photo: Photo, at place: CheckedValue, _ model: Model, _ workspace: Workspace, _ context: CommandContext
  ) throws -> Rendering {
    let selection = try workspace.lookup.alone(photo, model: model, at: place.span)
    let evaluation = try workspace.inference(context).evaluate(model, on: .photos(selection))
    let reasons = try ReasonSearch(workspace: workspace, signal: context).reasons(
      of: model, for: .photos(selection), count: arguments[Self.neighbors])
    let view = ExplanationView(model: model, photo: photo, row: evaluation.rows[0])
    return view.neighbors(reasons, most: arguments[Self.neighbors])
  }

  // MARK: Occlusion

  private func occlusion(
    of photo: Photo, _ model: Model, _ workspace: Workspace, _ context: CommandContext
  ) throws -> Rendering {
    let asking = try PixelInference(model)
    let pixels = try asking.pixels(of: photo, from: workspace.featureCache.photos)
    guard let answer = try asking.answers(to: [pixels], on: workspace.featureCache).first?.first else {
      throw Diagnostic(.notTrainedYet(model: model.name, model.state))
    }
    let map = try Occlusion(of: pixels) { pictures in
      var probabilities: [Double] = []
      for start in stride(from: 0, to: pictures.count, by: 8) {
        guard !context.isInterrupted else { throw StatementInterruption(remark: "Stopped; nothing was changed.") }
        let answers = try asking.answers(
          to: Array(pictures[start..<min(start + 8, pictures.count)]), on: workspace.featureCache)
        probabilities += answers.map { list in list.first { $0.label == answer.label }?.probability ?? 0 }
      }
      return probabilities
    }
    return ExplanationView.occlusion(map, pixels: pixels, model: model.name, photo: photo, answer: answer)
  }

  // MARK: Removal

  private func removal(
    of photo: Photo, at place: CheckedValue, _ model: Model, _ workspace: Workspace, _ context: CommandContext
  ) throws -> Rendering? {
    guard !photo.label.isEmpty else { throw Diagnostic(.evidence(.classUnknown(photo.shortName)), at: place.span) }
    let learnt = try workspace.lookup.photosLearnt(by: model, without: photo, at: name.span)
    let selection = Selection.photos(
      PhotoSelection(text: learnt.text, dataset: learnt.dataset, photos: learnt.photos + [photo]))
    let candidate = try workspace.inference(context).candidate(model, on: selection)
    let live = context.live()
    let start = ContinuousClock.now
    let removal = try Removal(candidate, trials: ParallelTrainings(signal: context)) { done in
      live.update(after: LiveDisplay.patience) {
        Figures.ProgressView(
          title: "\(model.name), without each photo in turn", completed: done, total: learnt.photos.count + 1,
          unit: "trainings", details: live.timeLeft(done, of: learnt.photos.count + 1)
        ).rendering
      }
    }
    let rendering = ExplanationView(model: model, photo: photo, row: removal.before).removal(
      removal, learnt: learnt.photos, seconds: (ContinuousClock.now - start).seconds)
    return live.result(rendering)
  }
}
