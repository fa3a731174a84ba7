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
  /// Values that completion offers besides those that follow from the kind.
  public let offers: [OfferedValue]

  /// Declares an argument. A name's effect is to read what bears it, unless said otherwise.
  public init(
    _ key: String, _ kind: ArgumentKind, _ summary: String, default defaultText: String? = nil,
    isRequired: Bool = false, aliases: [String] = [], effect: NameEffect? = nil, offers: [OfferedValue] = []
  ) {
    self.key = key
    self.kind = kind
    self.summary = summary
    self.defaultText = defaultText
    self.isRequired = isRequired
    self.aliases = aliases
    self.effect = effect ?? kind.usualEffect
    self.offers = offers
  }
}

/// A value that completion offers, and what is said of it.
public struct OfferedValue: Sendable {
  /// The value as one would type it.
  public let text: String
  /// What it means.
  public let remark: String

  /// A value and what is said of it.
  public init(_ text: String, _ remark: String) {
    self.text = text
    self.remark = remark
  }
}
