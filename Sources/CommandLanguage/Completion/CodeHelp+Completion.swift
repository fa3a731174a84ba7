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
    return Completion(matches: matches.map { escaped($0, in: context) }, replaced: context.replacement)
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
    let values = command.positional(at: position).map { self.values(of: $0.kind, context: context) } ?? []
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

  // MARK: Values

  private func values(of context: CursorContext, key: String) -> [Completion.Match] {
    let name = context.command?.name ?? context.enclosing.last?.name
    guard let name, let argument = declaration(name, in: context)?.argument(key) else { return [] }
    // What is made from a network is made from all of it, as a rule.
    let isWhole = argument.key == "from" && argument.kind.isExtractor
    return (isWhole ? whole(context) : values(of: argument.kind, context: context))
      + argument.offers.map { Completion.Match($0.text, "value", $0.remark) }
  }

  private func values(of kind: ArgumentKind, context: CursorContext) -> [Completion.Match] {
    if case .string = context.form, kind.mayBePath { return names.files(beginning: context.partialContents) }
    switch kind {
    case .bool: return ["true", "false"].map { Completion.Match($0, "value") }
    case .choice(let words): return words.map { Completion.Match($0, "value") }
    case .allowance: return Allowance.examples.map { Completion.Match($0, "value") }
    case .call(let forms): return forms.examples.map { Completion.Match($0, "value") }
    case .dataset: return datasets
    case .split: return splits + datasets
    case .model: return models
    case .thing: return models + datasets
    case .topic: return commands.names.map { Completion.Match($0, "command") }
    case .photo: return names.photos(of: context.command?.positional.first ?? "", beginning: context.partialContents)
    case .label: return names.datasets.flatMap(\.labels).map { Completion.Match($0, "label") }
    case .run: return names.runs.map { Completion.Match(String($0.number), "run", $0.remark) }
    case .source: return names.shortModelNames(withLayer: false) + loaded
    case .extractor: return names.shortModelNames(withLayer: true) + extractors(beginning: context.partialContents)
    case .list(let element), .atLeastOne(let element), .firstOf(let element):
      return values(of: element, context: context)
    case .path, .integer, .decimal, .text, .newName, .any: return []
    }
  }

  private var datasets: [Completion.Match] {
    names.datasets.map { dataset in
      Completion.Match(
        dataset.name, "dataset", Numbers.count(dataset.splits.reduce(0) { $0 + $1.count }, "photo"))
    }
  }

  private var splits: [Completion.Match] {
    names.datasets.flatMap { dataset in
      dataset.splits.map { Completion.Match("\(dataset.name).\($0.name)", "dataset", Numbers.count($0.count, "photo")) }
    }
  }

  private var models: [Completion.Match] {
    names.models.map { Completion.Match($0.name, "model", $0.remark) }
  }

  private var loaded: [Completion.Match] {
    names.models.filter(\.isLoaded).map { Completion.Match($0.name, "model", $0.remark) }
  }

  /// Model files and networks, and behind the name of one and a dot its layers.
  private func whole(_ context: CursorContext) -> [Completion.Match] {
    if case .string = context.form { return names.files(beginning: context.partialContents) }
    return names.shortModelNames(withLayer: false) + extractors(beginning: context.partialContents)
  }

  /// The networks, and behind the name of one and a dot its layers.
  private func extractors(beginning partial: String) -> [Completion.Match] {
    names.models.filter { !$0.layers.isEmpty || $0.isLoaded }.flatMap { model in
      let layers = partial.lowercased().hasPrefix("\(model.name.lowercased()).") ? model.layers : []
      return [Completion.Match(model.name, "model", model.remark)]
        + layers.map { Completion.Match("\(model.name).\($0)", "value", "a layer of \(model.name)") }
    }
  }

  // MARK: Matching

  /// In a string, what is inserted needs its quotes and backslashes escaped.
  private func escaped(_ match: Completion.Match, in context: CursorContext) -> Completion.Match {
    guard case .string(let quote) = context.form, quote == "\"" else { return match }
    let text = match.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return Completion.Match(text, match.kind, match.remark)
  }
}

extension ArgumentKind {
  /// Whether it takes a network, up to a layer.
  fileprivate var isExtractor: Bool {
    switch self {
    case .extractor, .firstOf(.extractor): true
    default: false
    }
  }

  /// Whether a text in quotes is completed as a path.
  fileprivate var mayBePath: Bool {
    switch self {
    case .path, .source, .thing, .extractor, .any, .list(.path), .firstOf(.source), .firstOf(.thing): true
    default: false
    }
  }
}
