import CommandLanguage
import Experiments
import Figures
import Language
import Pictures
import Views

/// `draw lenet`, `draw lenet keep=mine.train label=7`
struct DrawCommand: Command {
  private static let model = PositionalArgument("model", .model, "The model.")
  private static let keep = KeyedArgument(
    "keep", .split, "Dataset or split to save drawings to.", effect: .changes)
  private static let label = KeyedArgument("label", .label, "Class of the saved drawings.")
  private static let strokes = KeyedArgument("strokes", .text, "A drawing instead of a canvas: M60,40 L160,40 90,190 …")
  private static let top = KeyedArgument("top", .integer(1...1000), "Number of classes shown.", default: usualTop)
  private static let center = KeyedArgument(
    "center", .bool, "Whether to centre and scale a drawing as MNIST's digits are.", default: true)

  static let declaration = CommandDeclaration(
    "draw", "Shows a canvas to draw on, with Predict and Clear, for a model of digits or other drawings.",
    discussion: """
      The line is white on black, 15 pixels wide on a canvas of 224. Before prediction, a drawing is scaled and \
      centred like MNIST's digits: the longer side to 20 of 28 pixels, the centre of mass in the middle, each pixel \
      the mean of the area it covers; center=false scales the whole canvas instead. keep= adds a button that saves \
      drawings: to a dataset of photos with a folder of its own or, under a new name, to a table in the notebook's \
      folder, which train can use; undo removes the last one. strokes= is a drawing as text, as the canvas prints it \
      under its prediction. The canvas needs JupyterLab or Notebook with the extension that whet install adds, and \
      answers while a cell is running.
      """,
    positionals: [model],
    arguments: [keep, label, strokes, top, center],
    examples: [
      "draw lenet", "draw lenet keep=mine.train label=7", "draw lenet strokes=\"M60,40 L160,40 90,190\"",
    ])

  /// How many answers are shown where nothing is said.
  static let usualTop = 3

  private let arguments: Arguments
  private let model: CheckedValue

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    model = arguments[Self.model]
    if !arguments.isGiven(Self.keep) {
      try arguments.refuse(
        Self.label, belongingTo: "keep=", "Add keep=mine.train, or leave it out.")
    }
    if let keep = arguments[Self.keep], arguments.isGiven(Self.strokes), !arguments.isGiven(Self.label) {
      throw Diagnostic(.drawing(.keepAsWhat(keep.word)), at: keep.span)
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let found = try workspace.lookup.model(model)
    let drawable: Drawable
    do { drawable = try Drawable(found, in: workspace) } catch { throw error.placed(at: model.span) }
    context.conversation?.drawnFor.insert(found.name)
    guard let text = arguments[Self.strokes] else { return try canvas(drawable, in: workspace) }
    let strokes: Strokes
    do { strokes = try Strokes(drawn: text.word) } catch { throw error.placed(at: text.span) }
    let pixels = drawable.pixels(strokes, isCentered: arguments[Self.center])
    if let keep = arguments[Self.keep], let label = arguments[Self.label] {
      let keeping = DrawingRecorder(target: keep, label: label, statement: arguments.statement)
      return Rendering.text(try keeping.keep(strokes, pixels, for: drawable, in: workspace))
    }
    do {
      let answers = try drawable.answers(to: pixels, on: workspace.featureCache).prefix(arguments[Self.top])
      return DrawingView.answers(Array(answers), to: pixels, of: drawable)
    } catch {
      throw error.placed(at: model.span)
    }
  }

  private func canvas(_ drawable: Drawable, in workspace: Workspace) throws -> Rendering {
    var labels: [String] = []
    if let keep = arguments[Self.keep] {
      try DrawingRecorder.check(keep, for: drawable, in: workspace)
      labels = workspace.datasets[String(keep.word.prefix { $0 != "." })]?.labels ?? []
      if case .network(let network) = drawable.model {
        labels += network.outputs.classes.filter { !labels.contains($0) }
      }
    }
    return DrawingView.canvas(
      DrawingView.Canvas(
        model: drawable.model.name, keep: arguments[Self.keep]?.word, label: arguments[Self.label]?.word,
        labels: labels,
        top: arguments[Self.top], center: arguments[Self.center]))
  }
}
