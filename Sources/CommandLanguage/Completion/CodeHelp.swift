import Language

/// Says what could stand at the cursor, and what is meant there, from the declarations of the commands and the names a
/// workspace knows.
public struct CodeHelp {
  /// The commands there are.
  let commands: CommandList
  /// The names the workspace knows.
  let names: any KnownNames

  /// Helps with these commands and names.
  public init(commands: CommandList, names: any KnownNames) {
    self.commands = commands
    self.names = names
  }

  /// The declaration of a part of the blocks around the cursor, else of a command.
  func declaration(_ name: String, in context: CursorContext) -> CommandDeclaration? {
    context.enclosing.reversed().lazy.compactMap { commands[$0.name]?.part(name) }.first ?? commands[name]
  }
}
