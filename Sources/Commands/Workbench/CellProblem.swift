import Experiments
import Language
import Wording

/// Why a cell stopped: what a front end shows of it.
public struct CellProblem: Sendable, Equatable {
  /// The kind of problem: `Mistake`, `Interrupted`, or `Unforeseen`.
  public let name: String
  /// The problem in one line.
  public let message: String
  /// The problem as a reader sees it: the line of source, a caret below it, the sentence, and what would help.
  public let lines: [String]

  /// A user's mistake.
  ///
  /// - Parameters:
  ///   - fault: What is the matter.
  ///   - statement: The statement it is about, blamed as a whole where the fault has no place.
  ///   - source: The cell.
  init(_ fault: Diagnostic, statement: Span?, in source: Source) {
    let text = Self.named(DiagnosticTexts.text(of: fault), by: statement.map(source.text(of:)))
    name = "Mistake"
    message = text.message
    let place = fault.span ?? statement
    lines = place.map { Self.pointed(text.lines, at: $0, in: source) } ?? text.lines
  }

  /// A stop the user asked for.
  init(interrupted remark: String) {
    name = "Interrupted"
    message = remark
    lines = [remark]
  }

  /// A failure nobody foresaw, such as a full disk in an unlikely place.
  init(unforeseen error: any Error, statement: Span, in source: Source) {
    let text = "This did not work: \(error)"
    name = "Unforeseen"
    message = text
    lines = Self.pointed([text], at: statement, in: source)
  }

  /// The same with the name that the statement `load` gives where a remedy leaves it open: its line then runs as it stands.
  private static func named(_ text: DiagnosticText, by statement: String?) -> DiagnosticText {
    let words = (statement ?? "").split(whereSeparator: \.isWhitespace)
    guard words.count > 2, words[0] == "load" else { return text }
    return DiagnosticText(
      message: text.message, remedies: text.remedies.map { $0.replacing("load … ", with: "load \(words[1]) ") })
  }

  private static func pointed(_ message: [String], at span: Span, in source: Source) -> [String] {
    Caret.render(message, at: span, in: source).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }
}
