extension CursorWalk {
  /// The state at the cursor, if the cursor is in the current token or in front of it.
  func find() -> Finding? {
    let span = token.span
    if cursor > span.end { return nil }
    if cursor <= span.start { return isAtClosedValue || token.kind == .equals ? Finding(role: .nothing) : gap() }
    switch token.kind {
    case .word, .variable, .bareDollar, .unterminatedString: return finding(at: token)
    case .string: return cursor < span.end ? finding(at: token) : nil
    case .comment: return Finding(role: .nothing)
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
  private func gap() -> Finding {
    switch token.kind {
    case .word, .variable, .bareDollar, .string, .unterminatedString:
      return finding(at: cursor == token.span.start ? token : nil)
    default: return finding(at: nil)
    }
  }

  private func finding(at token: Token?) -> Finding {
    guard let innermost = levels.lastIndex(where: \.isStatements) else { return Finding(role: .nothing) }
    let level = levels[innermost]
    let brackets = levels[(innermost + 1)...]
    let isMisplaced = brackets.last?.hasElement ?? false || brackets.contains { $0.kind == .dictionary }
    if isMisplaced { return Finding(role: .nothing, token: token) }

    var finding = Finding(role: .nothing, token: token, enclosing: levels[...innermost].compactMap(\.owner))
    finding.nesting = brackets.compactMap(\.nesting)
    switch level.statement {
    case .none where brackets.isEmpty: finding.role = .command
    case .none, .finished: break
    case .command(let index):
      finding.command = index
      finding.role = level.key.map { .value(key: $0) } ?? .argument(position: level.position)
    case .assignment(let name):
      finding.command = level.owner
      finding.role = level.owner == nil ? .assignment(name: name) : .value(key: name)
      if level.owner != nil { finding.enclosing.removeLast() }
    }
    return finding
  }

  /// The whole context, once the walk is over.
  mutating func context() -> CursorContext {
    let finding = walk()
    let place = finding.token.map(\.span.start) ?? cursor
    var context = CursorContext(role: finding.role, at: source.codePoints(before: place))
    context.command = finding.command.map { commands[$0].command(cursor: cursor) }
    context.enclosing = finding.enclosing.map { commands[$0].command(cursor: cursor) }
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
