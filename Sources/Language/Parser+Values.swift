extension Parser {
  /// `value` or `key=value`.
  mutating func argument() throws(SyntaxError) -> Argument {
    try cursor.refuseMissingSpace()
    guard cursor.kind == .word else { return Argument(key: nil, value: try value()) }
    let word = cursor.takeText()
    guard cursor.kind == .equals else { return Argument(key: nil, value: try value(beginningWith: word)) }
    return Argument(key: word, value: try valueBehindEquals(key: word.value))
  }

  /// The value behind the current `=`.
  mutating func valueBehindEquals(key: String) throws(SyntaxError) -> Value {
    let place = Span(cursor.token.span.end, cursor.token.span.end)
    cursor.take()
    try cursor.refuseBadToken()
    if cursor.kind == .openBrace { throw cursor.fault(.dictionary) }
    guard cursor.token.beginsValue else { throw SyntaxError(.missingValue(key: key), at: place) }
    return try value()
  }

  /// One value; the current token begins it.
  private mutating func value() throws(SyntaxError) -> Value {
    try cursor.refuseBadToken()
    let span = cursor.token.span
    switch cursor.kind {
    case .word: return try value(beginningWith: cursor.takeText())
    case .openBracket: return try list()
    case .string:
      let contents = try StringLiteral.contents(of: span, in: source)
      cursor.take()
      return Value(.string(contents), at: span, in: source)
    default:
      let name = source.text(of: Span(span.start + 1, span.end))
      cursor.take()
      return Value(.variable(name), at: span, in: source)
    }
  }

  private mutating func value(beginningWith word: Located<String>) throws(SyntaxError) -> Value {
    if cursor.kind == .openParenthesis && cursor.token.span.start == word.span.end { return try call(word) }
    return Value(.word(Word(word.value)), at: word.span, in: source)
  }

  private mutating func list() throws(SyntaxError) -> Value {
    let opener = cursor.token
    var elements: [Value] = []
    try cursor.enterBrackets()
    while cursor.kind != .closeBracket {
      try refuseNonElement(in: opener)
      let first = cursor.token
      elements.append(try value())
      if cursor.kind == .equals {
        throw first.kind == .word
          ? SyntaxError(.keyInList(source.text(of: first.span)), at: first.span) : cursor.fault(.missingKey)
      }
      try refuseWordsWithoutComma(behind: elements)
      try takeComma(in: opener)
    }
    let span = opener.span.through(cursor.token.span)
    cursor.leaveBrackets()
    return Value(.list(elements), at: span, in: source)
  }

  private mutating func call(_ name: Located<String>) throws(SyntaxError) -> Value {
    let opener = cursor.token
    var arguments = ArgumentList()
    try cursor.enterBrackets()
    while cursor.kind != .closeParenthesis {
      try refuseNonElement(in: opener)
      try arguments.append(try argument())
      // Julia's dictionaries: Dict("a" => 1).
      if cursor.kind == .equals { throw cursor.fault(name.value == "Dict" ? .dictionary : .missingKey) }
      try takeComma(in: opener)
    }
    let span = name.span.through(cursor.token.span)
    cursor.leaveBrackets()
    return Value(.call(Value.Call(name: name, arguments: arguments.all)), at: span, in: source)
  }

  /// Throws if no element of a list or call begins here.
  private func refuseNonElement(in opener: Token) throws(SyntaxError) {
    try cursor.refuseBadToken()
    switch cursor.kind {
    case .end: throw unclosed(opener)
    case .comma: throw cursor.fault(.missingElement)
    case .semicolon: throw cursor.fault(.semicolonInList)
    case .equals: throw cursor.fault(.missingKey)
    case .openBrace: throw cursor.fault(.dictionary)
    case .openParenthesis: throw cursor.fault(.strayParenthesis)
    case .closeBracket, .closeParenthesis, .closeBrace:
      throw cursor.fault(.mismatched(opener: source.text(of: opener.span).first ?? " ", closer: cursor.mark))
    default: return
    }
  }

  /// Throws if the last element of a list is the first of several words, which no comma parts: a name that lacks its quotes, or
  /// several values.
  private func refuseWordsWithoutComma(behind elements: [Value]) throws(SyntaxError) {
    guard case .word(let first)? = elements.last?.kind, cursor.isNameLike else { return }
    guard first.text.first?.isLetter == true else { return }
    var (words, ahead) = ([first.text], cursor)
    while ahead.isNameLike { words.append(ahead.takeText().value) }
    guard ahead.kind == .comma || ahead.kind == .closeBracket else { return }
    throw cursor.fault(.wordsWithoutComma(words))
  }

  /// Steps over the comma behind an element; there is none behind the last.
  private mutating func takeComma(in opener: Token) throws(SyntaxError) {
    if cursor.kind == .comma { return cursor.take() }
    if cursor.kind == opener.kind.closer { return }
    guard cursor.token.beginsValue else { return try refuseNonElement(in: opener) }
    if cursor.isBelowUnclosed(opener) { throw unclosed(opener) }
    throw cursor.fault(.missingComma)
  }

  private func unclosed(_ opener: Token) -> SyntaxError {
    SyntaxError(.unclosed(source.text(of: opener.span).first ?? " "), at: opener.span)
  }
}

/// The arguments of a command or call while they are read; refuses a key given twice.
struct ArgumentList {
  private(set) var all: [Argument] = []
  private var places: [String: Span] = [:]

  var last: Argument? { all.last }

  mutating func append(_ argument: Argument) throws(SyntaxError) {
    if let key = argument.key {
      if let first = places[key.value] { throw SyntaxError(.repeatedKey(key.value, first: first), at: key.span) }
      places[key.value] = key.span
    }
    // Most commands have a few; an array that grows by one and by one is made anew each time.
    if all.isEmpty { all.reserveCapacity(3) }
    all.append(argument)
  }
}
