import Language

/// A name in a statement, and what the statement does to what bears it.
public struct NameUse: Sendable {
  /// The name, as it was checked: `hands.train`, `squeezenet.pool10`.
  public let value: CheckedValue
  /// What it may name; the element's kind for one of a list.
  public let kind: ArgumentKind
  /// What is done to it: never `.given`.
  public let effect: NameEffect

  /// The name as it was typed.
  public var name: String { value.word }
}

extension Arguments {
  /// The names in the statement, those by place first, then those by key as they stand.
  public var nameUses: [NameUse] {
    var uses: [NameUse] = []
    for (index, value) in positionals.enumerated() {
      if let place = declaration.positional(at: index), let effect = place.effect {
        add(value, place.kind, effect, to: &uses)
      }
    }
    for (key, value) in named.sorted(by: { $0.value.span.start < $1.value.span.start }) {
      if let argument = declaration.argument(key), let effect = argument.effect {
        add(value, argument.kind, effect, to: &uses)
      }
    }
    return uses
  }

  private func add(_ value: UntypedValue, _ kind: ArgumentKind, _ effect: NameEffect, to uses: inout [NameUse]) {
    switch (kind, value.content) {
    case (.list(let element), .list(let values)), (.atLeastOne(let element), .list(let values)),
      (.firstOf(let element), .list(let values)):
      for value in values { add(value, element, effect, to: &uses) }
    case (.atLeastOne(let element), _), (.firstOf(let element), _): add(value, element, effect, to: &uses)
    case (_, .word):
      uses.append(NameUse(value: value, kind: kind, effect: effect.decided { named[$0] != nil }))
    default: break
    }
  }
}
