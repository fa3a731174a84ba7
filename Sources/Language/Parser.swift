/// Reads a source into statements, by the grammar of the language, in one pass and in time proportional to its length.
///
/// The first fault ends the reading: a cell with a fault runs nothing.
public struct Parser {
  /// How deep lists, calls and blocks may stand in each other.
  public static let nestingLimit = TokenCursor.nestingLimit

  let source: Source
  /// Where the reading stands.
  var cursor: TokenCursor

  /// Parses a whole cell.
  ///
  /// Throws the first ``SyntaxError`` of the source.
  public static func parse(_ source: Source) throws(SyntaxError) -> Cell {
    guard source.bytes.count <= Source.limit else {
      throw SyntaxError(.sourceTooLong(bytes: source.bytes.count, limit: Source.limit), at: Span(0, 0))
    }
    var parser = Parser(source)
    return try parser.cell()
  }

  private init(_ source: Source) {
    self.source = source
    cursor = TokenCursor(source)
  }

  private mutating func cell() throws(SyntaxError) -> Cell {
    var statements: [Statement] = []
    cursor.skipSeparators()
    while cursor.kind != .end {
      if cursor.kind == .closeBrace { throw cursor.fault(.unopened("}")) }
      statements.append(try statement())
      cursor.skipSeparators()
    }
    return Cell(statements: statements)
  }

  private mutating func statement() throws(SyntaxError) -> Statement {
    let name = try statementName()
    guard cursor.kind == .equals else { return .command(try command(name)) }
    guard VariableName.isValid(name.value) else {
      throw SyntaxError(.notAVariableName(name.value), at: name.span)
    }
    return .assignment(Assignment(name: name, value: try assignedValue(to: name)))
  }

  private mutating func statementName() throws(SyntaxError) -> Located<String> {
    try cursor.refuseBadToken()
    switch cursor.kind {
    case .word: return cursor.takeText()
    case .openBrace: throw cursor.fault(.blockWithoutCommand)
    case .equals: throw cursor.fault(.missingKey)
    case .closeBracket, .closeParenthesis: throw cursor.fault(.unopened(cursor.mark))
    default: throw cursor.fault(.notACommand(cursor.text))
    }
  }

  /// The value behind `name =`, with nothing more behind it in the statement.
  private mutating func assignedValue(to name: Located<String>) throws(SyntaxError) -> Value {
    let value = try valueBehindEquals(key: name.value)
    try cursor.refuseBadToken()
    switch cursor.kind {
    case .newline, .semicolon, .end, .closeBrace: return value
    case .closeBracket, .closeParenthesis: throw cursor.fault(.unopened(cursor.mark))
    case .openParenthesis: throw parenthesisFault(behind: value)
    default: throw cursor.fault(.afterAssignment(name: name.value, found: cursor.text))
    }
  }

  /// The arguments and the block of a command whose name was read.
  private mutating func command(_ name: Located<String>) throws(SyntaxError) -> CommandCall {
    if cursor.kind == .openParenthesis { throw cursor.fault(.commandAsCall(name.value)) }
    var arguments = ArgumentList()
    while !cursor.kind.endsStatement && cursor.kind != .openBrace {
      try refuseMisplacedMark(behind: arguments.last)
      try arguments.append(try argument())
    }
    guard cursor.kind == .openBrace else {
      let span = name.span.through(arguments.last?.span ?? name.span)
      return CommandCall(name: name, arguments: arguments.all, block: nil, span: span)
    }
    let block = try block(&arguments)
    return CommandCall(name: name, arguments: arguments.all, block: block, span: name.span.through(block.span))
  }

  /// Throws if the current token is a mark that stands between no arguments.
  private func refuseMisplacedMark(behind argument: Argument?) throws(SyntaxError) {
    try cursor.refuseBadToken()
    switch cursor.kind {
    case .comma: throw cursor.fault(.commaBetweenArguments)
    case .equals: throw cursor.fault(.missingKey)
    case .closeBracket, .closeParenthesis: throw cursor.fault(.unopened(cursor.mark))
    case .openParenthesis:
      guard let argument else { throw cursor.fault(.strayParenthesis) }
      throw parenthesisFault(behind: argument.value)
    default: return
    }
  }

  /// `{ … }`: its assignments join the command's arguments, its commands are the parts.
  private mutating func block(_ arguments: inout ArgumentList) throws(SyntaxError) -> Block {
    let opener = cursor.token
    try cursor.enterBlock()
    var parts: [CommandCall] = []
    cursor.skipSeparators()
    while cursor.kind != .closeBrace {
      if cursor.kind == .end { throw SyntaxError(.unclosed("{"), at: opener.span) }
      let name = try statementName()
      if cursor.kind == .equals {
        try arguments.append(Argument(key: name, value: try assignedValue(to: name)))
      } else {
        parts.append(try command(name))
      }
      cursor.skipSeparators()
    }
    let span = opener.span.through(cursor.token.span)
    cursor.leaveBlock()
    try cursor.refuseBadToken()
    guard cursor.kind.endsStatement else { throw cursor.fault(.afterBlock(cursor.text)) }
    return Block(parts: parts, span: span)
  }

  /// A parenthesis behind a value: a call with a blank before its parenthesis, or nothing that makes sense.
  func parenthesisFault(behind value: Value) -> SyntaxError {
    cursor.fault(value.word.map { .spaceBeforeParenthesis(name: $0.text) } ?? .strayParenthesis)
  }
}
