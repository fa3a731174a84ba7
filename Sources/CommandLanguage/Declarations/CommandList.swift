/// The commands there are, and other words for them.
public struct CommandList: Sendable {
  /// Their declarations, in the order help lists them.
  public let declarations: [CommandDeclaration]
  private let byWord: [String: CommandDeclaration]

  /// Lists commands.
  ///
  /// - Parameters:
  ///   - declarations: The commands, in the order help lists them.
  ///   - aliases: Other words, each with the command's name.
  public init(_ declarations: [CommandDeclaration], aliases: [String: String]) {
    self.declarations = declarations
    var byWord: [String: CommandDeclaration] = [:]
    for declaration in declarations { byWord[declaration.name] = declaration }
    for (alias, name) in aliases { byWord[alias] = byWord[name] }
    self.byWord = byWord
  }

  /// The names of the commands.
  public var names: [String] { declarations.map(\.name) }

  /// The command a word means.
  public subscript(word: String) -> CommandDeclaration? { byWord[word] }
}
