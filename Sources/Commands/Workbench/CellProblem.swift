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
    let text = Self.completed(DiagnosticTexts.text(of: fault), by: statement.map(source.text(of:)))
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

  /// The same with the statement at hand where a remedy leaves open how it began: `load … "file" key=value`. The line then runs as it
  /// stands, with all that was typed.
  private static func completed(_ text: DiagnosticText, by statement: String?) -> DiagnosticText {
    guard let statement, statement.hasPrefix("load ") else { return text }
    let remedies = text.remedies.map { remedy in
      guard let begin = remedy.firstRange(of: "load … \""),
        let end = remedy[begin.upperBound...].firstRange(of: "\" ")
      else { return remedy }
      let added = remedy[end.upperBound...], key = added.prefix { $0 != "=" }
      if statement.contains(" \(key)=") { return remedy }
      return "\(remedy[..<begin.lowerBound])\(statement) \(added)"
    }
    return DiagnosticText(message: text.message, remedies: remedies)
  }

  private static func pointed(_ message: [String], at span: Span, in source: Source) -> [String] {
    Caret.render(message, at: span, in: source).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }
}
