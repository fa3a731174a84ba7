/// Sets a cell in the form in which all examples are written: one blank between words, none around a key's `=`, one on both
/// sides of an assignment's, two for each block or list a line begins in.
///
/// Comments, line ends, blank lines up to one, `;` and the spelling of every value stay as they were typed.
public struct CellFormat {
  private let source: Source
  private var text = ""
  /// What is open, the outermost first.
  private var open: [Token.Kind] = []
  /// Whether the next token is the first of a statement, and the one before was.
  private var (isFirst, wasFirst) = (true, false)
  private var previous: Token?
  /// How many line ends came since the last token that was none.
  private var lineEnds = 0

  /// The cell in that form.
  ///
  /// - Parameter source: The cell.
  /// - Returns: Its text. What it means is the same.
  /// - Throws: What is wrong with the cell, which is then left as it is.
  public static func formatted(_ source: Source) throws(SyntaxError) -> String {
    let cell = try Parser.parse(source)
    var format = CellFormat(source: source)
    format.write()
    // The form is not worth a change of meaning.
    guard let same = try? Parser.parse(Source(format.text)), same.description == cell.description else {
      return source.text
    }
    return format.text
  }

  private init(source: Source) { self.source = source }

  private mutating func write() {
    var lexer = Lexer(source)
    while true {
      let token = lexer.next()
      if token.kind == .end { break }
      guard token.kind != .newline else {
        lineEnds += 1
        if !isInList { endStatement() }
        continue
      }
      write(token, isContinued: lexer.hasContinued)
    }
    while text.last == "\n" { text.removeLast() }
  }

  private var isInList: Bool { open.last == .openBracket || open.last == .openParenthesis }

  private mutating func endStatement() { (isFirst, wasFirst) = (true, false) }

  private mutating func write(_ token: Token, isContinued: Bool) {
    if token.kind.isCloser, !open.isEmpty { open.removeLast() }
    if isContinued, let previous, lineEnds == 0, source.hasLineEnd(in: Span(previous.span.end, token.span.start)) {
      text += " \\\n" + indent(open.count + 1)
    } else if lineEnds > 0 {
      if !text.isEmpty { text += String(repeating: "\n", count: min(lineEnds, 2)) + indent(open.count) }
    } else {
      text += gap(before: token)
    }
    lineEnds = 0
    text += token.kind == .comment ? trimmed(source.text(of: token.span)) : source.text(of: token.span)
    if token.kind.closer != nil { open.append(token.kind) }
    switch token.kind {
    case .openBrace, .semicolon: endStatement()
    case .comment: break
    default: (isFirst, wasFirst) = (false, isFirst)
    }
    previous = token
  }

  private func indent(_ steps: Int) -> String { String(repeating: "  ", count: steps) }

  private func trimmed(_ comment: String) -> String {
    var comment = Substring(comment)
    while let last = comment.last, last.isWhitespace { comment.removeLast() }
    return String(comment)
  }

  /// What stands between a token and the one before on its line.
  private func gap(before token: Token) -> String {
    guard let previous else { return "" }
    let typed = source.text(of: Span(previous.span.end, token.span.start))
    switch (previous.kind, token.kind) {
    case (_, .comment): return typed.isEmpty ? " " : typed
    case (_, .comma), (_, .semicolon), (_, .closeBracket), (_, .closeParenthesis): return ""
    case (.openBracket, _), (.openParenthesis, _): return ""
    case (.openBrace, .closeBrace): return ""
    // In a call and behind a command's other words it is a key's.
    case (_, .equals): return wasFirst && !isInList ? " " : ""
    case (.equals, _): return text.hasSuffix(" =") ? " " : ""
    case (.word, .openParenthesis): return typed.isEmpty ? "" : " "
    default: return " "
    }
  }
}
