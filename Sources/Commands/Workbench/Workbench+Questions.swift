public import CommandLanguage
import Experiments
public import Figures
public import Language
import Wording

extension Workbench {
  /// What could stand at a place of a cell, given in code points. May be asked while a cell runs.
  public func complete(_ code: String, cursor: Int) -> Completion {
    CodeHelp(commands: CommandTable.list, names: vocabulary).complete(code, cursor: cursor)
  }

  /// What is known about the word at a place of a cell, given in code points. May be asked while a cell runs.
  public func inspect(_ code: String, cursor: Int) -> Rendering? {
    CodeHelp(commands: CommandTable.list, names: vocabulary).meaning(in: code, at: cursor)
      .map { MeaningView(meaning: $0).rendering }
  }

  /// Whether a cell could be run as it stands.
  public func isComplete(_ code: String) -> Completeness { Completeness(Source(code)) }

  /// The mistakes that can be seen in a cell before it runs, in their order. May be asked while a cell runs.
  public func mistakes(in code: String) -> [CellMistake] {
    let source = Source(code)
    let names = vocabulary
    let check = CellCheck(source: source, variables: names.variables, known: LineKnowledge(names))
    return check.diagnostics.compactMap { fault in
      guard let span = fault.span else { return nil }
      let start = source.codePoints(before: span.start)
      return CellMistake(
        place: start..<max(start + 1, source.codePoints(before: span.end)),
        message: DiagnosticTexts.text(of: fault).lines.joined(separator: "\n"))
    }
  }

  /// A cell in the form in which all examples are written; nil where it cannot be parsed.
  public func formatted(_ code: String) -> String? { try? CellFormat.formatted(Source(code)) }

  /// Whether a text can stand behind `=` as it is: one value of the language.
  public static func isOneValue(_ text: String) -> Bool {
    guard let cell = try? Parser.parse(Source("value = \(text)")), cell.statements.count == 1,
      case .assignment = cell.statements[0]
    else { return false }
    return true
  }
}
