/// What a name is to stand for from now on; nil takes the name away.
enum CatalogueChange: Sendable {
  case model(String, Model?)
  case dataset(String, Dataset?)
}

/// What a name stood for before and after a change.
struct Swap<Thing> {
  let name: String
  let before: Thing?
  let after: Thing?
}

/// What one statement, or one training, has changed in a catalogue: of each name what it stood for before.
final class ChangeLog {
  private(set) var models: [String: Model?] = [:]
  private(set) var datasets: [String: Dataset?] = [:]

  /// Whether nothing was changed.
  var isEmpty: Bool { models.isEmpty && datasets.isEmpty }

  /// Takes note of what a name stands for before it is changed; only the first change counts.
  func note(_ name: String, before: Model?) {
    if models[name] == nil { models[name] = .some(before) }
  }

  /// The same of a dataset's name.
  func note(_ name: String, before: Dataset?) {
    if datasets[name] == nil { datasets[name] = .some(before) }
  }
}
