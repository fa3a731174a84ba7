/// Cuts a source into tokens, one at a time, in one pass.
struct Lexer {
  private let bytes: [UInt8]
  private var offset = 0

  /// Whether a continuation mark `\` stood in front of the last token, with nothing but blanks between.
  private(set) var hasContinued = false

  init(_ source: Source) { bytes = source.bytes }

  /// The next token; at the end of the source, `end` again and again.
  mutating func next() -> Token {
    hasContinued = false
    while offset < bytes.count {
      let (kind, length) = CharacterClass.at(offset, in: bytes)
      switch kind {
      case .blank: offset += length
      case .lineEnd: return token(.newline, length)
      case .control: return token(.controlCharacter, length)
      case .word: return word()
      case .mark:
        if let token = mark() { return token }
        hasContinued = true
      }
    }
    return token(.end, 0)
  }

  /// Reads the token that begins with a mark; nil if it was a `\` that joins two lines.
  private mutating func mark() -> Token? {
    switch Unicode.Scalar(bytes[offset]) {
    case "=": token(.equals, 1)
    case ",": token(.comma, 1)
    case ";": token(.semicolon, 1)
    case "[": token(.openBracket, 1)
    case "]": token(.closeBracket, 1)
    case "(": token(.openParenthesis, 1)
    case ")": token(.closeParenthesis, 1)
    case "{": token(.openBrace, 1)
    case "}": token(.closeBrace, 1)
    case "#": token(.comment, lengthToLineEnd())
    case "$": variable()
    case "\\": continuation()
    default: string()
    }
  }

  private mutating func token(_ kind: Token.Kind, _ length: Int) -> Token {
    let start = offset
    offset += length
    return Token(kind: kind, span: Span(start, offset))
  }

  private mutating func word() -> Token {
    var end = offset
    while end < bytes.count {
      let (kind, length) = CharacterClass.at(end, in: bytes)
      guard kind == .word else { break }
      end += length
    }
    return token(.word, end - offset)
  }

  private mutating func variable() -> Token {
    let length = VariableName.length(in: bytes, from: offset + 1)
    return token(length > 0 ? .variable : .bareDollar, 1 + length)
  }

  /// A string ends with its quote, and never behind its line: an error must not leak into the lines below.
  private mutating func string() -> Token {
    let quote = bytes[offset]
    var end = offset + 1
    while end < bytes.count {
      let byte = bytes[end]
      if byte == quote { return token(.string, end + 1 - offset) }
      let (kind, length) = CharacterClass.at(end, in: bytes)
      if kind == .lineEnd { break }
      end += length
      // The character behind a backslash closes nothing; a raw string knows no backslash.
      if byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") && end < bytes.count {
        let (escaped, length) = CharacterClass.at(end, in: bytes)
        if escaped != .lineEnd { end += length }
      }
    }
    return token(.unterminatedString, end - offset)
  }

  private mutating func continuation() -> Token? {
    var end = offset + 1
    while end < bytes.count {
      let (kind, length) = CharacterClass.at(end, in: bytes)
      guard kind == .blank || kind == .lineEnd else { return token(.strayBackslash, 1) }
      end += length
      if kind == .lineEnd { break }
    }
    offset = end
    return nil
  }

  private func lengthToLineEnd() -> Int {
    var end = offset
    while end < bytes.count {
      let (kind, length) = CharacterClass.at(end, in: bytes)
      if kind == .lineEnd { break }
      end += length
    }
    return end - offset
  }

  /// Whether a closing mark comes further on for something that is open already. `token` is the one read last. Looks no
  /// further than a number of tokens, which it uses up.
  func closes(_ closer: Token.Kind, behind token: Token, lookahead: inout Int) -> Bool {
    var ahead = self
    var kind = token.kind
    var open = 0
    while kind != .end && lookahead > 0 {
      lookahead -= 1
      if kind.closer != nil { open += 1 }
      if kind.isCloser {
        if open == 0 { return kind == closer }
        open -= 1
      }
      kind = ahead.next().kind
    }
    return false
  }
}
