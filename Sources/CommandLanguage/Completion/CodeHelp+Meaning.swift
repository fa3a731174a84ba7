import Language

extension CodeHelp {
  /// What a word can mean.
  public enum Meaning: Sendable {
    /// A command, or a part of a command's block.
    case command(CommandDeclaration)
    /// An argument of a command or part.
    case argument(ArgumentDeclaration, of: CommandDeclaration)
    /// A variable, with its value as typed.
    case variable(String, text: String)
    /// A model.
    case model(ModelNames)
    /// A dataset, or a split of one.
    case dataset(DatasetNames)
  }

  /// What is meant at a place of a cell, given in code points; nil where nothing is known about it.
  public func meaning(in code: String, at cursor: Int) -> Meaning? {
    let context = CursorContext(Source(code), at: cursor)
    let word = context.word
    switch context.role {
    case .command:
      guard let outer = context.enclosing.last else { return command(word) ?? variable(word) }
      return argument(word, of: declaration(outer.name, in: context))
        ?? commands[outer.name]?.part(word).map { .command($0) }
    case .argument:
      let own = context.command.flatMap { declaration($0.name, in: context) }
      return argument(word, of: own) ?? thing(word) ?? own.map { .command($0) }
    case .value(let key):
      let name = context.command?.name ?? context.enclosing.last?.name
      return thing(word) ?? argument(key, of: name.flatMap { declaration($0, in: context) })
    case .assignment, .nothing: return thing(word)
    }
  }

  private func command(_ name: String) -> Meaning? { commands[name].map { .command($0) } }

  private func argument(_ key: String, of declaration: CommandDeclaration?) -> Meaning? {
    guard let declaration, let argument = declaration.argument(key) else { return nil }
    return .argument(argument, of: declaration)
  }

  private func variable(_ name: String) -> Meaning? {
    names.variables[name].map { .variable(name, text: $0) }
  }

  private func thing(_ word: String) -> Meaning? {
    if word.hasPrefix("$") { return variable(String(word.dropFirst())) }
    if let model = names.models.first(where: { $0.name == word }) { return .model(model) }
    let name = word.split(separator: ".").first.map(String.init) ?? word
    return names.datasets.first { $0.name == name }.map { .dataset($0) }
  }
}
