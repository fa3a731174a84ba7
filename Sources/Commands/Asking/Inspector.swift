import Figures
import Language
import Synchronization

/// Says what is known about the word at the cursor.
struct Inspector {
  /// The names the session knows.
  let vocabulary: Vocabulary

  /// What is known about the word at a place of a cell, given in code points; nil where nothing is.
  func inspect(_ code: String, cursor: Int) -> Rendering? {
    let context = CursorContext(Source(code), at: cursor)
    let word = context.word
    switch context.role {
    case .command:
      if let outer = context.enclosing.last {
        return argument(word, of: outer.name) ?? LayerTable.declaration(word).map(Self.page)
      }
      return command(word) ?? variable(word)
    case .argument:
      return argument(word, of: context.command?.name) ?? thing(word) ?? command(context.command?.name)
    case .value(let key):
      return thing(word) ?? argument(key, of: context.command?.name ?? context.enclosing.last?.name)
    case .assignment, .nothing: return thing(word)
    }
  }

  /// The pages that were asked for: no more than there are commands and layers. To write one takes longer than all else an
  /// answer takes.
  private static let pages = Mutex<[ObjectIdentifier: Rendering]>([:])

  private static func page(_ declaration: CommandDeclaration) -> Rendering {
    pages.withLock { pages in
      let known = pages[ObjectIdentifier(declaration)]
      let page = known ?? HelpView.command(declaration)
      if known == nil { pages[ObjectIdentifier(declaration)] = page }
      return page
    }
  }

  private func command(_ name: String?) -> Rendering? {
    name.flatMap(CommandTable.command).map { Self.page($0.declaration) }
  }

  private func argument(_ key: String, of command: String?) -> Rendering? {
    guard
      let declaration = command.flatMap(CommandTable.command)?.declaration ?? command.flatMap(LayerTable.declaration),
      let argument = declaration.argument(key)
    else { return nil }
    return HelpView.argument(argument, of: declaration)
  }

  private func variable(_ name: String) -> Rendering? {
    vocabulary.variables[name].map { Rendering.text(Shortening.fit("\(name) = \($0)")) }
  }

  private func thing(_ word: String) -> Rendering? {
    if word.hasPrefix("$") { return variable(String(word.dropFirst())) }
    if let model = vocabulary.models.first(where: { $0.name == word }) {
      return Rendering.text("\(model.name): \(model.remark)")
    }
    let name = word.split(separator: ".").first.map(String.init) ?? word
    guard let dataset = vocabulary.datasets.first(where: { $0.name == name }) else { return nil }
    let splits = dataset.splits.map { "\(dataset.name).\($0.name): \(Numbers.count($0.count, "photo"))" }
    return Rendering.text(
      (splits + [
        "classes: \(dataset.labels.count > 40 ? Sentences.shortened(dataset.labels) : dataset.labels.joined(separator: " "))"
      ]).joined(separator: "\n"))
  }
}
