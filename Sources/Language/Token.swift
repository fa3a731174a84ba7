/// The smallest piece of a source that means something, with its place.
struct Token: Sendable, Equatable {
  /// What a token is. The last four are no tokens of the language: the lexer never fails, it names what it found.
  enum Kind: Sendable, Equatable {
    case word, string, variable
    case equals, comma, semicolon, newline
    case openBracket, closeBracket, openParenthesis, closeParenthesis, openBrace, closeBrace
    case comment, end
    case unterminatedString, bareDollar, strayBackslash, controlCharacter
  }

  let kind: Kind
  let span: Span

  /// Whether a value can begin with it, were it well formed.
  var beginsValue: Bool {
    switch kind {
    case .word, .string, .variable, .openBracket, .unterminatedString, .bareDollar: true
    default: false
    }
  }
}

extension Token.Kind {
  /// The closing mark that belongs to an opening one.
  var closer: Token.Kind? {
    switch self {
    case .openBracket: .closeBracket
    case .openParenthesis: .closeParenthesis
    case .openBrace: .closeBrace
    default: nil
    }
  }

  /// Whether it is one of `] ) }`.
  var isCloser: Bool { self == .closeBracket || self == .closeParenthesis || self == .closeBrace }

  /// Whether a statement ends with it.
  var endsStatement: Bool { self == .newline || self == .semicolon || self == .end || self == .closeBrace }
}
