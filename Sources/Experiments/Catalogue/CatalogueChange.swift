/// What a name is to stand for from now on; nil takes the name away.
public enum CatalogueChange: Sendable {
  case model(String, Model?)
  case dataset(String, Dataset?)
}

/// What a name stood for before and after a change.
public struct Swap<Thing> {
  /// The name.
  public let name: String
  /// What it stood for.
  public let before: Thing?
  /// What it stands for.
  public let after: Thing?
}

/// What one statement, or one training, has changed in a catalogue: of each name what it stood for before.
public final class ChangeLog {
  /// The models by the names that were changed, as they were before.
  public private(set) var models: [String: Model?] = [:]
  /// The datasets by the names that were changed, as they were before.
  public private(set) var datasets: [String: Dataset?] = [:]

  /// Whether nothing was changed.
  public var isEmpty: Bool { models.isEmpty && datasets.isEmpty }

  /// Takes note of what a name stands for before it is changed; only the first change counts.
  public func note(_ name: String, before: Model?) {
    if models[name] == nil { models[name] = .some(before) }
  }

  /// The same of a dataset's name.
  public func note(_ name: String, before: Dataset?) {
    if datasets[name] == nil { datasets[name] = .some(before) }
  }
}
