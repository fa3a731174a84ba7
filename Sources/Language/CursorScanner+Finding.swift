extension CursorScanner {
  /// The state at the cursor, if the cursor is in the current token or in front of it.
  func find() -> LevelStack.Finding? {
    let span = token.span
    if cursor > span.end { return nil }
    if cursor <= span.start {
      return isAtClosedValue || token.kind == .equals ? LevelStack.Finding(role: .nothing) : gap()
    }
    switch token.kind {
    case .word, .variable, .bareDollar, .unterminatedString: return levels.finding(at: token)
    case .string: return cursor < span.end ? levels.finding(at: token) : nil
    case .comment: return LevelStack.Finding(role: .nothing)
    // Between CR and LF.
    case .newline where cursor < span.end: return gap()
    default: return nil
    }
  }

  /// Whether the cursor touches the end of a value that no letter can prolong.
  private var isAtClosedValue: Bool {
    guard let previous, previous.span.end == cursor else { return false }
    return previous.kind == .string || previous.kind.isCloser
  }

  /// The state in front of the current token.
  private func gap() -> LevelStack.Finding {
    switch token.kind {
    case .word, .variable, .bareDollar, .string, .unterminatedString:
      return levels.finding(at: cursor == token.span.start ? token : nil)
    default: return levels.finding(at: nil)
    }
  }

  /// The whole context, once the walk is over.
  mutating func context() -> CursorContext {
    let finding = walk()
    let place = finding.token.map(\.span.start) ?? cursor
    var context = CursorContext(role: finding.role, at: source.codePoints(before: place))
    context.command = finding.command.map { levels.commands[$0].command(cursor: cursor) }
    context.enclosing = finding.enclosing.map { levels.commands[$0].command(cursor: cursor) }
    context.nesting = finding.nesting
    context.isFollowedByEquals = finding.isFollowedByEquals
    if let token = finding.token { context.take(token, cursor: cursor, from: source) }
    return context
  }
}

extension CursorContext {
  /// Takes the text of the word, variable or string at the cursor.
  fileprivate mutating func take(_ token: Token, cursor: Int, from source: Source) {
    let start = wordRange.lowerBound
    word = source.text(of: token.span)
    wordRange = start..<start + word.unicodeScalars.count
    let opening = token.kind == .word ? 0 : 1
    guard cursor >= token.span.start + opening, cursor > token.span.start else { return }

    let typed = Span(token.span.start + opening, cursor)
    partial = source.text(of: typed)
    partialContents = partial
    replacement = start + opening..<start + opening + partial.unicodeScalars.count
    switch token.kind {
    case .variable, .bareDollar: form = .variable
    case .string, .unterminatedString:
      let quote: Character = word.hasPrefix("'") ? "'" : "\""
      form = .string(quote: quote)
      if let contents = try? StringLiteral.contents(between: typed, quote: quote, in: source) {
        partialContents = contents
      }
    default: break
    }
  }
}
