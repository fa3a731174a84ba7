import CommandLanguage
import Experiments
import Pictures
import Wording

extension DiagnosticTexts {
  /// What is said of drawings.
  static func drawing(_ kind: DrawingDiagnostic) -> DiagnosticText {
    switch kind {
    case .noPicture(let model, let shape):
      DiagnosticText(
        "\(model) cannot be used with draw: it reads \(shape.isEmpty ? "numbers" : Self.shape(shape)), not a picture.",
        "Models for draw read an image, or numbers of a shape such as [1, 28, 28].")
    case .strokes(let error): strokes(error)
    case .keepAsWhat(let keep):
      DiagnosticText("keep=\(keep) needs label=, the class of the drawing.", "For example: keep=\(keep) label=7")
    case .badLabel(let label):
      DiagnosticText(
        label.isEmpty ? "A class needs a name." : "This cannot be a class name.",
        "A name takes 1 to 100 characters on one line.")
    case .tableStays(let name, let source):
      DiagnosticText(
        "\(name) was read from \(source), which is not changed.",
        "A new name creates a table of drawings: keep=drawings   train takes one after the other.")
    case .keepInPhotos(let name, let model):
      DiagnosticText(
        "There is no dataset called \(name); \(model) is trained on photos.",
        "To make one first: dataset \(name) path=\"Dataset\" into=\"\(name)\"")
    case .noQuestion:
      DiagnosticText(
        "This request about a drawing is not understood: the page may be older than the kernel. Reload it.")
    case .busy(let model):
      DiagnosticText("A cell is running, and \(model) was not used with draw before it. Try again when it has ended.")
    case .busyKeeping(let keep):
      DiagnosticText("A cell is running, and \(keep) cannot be changed meanwhile. Save the drawing when it has ended.")
    }
  }

  private static func strokes(_ error: StrokesError) -> DiagnosticText {
    let form =
      "For example: strokes=\"M60,40 L160,40 90,190\": the pen is put down at M and drawn to each point after L."
    return switch error {
    case .empty: DiagnosticText("Nothing is drawn yet.", form)
    case .unexpected(let word): DiagnosticText("\"\(word)\" cannot stand there in strokes.", form)
    case .oddNumber(let word): DiagnosticText("Strokes have two numbers for each point, and \(word) is alone.", form)
    case .farOff(let word):
      DiagnosticText("\(word) is far outside the canvas, whose sides are \(Strokes.side) long.", form)
    case .tooManyPoints(let limit):
      DiagnosticText("A drawing has at most \(Numbers.grouped(limit)) points.", "Draw it more simply.")
    }
  }
}
