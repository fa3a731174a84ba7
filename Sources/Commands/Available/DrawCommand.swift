import Figures
import Language
import Pictures

/// `draw lenet`, `draw lenet keep=mine.train label=7`
struct DrawCommand: Command {
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
    positionals: [PositionalDeclaration("model", .model, "The model to draw for.")],
    arguments: [
      ArgumentDeclaration("keep", .split, "The dataset or split that drawings are kept in.", effect: .changes),
      ArgumentDeclaration("label", .label, "The class they are kept under."),
      ArgumentDeclaration("strokes", .text, "A drawing, instead of a canvas: M60,40 L160,40 90,190 …"),
      ArgumentDeclaration("top", .integer(1...1000), "How many answers are shown.", default: "\(top)"),
      ArgumentDeclaration(
        "center", .bool, "Whether a drawing is brought to the middle and to the size of MNIST's digits.",
        default: "true"),
    ],
    examples: [
      "draw lenet", "draw lenet keep=mine.train label=7", "draw lenet strokes=\"M60,40 L160,40 90,190\"",
    ])

  /// How many answers are shown where nothing is said.
  static let top = 3

  private let arguments: Arguments
  private let model: CheckedValue

  init(_ arguments: Arguments) throws(Fault) {
    self.arguments = arguments
    model = arguments.positionals[0]
    if let label = arguments["label"], arguments["keep"] == nil {
      throw Fault(
        .keyOfOther(
          key: "label", given: label.text, belongsTo: "keep=",
          remedy: "Say where drawings are kept: keep=mine.train, or leave it out."), at: label.span)
    }
    if let keep = arguments["keep"], arguments["strokes"] != nil, arguments["label"] == nil {
      throw Fault(.drawing(.keepAsWhat(keep.word)), at: keep.span)
    }
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let found = try session.model(model)
    let drawable: Drawable
    do { drawable = try Drawable(found, in: session) } catch { throw error.placed(at: model.span) }
    session.drawnFor.insert(found.name)
    guard let text = arguments["strokes"] else { return try canvas(drawable, in: session) }
    let strokes: Strokes
    do { strokes = try Strokes(drawn: text.word) } catch { throw error.placed(at: text.span) }
    let pixels = drawable.pixels(strokes, isCentered: arguments.bool("center") ?? true)
    if let keep = arguments["keep"], let label = arguments["label"] {
      let keeping = DrawingKeeping(target: keep, label: label, statement: arguments.statement)
      return Rendering.text(try keeping.keep(strokes, pixels, for: drawable, in: session))
    }
    do {
      let answers = try drawable.answers(to: pixels, on: session.shelf).prefix(arguments.integer("top") ?? Self.top)
      return DrawingView.answers(Array(answers), to: pixels, of: drawable)
    } catch let fault as Fault {
      throw fault.placed(at: model.span)
    }
  }

  private func canvas(_ drawable: Drawable, in session: Session) throws(Fault) -> Rendering {
    var labels: [String] = []
    if let keep = arguments["keep"] {
      try DrawingKeeping.check(keep, for: drawable, in: session)
      labels = session.datasets[String(keep.word.prefix { $0 != "." })]?.labels ?? []
      if case .network(let network) = drawable.model { labels += network.classes.filter { !labels.contains($0) } }
    }
    return DrawingView.canvas(
      DrawingView.Canvas(
        model: drawable.model.name, keep: arguments.word("keep"), label: arguments.word("label"), labels: labels,
        top: arguments.integer("top") ?? Self.top, center: arguments.bool("center") ?? true))
  }
}
