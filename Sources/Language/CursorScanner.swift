/// Walks over the tokens of a source, right or wrong, to learn what is around the cursor.
///
/// Unlike the parser it never stops at a fault. It keeps what is open (blocks, lists, calls) on a stack, notes the state
/// when it comes to the cursor, and goes on to the end of that statement for what stands behind it.
struct CursorScanner {
  let source: Source
  /// The UTF-8 offset of the cursor.
  let cursor: Int
  private var lexer: Lexer
  private(set) var token: Token
  /// The token before, of any kind.
  private(set) var previous: Token?
  /// Where the last token ended that was no comment and no line end.
  private var lastEnd = 0
  /// What is open where the walk has come to.
  private(set) var levels: LevelStack
  /// The word read last, until the next token tells whether it was a key, the name of a call, or a value.
  private var pendingWord: Token?
  /// The state at the cursor, once it was reached.
  private var finding: LevelStack.Finding?
  private var isDone = false
  /// How many tokens may still be looked at twice: enough for a long list, too few to lose time over thousands.
  private var lookahead = 100_000

  init(_ source: Source, cursor: Int) {
    self.source = source
    self.cursor = cursor
    lexer = Lexer(source)
    token = lexer.next()
    levels = LevelStack(source)
  }

  /// Walks until everything about the cursor is known.
  mutating func walk() -> LevelStack.Finding {
    while !isDone {
      settleWord()
      if isBelowUnclosedList() { abandonLists() }
      if finding == nil { finding = find() }
      if isDone || token.kind == .end { break }
      read()
      if token.kind != .newline && token.kind != .comment { lastEnd = token.span.end }
      previous = token
      token = lexer.next()
    }
    return finding ?? LevelStack.Finding(role: .nothing)
  }
}

// MARK: - Words, which mean what the next token says

extension CursorScanner {
  /// Decides on the last word, unless `=` or the parenthesis of a call follows it.
  private mutating func settleWord() {
    guard let word = pendingWord, token.kind != .equals else { return }
    let top = levels.top
    let isName = top.isStatements && top.statement == .none
    let isCall = token.kind == .openParenthesis && token.span.start == word.span.end
    if isCall && !isName { return }
    pendingWord = nil
    guard isName else { return levels.complete(word.span) }
    let command = levels.begin(word.span)
    if finding?.token == word { finding?.command = command }
  }

  /// The word in front of `=` is a key, or the variable of an assignment.
  private mutating func readEquals() {
    guard let word = pendingWord else { return }
    pendingWord = nil
    if finding?.token == word { finding?.isFollowedByEquals = true }
    levels.takeKey(word.span)
  }
}

// MARK: - Everything else

extension CursorScanner {
  private mutating func read() {
    let (start, end) = (token.span.start, token.span.end)
    switch token.kind {
    case .word: pendingWord = token
    case .string, .variable, .unterminatedString, .bareDollar: levels.complete(token.span)
    case .equals: readEquals()
    case .comma: levels.takeComma()
    case .openBracket: levels.open(.list, at: start)
    case .openParenthesis: openCall()
    case .openBrace: levels.openBrace(at: start)
    case .closeBracket, .closeParenthesis: if !levels.top.isStatements { levels.close(at: end) }
    case .closeBrace: levels.closeBrace(at: end)
    case .newline: if levels.top.isStatements { endStatement() }
    case .semicolon: abandonLists()
    case .comment, .end, .strayBackslash, .controlCharacter: break
    }
  }

  private mutating func openCall() {
    if let word = pendingWord {
      pendingWord = nil
      levels.openCall(word.span)
    } else if !levels.isCommandName(previous?.span) {
      levels.open(.call(name: ""), at: token.span.start)
    }
  }

  private mutating func endStatement() {
    guard levels.endStatement() else { return }
    if finding == nil { levels.forgetCommands() } else { isDone = true }
  }

  /// Takes the lists and calls that are open as left open by mistake, and ends their statement.
  private mutating func abandonLists() {
    levels.abandonLists()
    endStatement()
  }

  /// Whether an open list ended somewhere above without its closing mark: an element, a line end, and no comma between
  /// it and what comes now.
  private mutating func isBelowUnclosedList() -> Bool {
    guard !levels.top.isStatements, levels.top.hasElement else { return false }
    let isAtCursor = finding == nil && cursor <= token.span.start
    guard token.beginsValue || isAtCursor else { return false }
    let place = isAtCursor ? cursor : token.span.start
    guard place > lastEnd, source.hasLineEnd(in: Span(lastEnd, place)) else { return false }
    if levels.top.closesLater == nil {
      levels.note(closesLater: lexer.closes(levels.top.closer, behind: token, lookahead: &lookahead))
    }
    return levels.top.closesLater == false
  }
}
