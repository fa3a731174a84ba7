/// An argument by key, and the type of what it is given: `Int?` for one that may be left out, `Int` for one that has a
/// default or that the command cannot do without.
public struct KeyedArgument<Value: Sendable>: ArgumentKey {
  /// Everything there is to say about it.
  public let declaration: ArgumentDeclaration
  /// The value, also where none was given; nil where that cannot be.
  let read: @Sendable (UntypedValue?) -> Value?

  /// An argument that has a default.
  public init(
    _ key: String, _ type: ValueType<Value>, _ summary: String, default standard: Value, aliases: [String] = [],
    effect: NameEffect? = nil
  ) {
    declaration = ArgumentDeclaration(
      key, type.kind, summary, default: type.print(standard), aliases: aliases, effect: effect)
    read = { given in if let given { type.read(given) } else { standard } }
  }

  /// An argument the command cannot do without.
  public init(
    required key: String, _ type: ValueType<Value>, _ summary: String, aliases: [String] = [],
    effect: NameEffect? = nil
  ) {
    declaration = ArgumentDeclaration(key, type.kind, summary, isRequired: true, aliases: aliases, effect: effect)
    read = { $0.flatMap(type.read) }
  }

  /// An argument that may be left out.
  ///
  /// `usually` is what holds then, as one would type it, where that can be said beforehand; `offers` are values that
  /// completion offers besides those that follow from the kind.
  public init<Wrapped: Sendable>(
    _ key: String, _ type: ValueType<Wrapped>, _ summary: String, usually: String? = nil, aliases: [String] = [],
    effect: NameEffect? = nil, offers: [OfferedValue] = []
  ) where Value == Wrapped? {
    declaration = ArgumentDeclaration(
      key, type.kind, summary, default: usually, aliases: aliases, effect: effect, offers: offers)
    read = { given in
      guard let given else { return .some(nil) }
      return type.read(given).map { .some($0) }
    }
  }
}
