/// Stands on one token of a source and steps to the next, for the parser: comments are left out, and inside lists and calls line
/// ends, too.
struct TokenCursor {
  /// How deep lists, calls and blocks may stand in each other.
  static let nestingLimit = 64

  let source: Source
  /// The token to be read next.
  private(set) var token: Token
  /// Where the token read last ends.
  private var previousEnd = 0
  private var lexer: Lexer
  /// How many lists and calls are open; inside them a line end is a blank.
  private var openBrackets = 0
  private var depth = 0

  init(_ source: Source) {
    self.source = source
    lexer = Lexer(source)
    token = lexer.next()
    skipTrivia()
  }

  /// What the current token is.
  var kind: Token.Kind { token.kind }

  /// The text of the current token.
  var text: String { source.text(between: token.span) }

  /// Whether the current token is a word that begins with a letter.
  var isNameLike: Bool { kind == .word && text.first?.isLetter == true }

  /// The mark the current token is.
  var mark: Character { text.first ?? " " }

  // MARK: Steps

  /// Steps over the current token.
  mutating func take() {
    previousEnd = token.span.end
    token = lexer.next()
    skipTrivia()
  }

  private mutating func skipTrivia() {
    while token.kind == .comment || (token.kind == .newline && openBrackets > 0) { token = lexer.next() }
  }

  /// Steps over the current token and returns its text.
  mutating func takeText() -> Located<String> {
    let located = Located(text, at: token.span)
    take()
    return located
  }

  /// Steps over the marks between statements.
  mutating func skipSeparators() {
    while token.kind == .newline || token.kind == .semicolon { take() }
  }

  /// Steps over the opening mark of a list or call.
  mutating func enterBrackets() throws(SyntaxError) {
    try descend()
    openBrackets += 1
    take()
  }

  /// Steps over the closing mark of a list or call.
  mutating func leaveBrackets() {
    openBrackets -= 1
    depth -= 1
    take()
  }

  /// Steps over the opening mark of a block.
  mutating func enterBlock() throws(SyntaxError) {
    try descend()
    take()
  }

  /// Steps over the closing mark of a block.
  mutating func leaveBlock() {
    take()
    depth -= 1
  }

  /// Counts one more list, call or block that is open.
  private mutating func descend() throws(SyntaxError) {
    depth += 1
    guard depth <= Self.nestingLimit else { throw fault(.nestedTooDeeply(limit: Self.nestingLimit)) }
  }

  // MARK: Faults

  /// A fault at the current token.
  func fault(_ kind: SyntaxError.Kind) -> SyntaxError { SyntaxError(kind, at: token.span) }

  /// Throws if the current token is none of the language's.
  func refuseBadToken() throws(SyntaxError) {
    switch token.kind {
    case .unterminatedString:
      let quote: Character = source.bytes[token.span.start] == UInt8(ascii: "'") ? "'" : "\""
      throw SyntaxError(.unterminatedString(quote: quote), at: Span(token.span.start, token.span.start + 1))
    case .bareDollar: throw fault(.variableWithoutName)
    case .strayBackslash: throw fault(.strayBackslash)
    case .controlCharacter: throw fault(.controlCharacter(text.unicodeScalars.first?.value ?? 0))
    default: return
    }
  }

  /// Throws if a value touches the one before it: `$data.train` and `"a"b` mean nothing.
  func refuseMissingSpace() throws(SyntaxError) {
    guard token.beginsValue, token.span.start == previousEnd, previousEnd > 0 else { return }
    let before = source.bytes[previousEnd - 1]
    // Behind "(" and "," of a call a value may begin at once.
    guard before != UInt8(ascii: "("), before != UInt8(ascii: ",") else { return }
    throw fault(.missingSpace)
  }

  /// Whether the current token stands on a new line below a list or call that is closed nowhere further on: it may be the
  /// next statement.
  func isBelowUnclosed(_ opener: Token) -> Bool {
    guard source.hasLineEnd(in: Span(previousEnd, token.span.start)), let closer = opener.kind.closer else {
      return false
    }
    var lookahead = Int.max
    return !lexer.closes(closer, behind: token, lookahead: &lookahead)
  }
}
