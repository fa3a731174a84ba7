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
    do throws(SyntaxError) {
      _ = try Parser.parse(source)
      self = ending.isContinued ? .incomplete(indent: ending.indent) : .complete
    } catch {
      switch error.kind {
      case .unclosed: self = ending.judge(source, nextLine: "")
      case .missingValue where ending.awaitsValue(at: error.span): self = ending.judge(source, nextLine: "0")
      default: self = .invalid
      }
    }
  }
}

/// How a source ends.
private struct Ending {
  /// The closing marks that are missing, the outermost first.
  private var closers: [Token.Kind] = []
  /// Where the last token that is no comment and no line end stops.
  private var lastToken = 0
  /// Whether the last line waits for another.
  private(set) var isContinued = false

  init(_ source: Source) {
    var lexer = Lexer(source)
    while true {
      let token = lexer.next()
      if token.kind == .end { break }
      if let closer = token.kind.closer { closers.append(closer) }
      if token.kind == closers.last { closers.removeLast() }
      if token.kind != .newline && token.kind != .comment { lastToken = token.span.end }
    }
    isContinued = lexer.hasContinued
  }

  /// The indent of the next line: two blanks for all that is open.
  var indent: String {
    let steps = min(closers.count, Parser.nestingLimit) + (isContinued ? 1 : 0)
    return String(repeating: "  ", count: steps)
  }

  /// Whether a value that is missing here may come on the next line.
  func awaitsValue(at place: Span) -> Bool {
    let isInBrackets = closers.last == .closeBracket || closers.last == .closeParenthesis
    return place.start >= lastToken && (isContinued || isInBrackets)
  }

  /// Whether one more line and the missing closing marks make the source right.
  func judge(_ source: Source, nextLine: String) -> Completeness {
    let marks: [Token.Kind: String] = [.closeBracket: "]", .closeParenthesis: ")", .closeBrace: "}"]
    let missing = closers.reversed().compactMap { marks[$0] }.joined()
    // A second line end behind a continued line would end the statement.
    let isOnNextLine = isContinued && source.hasLineEnd(in: Span(lastToken, source.span.end))
    let whole = Source(source.text + (isOnNextLine ? "" : "\n") + nextLine + missing)
    return (try? Parser.parse(whole)) == nil ? .invalid : .incomplete(indent: indent)
  }
}
