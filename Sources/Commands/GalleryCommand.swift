import CommandLanguage
import Experiments
import Figures
import Training
import Views

/// `gallery hand on=hands.test show=errors sort=loss neighbors=3`
struct GalleryCommand: Command {
  private static let model = PositionalArgument("model", .model, "The model to evaluate.", effect: .asks)
  private static let on = KeyedArgument(required: "on", .split, "The samples to predict.")
  private static let show = KeyedArgument(
    "show", .choice(["all", "errors", "unsure"]), "The predictions shown.", default: "all")
  private static let sort = KeyedArgument(
    "sort", .choice(["loss", "confidence", "none"]), "Largest loss first, or least confident first.", default: "loss")
  private static let columns = KeyedArgument(
    "columns", .integer(1...50), "For a grid: photos in a row.", default: 5)
  private static let neighbors = KeyedArgument(
    "neighbors", .integer(0...20), "Number of training photos beside each; 0 for a grid.", default: 3)
  private static let limit = KeyedArgument("limit", .integer(1...1000), "Largest number of photos shown.", default: 100)

  static let declaration = CommandDeclaration(
    "gallery", "Shows a model's predictions one by one, beside the training samples they rest on.",
    discussion: """
      Each photo stands beside its class, the prediction and its probability, the largest loss first. The training \
      samples beside it are, for a k-NN model, those that voted, each with its share; for a network, the nearest ones \
      in the space its last layer reads. show=unsure shows the predictions with a probability below 60 %. neighbors=0 \
      shows the photos in a grid of columns=. For a model that predicts numbers, the rows of the table are shown with \
      the true and the predicted number, the largest error first.

      path= also writes the photos shown to a file: as .svg with small copies of them, as .csv their predictions; a \
      file that Whet did not write is replaced only with replace=true.
      """,
    positionals: [model],
    arguments: [on, show, sort, columns, neighbors, limit, FigureFile.path, ReplaceArgument.replace],
    examples: [
      "gallery hand on=hands.test show=errors sort=loss neighbors=3", "gallery near on=hands.test columns=5",
      "gallery hand on=hands.test show=errors path=\"errors.svg\"",
    ])

  private let arguments: Arguments
  private let name: CheckedValue
  private let on: CheckedValue
  private let file: FigureFile?

  /// Below this probability an answer is unsure.
  private static let unsure = 0.6

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    on = arguments[Self.on]
    name = arguments[Self.model]
    file = try FigureFile(arguments)
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    try file?.checkPlace(in: workspace)
    let model = try workspace.lookup.model(name)
    let selection = try workspace.lookup.selection(on)
    let isGrid = arguments.isGiven(Self.neighbors) ? arguments[Self.neighbors] == 0 : arguments.isGiven(Self.columns)
    do {
      if model.isRegressor { return try numbers(of: model, on: selection, in: workspace, context) }
      let evaluation = try workspace.inference(context).evaluate(model, on: selection, batchSize: 64)
      let rows = Array(self.rows(of: evaluation).prefix(arguments[Self.limit]))
      var view = GalleryView(
        model: model, selection: selection, evaluation: evaluation, rows: rows,
        total: self.rows(of: evaluation).count, shown: arguments[Self.show])
      if isGrid || rows.isEmpty {
        let grid = view.grid(columns: arguments[Self.columns])
        return try shown(grid.rendering, of: view, drawing: grid, in: workspace)
      }
      let asked = selection.part(rows.map(\.index))
      view.reasons = try ReasonSearch(workspace: workspace, signal: context).reasons(
        of: model, for: asked, count: arguments[Self.neighbors])
      view.mostReasons = arguments[Self.neighbors]
      return try shown(view.table, of: view, drawing: view.rowsOfPictures, in: workspace)
    } catch {
      throw error.placed(at: error.isAboutPhotos ? on.span : name.span)
    }
  }

  /// The rows for which a model predicts numbers, those with the largest errors first.
  private func numbers(
    of model: Model, on selection: Selection, in workspace: Workspace, _ context: CommandContext
  ) throws -> Rendering {
    try arguments.refuse(
      Self.show, Self.columns, Self.neighbors, belongingTo: "classifiers",
      "For \(model.name), which predicts numbers: gallery \(model.name) on=\(on.word)")
    if arguments[Self.sort] == "confidence" {
      try arguments.refuse(Self.sort, belongingTo: "classifiers", "Set sort=loss or sort=none.")
    }
    if let file, file.isDrawing {
      throw Diagnostic(.file(.figure(.rowsOfNumbers(line: file.line(ending: .csv)))), at: file.span)
    }
    guard case .table(let table) = selection else { throw ExperimentError.file(.answersNumbers(model.name)) }
    let predictions = try NumberPredictions(of: model, on: selection, workspace.inference(context))
    let order =
      arguments[Self.sort] == "none" ? Array(0..<predictions.evaluation.count) : predictions.evaluation.worstFirst
    let view = NumberGalleryView(
      predictions: predictions, table: table, places: Array(order.prefix(arguments[Self.limit])))
    let rendering = try view.rendering()
    guard let file else { return rendering }
    let told = try file.write(
      in: workspace, drawing: { Scene(width: 0, height: 0, title: "", summary: "") }, numbers: { try view.numbers() })
    return Rendering.stacked([rendering, told])
  }

  /// The gallery, and what is said of the file it is written to where one is named.
  private func shown(
    _ rendering: Rendering, of view: GalleryView, drawing: @autoclosure () -> ImageGrid, in workspace: Workspace
  ) throws -> Rendering {
    guard let file else { return rendering }
    let told = try file.write(in: workspace, drawing: { drawing().scene() }, numbers: { view.numbers })
    return Rendering.stacked([rendering, told])
  }

  private func rows(of evaluation: Evaluation) -> [Evaluation.Row] {
    let rows: [Evaluation.Row] =
      switch arguments[Self.sort] {
      case "none": evaluation.rows
      case "confidence":
        evaluation.rows.sorted {
          $0.confidence != $1.confidence ? $0.confidence < $1.confidence : $0.index < $1.index
        }
      default: evaluation.worstFirst
      }
    return switch arguments[Self.show] {
    case "errors": rows.filter { !$0.isCorrect }
    case "unsure": rows.filter { $0.confidence < Self.unsure }
    default: rows
    }
  }
}
