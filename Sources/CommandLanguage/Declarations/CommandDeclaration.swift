/// Everything there is to say about one command, said once: parsing, checking, `help`, Tab and Shift-Tab all read it.
///
/// A class, though nothing in it changes, as its parts are: every statement refers to its declaration, and copies of so
/// much text were a tenth of what a short statement costs.
public final class CommandDeclaration: Sendable {
  /// The word that calls it.
  public let name: String
  /// What it does, in one sentence.
  public let summary: String
  /// What a user should know beyond the summary, in a few sentences.
  public let discussion: String
  /// What it takes without a key, in order.
  public let positionals: [PositionalDeclaration]
  /// What it takes by `key=value`.
  public let arguments: [ArgumentDeclaration]
  /// The commands that may stand in its block, such as a network's layers; none for most.
  public let parts: [CommandDeclaration]
  /// Other words for these parts, each with the part's name.
  let partAliases: [String: String]
  /// Lines to try, best first.
  public let examples: [String]
  /// A word that may stand anywhere and means nothing: the `run` of `diff run 3 run 7`.
  public let filler: String?
  /// What it does to models and datasets that its words do not name, as `undo` does; nil where it leaves them alone.
  public let effectOnOthers: NameEffect?
  /// Whether lines `key = value` below it that name its keys are likely meant for it, and it says that it did not see them.
  public let warnsOfStraySettings: Bool

  /// Declares a command.
  ///
  /// - Parameters:
  ///   - name: The word that calls it.
  ///   - summary: What it does, in one sentence.
  ///   - discussion: What a user should know beyond that.
  ///   - positionals: What it takes without a key; only the last may repeat.
  ///   - arguments: What it takes by key.
  ///   - parts: What may stand in its block besides key = value lines.
  ///   - partAliases: Other words for these, each with the name it stands for.
  ///   - examples: Lines to try.
  ///   - filler: A word that may stand anywhere and means nothing.
  ///   - effectOnOthers: What it does to models and datasets that its words do not name.
  ///   - warnsOfStraySettings: Whether it tells of its keys on lines below it, which it does not see.
  public init(
    _ name: String, _ summary: String, discussion: String = "", positionals: [any PositionalKey] = [],
    arguments: [any ArgumentKey] = [], parts: [CommandDeclaration] = [], partAliases: [String: String] = [:],
    examples: [String] = [],
    filler: String? = nil, effectOnOthers: NameEffect? = nil, warnsOfStraySettings: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.positionals = positionals.map(\.declaration)
    self.arguments = arguments.map(\.declaration)
    let takesFirst = (self.positionals.map(\.kind) + self.arguments.map(\.kind)).contains(where: \.takesFirst)
    self.discussion =
      takesFirst
      ? discussion + (discussion.isEmpty ? "" : " ") + "Of several names in brackets, the first available one is used."
      : discussion
    self.parts = parts
    self.partAliases = partAliases
    self.examples = examples
    self.filler = filler
    self.effectOnOthers = effectOnOthers
    self.warnsOfStraySettings = warnsOfStraySettings
  }

  /// The argument a key or one of its aliases means.
  public func argument(_ key: String) -> ArgumentDeclaration? {
    // Comparing brings a text of a million combining marks into order each time.
    guard key.utf8.count <= 100 else { return nil }
    return arguments.first { $0.key == key || $0.aliases.contains(key) }
  }

  /// What stands at a place counted from 0; nil beyond the last one.
  public func positional(at index: Int) -> PositionalDeclaration? {
    index < positionals.count ? positionals[index] : positionals.last.flatMap { $0.repeats ? $0 : nil }
  }

  /// The part that a word in its block means.
  public func part(_ word: String) -> CommandDeclaration? {
    let name = partAliases[word] ?? word
    return parts.first { $0.name == name }
  }

  /// How it is called, in one line: `train model … on=split epochs=10 …`.
  public var usage: String {
    let words = positionals.map { $0.isOptional ? "[\($0.name)]" : $0.name + ($0.repeats ? " …" : "") }
    let keys = arguments.map { "\($0.key)=\($0.defaultText ?? $0.kind.placeholder)" }
    return ([name] + words + keys).joined(separator: " ")
  }
}
