/// Whether a source can run as it stands, or waits for more lines: what a console asks before it sends a cell.
public enum Completeness: Sendable, Equatable {
  /// It can run.
  case complete
  /// A list, call or block is open, or the last line ends with `\`; the next line is best begun with this indent.
  case incomplete(indent: String)
  /// No further line can make it right.
  case invalid

  /// Judges a source.
  public init(_ source: Source) {
    let ending = Ending(source)
    let indent = String(repeating: "  ", count: ending.openMarks + (ending.isContinued ? 1 : 0))
    do throws(SyntaxFault) {
      _ = try Parser.parse(source)
      self = ending.isContinued ? .incomplete(indent: indent) : .complete
    } catch {
      switch error.kind {
      case .unclosed: self = .incomplete(indent: indent)
      // Nothing but the awaited line is missing.
      case .missingValue where ending.isContinued && error.span.start >= ending.lastToken:
        self = .incomplete(indent: indent)
      default: self = .invalid
      }
    }
  }
}

/// How a source ends.
private struct Ending {
  /// How many lists, calls and blocks are open.
  var openMarks = 0
  /// Whether the last line waits for another.
  var isContinued = false
  /// Where the last token that is no comment and no line end stops.
  var lastToken = 0

  init(_ source: Source) {
    var lexer = Lexer(source)
    while true {
      let token = lexer.next()
      if token.kind == .end { break }
      if token.kind.closer != nil { openMarks = min(openMarks + 1, Parser.nestingLimit) }
      if token.kind.isCloser { openMarks = max(openMarks - 1, 0) }
      if token.kind != .newline && token.kind != .comment { lastToken = token.span.end }
    }
    isContinued = lexer.hasContinued
  }
}
