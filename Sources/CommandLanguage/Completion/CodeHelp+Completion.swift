import Language
import Wording

extension CodeHelp {
  /// What could stand at a place of a cell, given in code points.
  public func complete(_ code: String, cursor: Int) -> Completion {
    let context = CursorContext(Source(code), at: cursor)
    // Nothing that could be meant is longer, and a word of megabytes is not to be compared with every name.
    guard context.partial.utf8.count <= Self.longestPartial else {
      return Completion(matches: [], replaced: context.replacement)
    }
    let partial = context.partialContents.lowercased()
    let matches = candidates(context).filter { partial.isEmpty || $0.text.lowercased().hasPrefix(partial) }
      .prefix(Self.mostMatches)
    return Completion(matches: matches.map { written($0, in: context) }, replaced: context.replacement)
  }

  /// The most matches that are offered: who sees a thousand types on.
  private static let mostMatches = 1000
  /// The longest beginning that is completed, in bytes: a path of the system's greatest length.
  private static let longestPartial = 4096

  private func candidates(_ context: CursorContext) -> [Completion.Match] {
    switch context.form {
    case .variable:
      return names.variables.sorted { $0.key < $1.key }.map { Completion.Match($0.key, "variable", $0.value) }
    case .string, .word: break
    }
    switch context.role {
    case .command: return firstWords(context)
    case .argument(let position): return arguments(of: context, position: position)
    case .value(let key): return values(of: context, key: key)
    case .assignment, .nothing: return []
    }
  }

  // MARK: Commands and keys

  private func firstWords(_ context: CursorContext) -> [Completion.Match] {
    if let outer = context.enclosing.last, let command = commands[outer.name] {
      return command.parts.map { Completion.Match($0.name, "layer", $0.summary) }
        + keys(of: command, except: Set(outer.keys), suffix: context.isFollowedByEquals ? "" : " = ")
    }
    return commands.declarations.map { Completion.Match($0.name, "command", $0.summary) }
      + names.variables.keys.sorted().map { Completion.Match($0, "variable", "assign anew") }
  }

  private func arguments(of context: CursorContext, position: Int) -> [Completion.Match] {
    guard let given = context.command, let command = declaration(given.name, in: context) else { return [] }
    let values =
      command.positional(at: position).map {
        candidates(in: context).values(of: $0.kind, wanted: $0.name == "photo" ? .photos : $0.kind.wantedFiles)
      } ?? []
    if case .string = context.form { return values }
    let keys = keys(of: command, except: Set(given.keys), suffix: context.isFollowedByEquals ? "" : "=")
    return values + keys
  }

  private func keys(
    of command: CommandDeclaration, except given: Set<String>, suffix: String
  ) -> [Completion.Match] {
    let open = command.arguments.filter { argument in
      !given.contains(argument.key) && !argument.aliases.contains(where: given.contains)
    }
    return open.map { argument in
      let fallback = argument.defaultText.map { " (\($0))" } ?? ""
      return Completion.Match(argument.key + suffix, "key", argument.summary + fallback)
    }
  }

  private func values(of context: CursorContext, key: String) -> [Completion.Match] {
    let name = context.command?.name ?? context.enclosing.last?.name
    guard let name, let argument = declaration(name, in: context)?.argument(key) else { return [] }
    return candidates(in: context).values(of: argument, command: name)
  }

  private func candidates(in context: CursorContext) -> ValueCandidates {
    ValueCandidates(commands: commands, names: names, context: context)
  }

  // MARK: Matching

  /// What is inserted. In a string its quotes and backslashes are escaped; elsewhere what is no word gets quotes.
  private func written(_ match: Completion.Match, in context: CursorContext) -> Completion.Match {
    let text = match.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    switch context.form {
    case .string(let quote) where quote == "\"": return Completion.Match(text, match.kind, match.remark)
    case .word where ["file", "folder", "label"].contains(match.kind) && !Word.isWord(match.text):
      return Completion.Match("\"\(text)\"", match.kind, match.remark)
    case .string, .word, .variable: return match
    }
  }
}
