extension Parser {
  /// `value` or `key=value`.
  mutating func argument() throws(SyntaxFault) -> Argument {
    try refuseMissingSpace()
    guard token.kind == .word else { return Argument(key: nil, value: try value()) }
    let word = takeText()
    guard token.kind == .equals else { return Argument(key: nil, value: try value(beginningWith: word)) }
    return Argument(key: word, value: try valueBehindEquals(key: word.value))
  }

  /// Throws if a value touches the one before it: `$data.train` and `"a"b` mean nothing.
  private func refuseMissingSpace() throws(SyntaxFault) {
    guard token.beginsValue, token.span.start == previousEnd, previousEnd > 0 else { return }
    let before = source.bytes[previousEnd - 1]
    // Behind "(" and "," of a call a value may begin at once.
    guard before != UInt8(ascii: "("), before != UInt8(ascii: ",") else { return }
    throw fault(.missingSpace)
  }

  /// The value behind the current `=`.
  mutating func valueBehindEquals(key: String) throws(SyntaxFault) -> Value {
    let place = Span(token.span.end, token.span.end)
    take()
    try refuseBadToken()
    if token.kind == .openBrace { throw fault(.dictionary) }
    guard token.beginsValue else { throw SyntaxFault(.missingValue(key: key), at: place) }
    return try value()
  }

  /// One value; the current token begins it.
  private mutating func value() throws(SyntaxFault) -> Value {
    try refuseBadToken()
    let span = token.span
    switch token.kind {
    case .word: return try value(beginningWith: takeText())
    case .openBracket: return try list()
    case .string:
      let contents = try StringLiteral.contents(of: span, in: source)
      take()
      return Value(.string(contents), at: span, in: source)
    default:
      let name = source.text(of: Span(span.start + 1, span.end))
      take()
      return Value(.variable(name), at: span, in: source)
    }
  }

  private mutating func value(beginningWith word: Located<String>) throws(SyntaxFault) -> Value {
    if token.kind == .openParenthesis && token.span.start == word.span.end { return try call(word) }
    return Value(.word(Word(word.value)), at: word.span, in: source)
  }

  private mutating func list() throws(SyntaxFault) -> Value {
    let opener = token
    var elements: [Value] = []
    try enterBrackets()
    while token.kind != .closeBracket {
      try refuseNonElement(in: opener)
      let first = token
      elements.append(try value())
      if token.kind == .equals {
        throw first.kind == .word
          ? SyntaxFault(.keyInList(source.text(of: first.span)), at: first.span) : fault(.missingKey)
      }
      try takeComma(in: opener)
    }
    let span = opener.span.through(token.span)
    leaveBrackets()
    return Value(.list(elements), at: span, in: source)
  }

  private mutating func call(_ name: Located<String>) throws(SyntaxFault) -> Value {
    let opener = token
    var arguments = ArgumentList()
    try enterBrackets()
    while token.kind != .closeParenthesis {
      try refuseNonElement(in: opener)
      try arguments.append(try argument())
      // Julia's dictionaries: Dict("a" => 1).
      if token.kind == .equals { throw fault(name.value == "Dict" ? .dictionary : .missingKey) }
      try takeComma(in: opener)
    }
    let span = name.span.through(token.span)
    leaveBrackets()
    return Value(.call(Value.Call(name: name, arguments: arguments.all)), at: span, in: source)
  }

  /// Throws if no element of a list or call begins here.
  private func refuseNonElement(in opener: Token) throws(SyntaxFault) {
    try refuseBadToken()
    switch token.kind {
    case .end: throw unclosed(opener)
    case .comma: throw fault(.missingElement)
    case .semicolon: throw fault(.semicolonInList)
    case .equals: throw fault(.missingKey)
    case .openBrace: throw fault(.dictionary)
    case .openParenthesis: throw fault(.strayParenthesis)
    case .closeBracket, .closeParenthesis, .closeBrace:
      throw fault(.mismatched(opener: source.text(of: opener.span).first ?? " ", closer: mark))
    default: return
    }
  }

  /// Steps over the comma behind an element; there is none behind the last.
  private mutating func takeComma(in opener: Token) throws(SyntaxFault) {
    if token.kind == .comma { return take() }
    if token.kind == opener.kind.closer { return }
    guard token.beginsValue else { return try refuseNonElement(in: opener) }
    // On a new line it may be the next statement, below a list that was never closed: look for the partner.
    var lookahead = Int.max
    let isBelow = source.hasLineEnd(in: Span(previousEnd, token.span.start))
    if isBelow, let closer = opener.kind.closer, !lexer.closes(closer, behind: token, lookahead: &lookahead) {
      throw unclosed(opener)
    }
    throw fault(.missingComma)
  }

  private func unclosed(_ opener: Token) -> SyntaxFault {
    SyntaxFault(.unclosed(source.text(of: opener.span).first ?? " "), at: opener.span)
  }
}

/// The arguments of a command or call while they are read; refuses a key given twice.
struct ArgumentList {
  private(set) var all: [Argument] = []
  private var places: [String: Span] = [:]

  var last: Argument? { all.last }

  mutating func append(_ argument: Argument) throws(SyntaxFault) {
    if let key = argument.key {
      if let first = places[key.value] { throw SyntaxFault(.repeatedKey(key.value, first: first), at: key.span) }
      places[key.value] = key.span
    }
    // Most commands have a few; an array that grows by one and by one is made anew each time.
    if all.isEmpty { all.reserveCapacity(3) }
    all.append(argument)
  }
}
