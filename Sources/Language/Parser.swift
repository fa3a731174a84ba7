/// Reads a source into statements, by the grammar of the language, in one pass and in time proportional to its length.
///
/// The first fault ends the reading: a cell with a fault runs nothing.
public struct Parser {
  /// How deep lists, calls and blocks may stand in each other.
  public static let nestingLimit = 64

  let source: Source
  private(set) var lexer: Lexer
  /// The token to be read next.
  private(set) var token: Token
  /// Where the token read last ends.
  private(set) var previousEnd = 0
  /// How many lists and calls are open; inside them a line end is a blank.
  private var openBrackets = 0
  private var depth = 0

  /// Parses a whole cell.
  ///
  /// Throws the first ``SyntaxFault`` of the source.
  public static func parse(_ source: Source) throws(SyntaxFault) -> Cell {
    guard source.bytes.count <= Source.limit else {
      throw SyntaxFault(.sourceTooLong(bytes: source.bytes.count, limit: Source.limit), at: Span(0, 0))
    }
    var parser = Parser(source)
    return try parser.cell()
  }

  private init(_ source: Source) {
    self.source = source
    lexer = Lexer(source)
    token = lexer.next()
    skipTrivia()
  }

  private mutating func cell() throws(SyntaxFault) -> Cell {
    var statements: [Statement] = []
    skipSeparators()
    while token.kind != .end {
      if token.kind == .closeBrace { throw fault(.unopened("}")) }
      statements.append(try statement())
      skipSeparators()
    }
    return Cell(statements: statements)
  }

  private mutating func statement() throws(SyntaxFault) -> Statement {
    let name = try statementName()
    guard token.kind == .equals else { return .command(try command(name)) }
    guard VariableName.isValid(name.value) else {
      throw SyntaxFault(.notAVariableName(name.value), at: name.span)
    }
    return .assignment(Assignment(name: name, value: try assignedValue(to: name)))
  }

  private mutating func statementName() throws(SyntaxFault) -> Located<String> {
    try refuseBadToken()
    switch token.kind {
    case .word: return takeText()
    case .openBrace: throw fault(.blockWithoutCommand)
    case .equals: throw fault(.missingKey)
    case .closeBracket, .closeParenthesis: throw fault(.unopened(mark))
    default: throw fault(.notACommand(text))
    }
  }

  /// The value behind `name =`, with nothing more behind it in the statement.
  private mutating func assignedValue(to name: Located<String>) throws(SyntaxFault) -> Value {
    let value = try valueBehindEquals(key: name.value)
    try refuseBadToken()
    switch token.kind {
    case .newline, .semicolon, .end, .closeBrace: return value
    case .closeBracket, .closeParenthesis: throw fault(.unopened(mark))
    case .openParenthesis: throw parenthesisFault(behind: value)
    default: throw fault(.afterAssignment(name: name.value, found: text))
    }
  }

  /// The arguments and the block of a command whose name was read.
  private mutating func command(_ name: Located<String>) throws(SyntaxFault) -> CommandCall {
    if token.kind == .openParenthesis { throw fault(.commandAsCall(name.value)) }
    var arguments = ArgumentList()
    while !token.kind.endsStatement && token.kind != .openBrace {
      try refuseMisplacedMark(behind: arguments.last)
      try arguments.append(try argument())
    }
    guard token.kind == .openBrace else {
      let span = name.span.through(arguments.last?.span ?? name.span)
      return CommandCall(name: name, arguments: arguments.all, block: nil, span: span)
    }
    let block = try block(&arguments)
    return CommandCall(name: name, arguments: arguments.all, block: block, span: name.span.through(block.span))
  }

  /// Throws if the current token is a mark that stands between no arguments.
  private func refuseMisplacedMark(behind argument: Argument?) throws(SyntaxFault) {
    try refuseBadToken()
    switch token.kind {
    case .comma: throw fault(.commaBetweenArguments)
    case .equals: throw fault(.missingKey)
    case .closeBracket, .closeParenthesis: throw fault(.unopened(mark))
    case .openParenthesis:
      guard let argument else { throw fault(.strayParenthesis) }
      throw parenthesisFault(behind: argument.value)
    default: return
    }
  }

  /// `{ … }`: its assignments join the command's arguments, its commands are the parts.
  private mutating func block(_ arguments: inout ArgumentList) throws(SyntaxFault) -> Block {
    let opener = token
    try descend()
    take()
    var parts: [CommandCall] = []
    skipSeparators()
    while token.kind != .closeBrace {
      if token.kind == .end { throw SyntaxFault(.unclosed("{"), at: opener.span) }
      let name = try statementName()
      if token.kind == .equals {
        try arguments.append(Argument(key: name, value: try assignedValue(to: name)))
      } else {
        parts.append(try command(name))
      }
      skipSeparators()
    }
    let span = opener.span.through(token.span)
    take()
    depth -= 1
    try refuseBadToken()
    guard token.kind.endsStatement else { throw fault(.afterBlock(text)) }
    return Block(parts: parts, span: span)
  }

  private mutating func skipSeparators() {
    while token.kind == .newline || token.kind == .semicolon { take() }
  }
}

extension Parser {
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

  /// Steps over the opening mark of a list or call.
  mutating func enterBrackets() throws(SyntaxFault) {
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

  /// Counts one more list, call or block that is open.
  private mutating func descend() throws(SyntaxFault) {
    depth += 1
    guard depth <= Parser.nestingLimit else { throw fault(.nestedTooDeeply(limit: Parser.nestingLimit)) }
  }

  /// The text of the current token.
  var text: String { source.text(between: token.span) }

  /// The mark the current token is.
  var mark: Character { text.first ?? " " }

  func fault(_ kind: SyntaxFault.Kind) -> SyntaxFault { SyntaxFault(kind, at: token.span) }

  /// Throws if the current token is none of the language's.
  func refuseBadToken() throws(SyntaxFault) {
    switch token.kind {
    case .unterminatedString:
      let quote: Character = source.bytes[token.span.start] == UInt8(ascii: "'") ? "'" : "\""
      throw SyntaxFault(.unterminatedString(quote: quote), at: Span(token.span.start, token.span.start + 1))
    case .bareDollar: throw fault(.variableWithoutName)
    case .strayBackslash: throw fault(.strayBackslash)
    case .controlCharacter: throw fault(.controlCharacter(text.unicodeScalars.first?.value ?? 0))
    default: return
    }
  }

  /// A parenthesis behind a value: a call with a blank before its parenthesis, or nothing that makes sense.
  func parenthesisFault(behind value: Value) -> SyntaxFault {
    fault(value.word.map { .spaceBeforeParenthesis(name: $0.text) } ?? .strayParenthesis)
  }
}
