/// A parsed cell: its statements in order. A cell is parsed whole before anything runs.
public struct Cell: Sendable, Equatable {
  /// The statements, in the order they run.
  public let statements: [Statement]
}

/// One statement of a cell.
public enum Statement: Sendable, Equatable {
  /// `epochs = 50`
  case assignment(Assignment)
  /// `train hand on=hands.train`
  case command(CommandCall)

  /// Where it stands, from its first word to the end of its last value or block.
  public var span: Span {
    switch self {
    case .assignment(let assignment): assignment.span
    case .command(let command): command.span
    }
  }
}

/// A variable and the value it gets.
public struct Assignment: Sendable, Equatable {
  /// The variable's name.
  public let name: Located<String>

  /// The value, not yet evaluated: it may hold other variables.
  public let value: Value

  /// Where the whole assignment stands.
  public var span: Span { name.span.through(value.span) }
}

/// A command as it was written: its name, its arguments and the parts in its block.
public struct CommandCall: Sendable, Equatable {
  /// The command's name.
  public let name: Located<String>

  /// All arguments in the order written; those assigned in the block are named arguments like the others, after them.
  public let arguments: [Argument]

  /// The block in braces, if there is one.
  public let block: Block?

  /// Where the whole command stands, its block included.
  public let span: Span

  /// The values without a key, in order.
  public var positional: [Value] { arguments.filter { $0.key == nil }.map(\.value) }

  /// The argument with a key. A key is given at most once.
  public func argument(_ key: String) -> Argument? { arguments.first { $0.key?.value == key } }
}

/// What stands in the braces behind a command, apart from assignments (these are the command's arguments).
public struct Block: Sendable, Equatable {
  /// The commands in the block, for example the layers of a network.
  public let parts: [CommandCall]

  /// Where it stands, braces included.
  public let span: Span
}

/// A value handed to a command or a call, with its key if it has one.
public struct Argument: Sendable, Equatable {
  /// The key in front of `=`; nil for a positional argument.
  public let key: Located<String>?

  /// The value.
  public let value: Value

  /// Where it stands, key included.
  public var span: Span { key?.span.through(value.span) ?? value.span }
}
