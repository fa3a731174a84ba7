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
  ///   - examples: Lines to try.
  ///   - filler: A word that may stand anywhere and means nothing.
  ///   - effectOnOthers: What it does to models and datasets that its words do not name.
  ///   - warnsOfStraySettings: Whether it tells of its keys on lines below it, which it does not see.
  public init(
    _ name: String, _ summary: String, discussion: String = "", positionals: [PositionalDeclaration] = [],
    arguments: [ArgumentDeclaration] = [], parts: [CommandDeclaration] = [], examples: [String] = [],
    filler: String? = nil, effectOnOthers: NameEffect? = nil, warnsOfStraySettings: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    self.arguments = arguments
    self.parts = parts
    self.examples = examples
    self.filler = filler
    self.effectOnOthers = effectOnOthers
    self.warnsOfStraySettings = warnsOfStraySettings
  }

  /// The argument a key or one of its aliases means.
  func argument(_ key: String) -> ArgumentDeclaration? {
    // Comparing brings a text of a million combining marks into order each time.
    guard key.utf8.count <= 100 else { return nil }
    return arguments.first { $0.key == key || $0.aliases.contains(key) }
  }

  /// How it is called, in one line: `train model … on=split epochs=10 …`.
  public var usage: String {
    let words = positionals.map { $0.isOptional ? "[\($0.name)]" : $0.name + ($0.repeats ? " …" : "") }
    let keys = arguments.map { "\($0.key)=\($0.defaultText ?? $0.kind.placeholder)" }
    return ([name] + words + keys).joined(separator: " ")
  }
}

/// Something a command takes by its place.
public final class PositionalDeclaration: Sendable {
  /// What it is called in messages and help.
  public let name: String
  /// What may stand there.
  public let kind: ArgumentKind
  /// What it means.
  public let summary: String
  /// Whether it may be left out.
  public let isOptional: Bool
  /// Whether there may be several.
  public let repeats: Bool
  /// What the command does to what a name there stands for; nil where it stands for nothing.
  public let effect: NameEffect?

  /// Declares what stands in one place. A name's effect is to read what bears it, unless said otherwise.
  public init(
    _ name: String, _ kind: ArgumentKind, _ summary: String, isOptional: Bool = false, repeats: Bool = false,
    effect: NameEffect? = nil
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isOptional = isOptional
    self.repeats = repeats
    self.effect = effect ?? kind.usualEffect
  }
}

/// Something a command takes by `key=value`.
public final class ArgumentDeclaration: Sendable {
  /// The key, spelled as Core ML spells it where it has a name for it.
  public let key: String
  /// What may be given.
  public let kind: ArgumentKind
  /// What it means.
  public let summary: String
  /// What holds when it is left out, as one would type it; nil where there is no such thing.
  public let defaultText: String?
  /// Whether the command cannot do without it.
  public let isRequired: Bool
  /// Other spellings that are understood, as other tools have them.
  public let aliases: [String]
  /// What the command does to what a name there stands for; nil where it stands for nothing.
  public let effect: NameEffect?

  /// Declares an argument. A name's effect is to read what bears it, unless said otherwise.
  public init(
    _ key: String, _ kind: ArgumentKind, _ summary: String, default defaultText: String? = nil,
    isRequired: Bool = false, aliases: [String] = [], effect: NameEffect? = nil
  ) {
    self.key = key
    self.kind = kind
    self.summary = summary
    self.defaultText = defaultText
    self.isRequired = isRequired
    self.aliases = aliases
    self.effect = effect ?? kind.usualEffect
  }
}

/// What kind of value an argument takes. Checking, completion and help follow from it.
public indirect enum ArgumentKind: Sendable, Equatable {
  /// A whole number within a range.
  case integer(ClosedRange<Int>)
  /// A number within a range; fractions (`1/255`) and percentages (`80%`) count as numbers.
  case decimal(ClosedRange<Double>)
  /// `true` or `false`.
  case bool
  /// One of a few words.
  case choice([String])
  /// A file or a folder.
  case path
  /// A model file, or the name of a network that was loaded from one.
  case source
  /// Any text.
  case text
  /// A photo of the split given before: the beginning of its name, or its place counted from 0.
  case photo
  /// The name of a class, such as ✊.
  case label
  /// A name for a thing that is about to be made.
  case newName
  /// The name of a dataset.
  case dataset
  /// A dataset or one of its splits: `hands`, `hands.train`.
  case split
  /// The name of a model.
  case model
  /// A model or a dataset, or a model file.
  case thing
  /// The name of a command, or of something else there is help for.
  case topic
  /// A layer of a model file: `squeezenet.pool10`, or a file alone.
  case extractor
  /// How the learning rate changes: a word or a call such as `exponential(0.99)`.
  case schedule
  /// A default and what may be chosen: `8`, `[1, 2, 8]`, `range(0, 1, default=0.01)`.
  case allowance(ArgumentKind)
  /// A way of varying photos: a word or a call such as `rotate(15)`.
  case augmentation
  /// What training makes small: a word or a call such as `crossEntropy(aux, weight=0.3)`.
  case loss
  /// Several values of one kind, in brackets; one alone counts as a list of one.
  case list(ArgumentKind)
  /// One value, or several in brackets of which the first that is here is taken.
  case firstOf(ArgumentKind)
  /// Anything at all.
  case any

  /// What stands for such a value in a line of usage.
  public var placeholder: String {
    switch self {
    case .integer: "n"
    case .decimal: "x"
    case .bool: "true|false"
    case .choice(let words): words.joined(separator: "|")
    case .path, .source: "\"path\""
    case .text: "\"text\""
    case .photo: "photo"
    case .label: "class"
    case .newName: "name"
    case .dataset: "dataset"
    case .split: "dataset.split"
    case .model: "model"
    case .thing: "name"
    case .topic: "topic"
    case .extractor: "file.layer"
    case .schedule: "constant|exponential(0.99)|…"
    case .allowance: AllowanceReader.forms[0]
    case .augmentation: "flipHorizontal|rotate(15)|…"
    case .loss: LossReader.forms[..<2].joined(separator: "|")
    case .list(let element): "[\(element.placeholder), …]"
    case .firstOf(let element): element.placeholder
    case .any: "value"
    }
  }

  /// What such a value is, for a sentence: "a whole number from 1 to 1,000".
  public var phrase: String {
    switch self {
    case .integer(let range):
      "a whole number" + Self.phrase(range, unbounded: (Int.min, Int.max)) { Numbers.grouped($0) }
    case .decimal(let range):
      "a number" + Self.phrase(range, unbounded: (-.infinity, .infinity)) { Numbers.short($0) }
    case .bool: "true or false"
    case .choice(let words): Numbers.alternatives(words)
    case .path: "a path in quotes"
    case .source: "a model file"
    case .text: "text in quotes"
    case .photo: "the beginning of a photo's name, or its place counted from 0"
    case .label: "the name of a class"
    case .newName: "a name"
    case .dataset: "the name of a dataset"
    case .split: "a dataset or a split of one, such as hands.train"
    case .model: "the name of a model"
    case .thing: "the name of a model or dataset, or a model file"
    case .topic: "the name of a command"
    case .extractor: "a model file and a layer, such as squeezenet.pool10"
    case .augmentation: "a way of varying photos, such as flipHorizontal or rotate(15)"
    case .loss: "a loss, such as crossEntropy or \(LossReader.forms[2])"
    case .schedule: "a schedule, such as constant or exponential(0.99)"
    case .allowance(let element):
      "\(element.phrase), a list of what may be chosen such as \(AllowanceReader.forms[0]), or a range such as "
        + AllowanceReader.forms[2]
    case .list(let element): "a list, each of it \(element.phrase)"
    case .firstOf(let element): element.phrase
    case .any: "a value"
    }
  }

  private static func phrase<Number: Comparable>(
    _ range: ClosedRange<Number>, unbounded: (Number, Number), _ print: (Number) -> String
  ) -> String {
    switch (range.lowerBound == unbounded.0, range.upperBound == unbounded.1) {
    case (true, true): ""
    case (false, true): " of at least \(print(range.lowerBound))"
    case (true, false): " of at most \(print(range.upperBound))"
    case (false, false): " from \(print(range.lowerBound)) to \(print(range.upperBound))"
    }
  }
}
