/// Walks over the tokens of a source, right or wrong, to learn what is around the cursor.
///
/// Unlike the parser it never stops at a fault. It keeps what is open (blocks, lists, calls) on a stack, notes the state
/// when it comes to the cursor, and goes on to the end of that statement for what stands behind it.
struct CursorWalk {
  let source: Source
  /// The UTF-8 offset of the cursor.
  let cursor: Int
  private(set) var lexer: Lexer
  private(set) var token: Token
  /// The token before, of any kind.
  private(set) var previous: Token?
  /// Where the last token ended that was no comment and no line end.
  private(set) var lastEnd = 0
  /// What is open, the outermost (the cell itself) first.
  private(set) var levels = [Level(kind: .statements(of: nil))]
  /// The commands of the outermost statement so far; levels refer to them by index.
  private(set) var commands: [Sketch] = []
  /// The word read last, until the next token tells whether it was a key, the name of a call, or a value.
  private var pendingWord: Token?
  /// The state at the cursor, once it was reached.
  private var finding: Finding?
  private var isDone = false
  /// How many tokens may still be looked at twice: enough for a long list, too few to lose time over thousands.
  private var lookahead = 100_000

  init(_ source: Source, cursor: Int) {
    self.source = source
    self.cursor = cursor
    lexer = Lexer(source)
    token = lexer.next()
  }

  /// Walks until everything about the cursor is known.
  mutating func walk() -> Finding {
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
    return finding ?? Finding(role: .nothing)
  }

  /// The innermost thing that is open.
  private(set) var top: Level {
    get { levels[levels.count - 1] }
    set { levels[levels.count - 1] = newValue }
  }

  private func located(_ span: Span) -> Located<String> { Located(source.text(of: span), at: span) }
}

// MARK: - Words, which mean what the next token says

extension CursorWalk {
  /// Decides on the last word, unless `=` or the parenthesis of a call follows it.
  private mutating func settleWord() {
    guard let word = pendingWord, token.kind != .equals else { return }
    let isName = top.isStatements && top.statement == .none
    let isCall = token.kind == .openParenthesis && token.span.start == word.span.end
    if isCall && !isName { return }
    pendingWord = nil
    guard isName else { return complete(word.span) }
    top.statement = .command(commands.count)
    if finding?.token == word { finding?.command = commands.count }
    commands.append(Sketch(name: located(word.span)))
  }

  /// The word in front of `=` is a key, or the variable of an assignment.
  private mutating func readEquals() {
    guard let word = pendingWord else { return }
    pendingWord = nil
    if finding?.token == word { finding?.isFollowedByEquals = true }
    let name = located(word.span)
    switch (top.kind, top.statement) {
    case (.statements(let owner), .none):
      top.statement = .assignment(name.value)
      if let owner { commands[owner].keys.append(name) }
    case (.statements, .command(let index)):
      top.key = name.value
      commands[index].keys.append(name)
    case (.call, _):
      top.key = name.value
      top.keys.append(name.value)
    default: break
    }
  }

  /// A value ends: it is the one its key awaits, or the next in order.
  private mutating func complete(_ span: Span) {
    if case .command(let index) = top.statement, top.key == nil { commands[index].positional.append(located(span)) }
    if top.isStatements && top.commandIndex == nil { top.statement = .finished }
    if top.key == nil { top.position += 1 }
    top.key = nil
    top.hasElement = true
  }
}

// MARK: - Everything else

extension CursorWalk {
  private mutating func read() {
    switch token.kind {
    case .word: pendingWord = token
    case .string, .variable, .unterminatedString, .bareDollar: complete(token.span)
    case .equals: readEquals()
    case .comma: top.hasElement = false
    case .openBracket: open(.list)
    case .openParenthesis: openCall()
    case .openBrace: openBrace()
    case .closeBracket, .closeParenthesis: if !top.isStatements { close() }
    case .closeBrace: closeBrace()
    case .newline: if top.isStatements { endStatement() }
    case .semicolon: abandonLists()
    case .comment, .end, .strayBackslash, .controlCharacter: break
    }
  }

  /// Opens a level, unless the parser would read no further anyway.
  private mutating func open(_ kind: Level.Kind, at start: Int? = nil) {
    guard levels.count <= Parser.nestingLimit else { return }
    levels.append(Level(kind: kind, start: start ?? token.span.start))
  }

  private mutating func openCall() {
    if let word = pendingWord {
      pendingWord = nil
      open(.call(name: source.text(of: word.span)), at: word.span.start)
    } else if !isBehindCommandName {
      open(.call(name: ""))
    }
  }

  /// Whether the last token names the command: nothing opens in `print("x")`, whose arguments are completed like those
  /// of `print "x"`.
  private var isBehindCommandName: Bool {
    guard let command = top.commandIndex else { return false }
    return commands[command].name.span == previous?.span
  }

  private mutating func openBrace() {
    if let command = top.commandIndex, top.key == nil { open(.statements(of: command)) } else { open(.dictionary) }
  }

  private mutating func close() {
    let start = levels.removeLast().start
    complete(Span(start, token.span.end))
  }

  /// Closes the innermost braces, and the lists in them that were left open.
  private mutating func closeBrace() {
    guard let braces = levels.lastIndex(where: { $0.kind == .dictionary || $0.owner != nil }) else { return }
    levels.removeSubrange((braces + 1)...)
    if top.kind == .dictionary { return close() }
    levels.removeLast()
    top.statement = .finished
  }

  private mutating func endStatement() {
    top = Level(kind: top.kind, start: top.start)
    guard levels.count == 1 else { return }
    if finding == nil { commands.removeAll(keepingCapacity: true) } else { isDone = true }
  }

  /// Takes the lists and calls that are open as left open by mistake, and ends their statement.
  private mutating func abandonLists() {
    while !top.isStatements { levels.removeLast() }
    endStatement()
  }

  /// Whether an open list ended somewhere above without its closing mark: an element, a line end, and no comma between
  /// it and what comes now.
  private mutating func isBelowUnclosedList() -> Bool {
    guard !top.isStatements, top.hasElement else { return false }
    let isAtCursor = finding == nil && cursor <= token.span.start
    guard token.beginsValue || isAtCursor else { return false }
    let place = isAtCursor ? cursor : token.span.start
    guard place > lastEnd, source.hasLineEnd(in: Span(lastEnd, place)) else { return false }
    if top.closesLater == nil {
      top.closesLater = lexer.closes(top.closer, behind: token, lookahead: &lookahead)
    }
    return top.closesLater == false
  }
}
