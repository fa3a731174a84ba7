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
    "keep", .split, "Dataset or split that drawings are kept in.", effect: .changes)
  private static let label = KeyedArgument("label", .label, "The class they are kept under.")
  private static let strokes = KeyedArgument("strokes", .text, "A drawing instead of a canvas: M60,40 L160,40 90,190 …")
  private static let top = KeyedArgument("top", .integer(1...1000), "Number of classes shown.", default: usualTop)
  private static let center = KeyedArgument(
    "center", .bool, "Whether to centre and scale a drawing as MNIST's digits are.", default: true)

  static let declaration = CommandDeclaration(
    "draw", "Shows a canvas to draw on for a model, with Predict and Clear.",
    discussion: """
      The line is white on black and 15 wide on a sheet of 224. Before the model sees it, a drawing is brought to the size \
      and place of MNIST's digits: its longer side 20 of 28 pixels, its centre of mass in the middle, each pixel the mean of \
      the area it covers; center=false scales the sheet as it is. keep= adds a button that keeps drawings: in a dataset of \
      photos with a folder of its own, or, under a new name, as lines of a table in the notebook's folder that train learns \
      from; undo takes the last one back. strokes= is a drawing as text, as the canvas gives it under its answer. The canvas \
      needs JupyterLab or Notebook with the extension that whet install brings along, and answers while a cell is running, too.
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
        Self.label, belongingTo: "keep=", "Say where drawings are kept: keep=mine.train, or leave it out.")
    }
    if let keep = arguments[Self.keep], arguments.isGiven(Self.strokes), !arguments.isGiven(Self.label) {
      throw Diagnostic(.drawing(.keepAsWhat(keep.word)), at: keep.span)
    }
  }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    let found = try workspace.lookup.model(model)
    let drawable: Drawable
    do { drawable = try Drawable(found, in: workspace) } catch { throw error.placed(at: model.span) }
    stage.conversation?.drawnFor.insert(found.name)
    guard let text = arguments[Self.strokes] else { return try canvas(drawable, in: workspace) }
    let strokes: Strokes
    do { strokes = try Strokes(drawn: text.word) } catch { throw error.placed(at: text.span) }
    let pixels = drawable.pixels(strokes, isCentered: arguments[Self.center])
    if let keep = arguments[Self.keep], let label = arguments[Self.label] {
      let keeping = DrawingKeeping(target: keep, label: label, statement: arguments.statement)
      return Rendering.text(try keeping.keep(strokes, pixels, for: drawable, in: workspace))
    }
    do {
      let answers = try drawable.answers(to: pixels, on: workspace.shelf).prefix(arguments[Self.top])
      return DrawingView.answers(Array(answers), to: pixels, of: drawable)
    } catch {
      throw error.placed(at: model.span)
    }
  }

  private func canvas(_ drawable: Drawable, in workspace: Workspace) throws -> Rendering {
    var labels: [String] = []
    if let keep = arguments[Self.keep] {
      try DrawingKeeping.check(keep, for: drawable, in: workspace)
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
