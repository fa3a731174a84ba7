/// An argument by place, and the type of what it is given.
public struct PositionalArgument<Value: Sendable>: PositionalKey {
  /// Everything there is to say about it.
  public let declaration: PositionalDeclaration
  /// The value of what stands from its place on; nil where that cannot be.
  let read: @Sendable (ArraySlice<UntypedValue>) -> Value?

  /// An argument the command cannot do without.
  public init(_ name: String, _ type: ValueType<Value>, _ summary: String, effect: NameEffect? = nil) {
    declaration = PositionalDeclaration(name, type.kind, summary, effect: effect)
    read = { $0.first.flatMap(type.read) }
  }

  /// An argument that may be left out, and has a default.
  public init(
    _ name: String, _ type: ValueType<Value>, _ summary: String, default standard: Value, effect: NameEffect? = nil
  ) {
    declaration = PositionalDeclaration(name, type.kind, summary, isOptional: true, effect: effect)
    read = { given in if let first = given.first { type.read(first) } else { standard } }
  }

  /// An argument that may be left out.
  public init<Wrapped: Sendable>(
    optional name: String, _ type: ValueType<Wrapped>, _ summary: String, effect: NameEffect? = nil
  ) where Value == Wrapped? {
    declaration = PositionalDeclaration(name, type.kind, summary, isOptional: true, effect: effect)
    read = { given in
      guard let first = given.first else { return .some(nil) }
      return type.read(first).map { .some($0) }
    }
  }

  /// The last argument, of which there may be several: at least one unless it is optional.
  public init<Element: Sendable>(
    repeating name: String, _ type: ValueType<Element>, _ summary: String, isOptional: Bool = false,
    effect: NameEffect? = nil
  ) where Value == [Element] {
    declaration = PositionalDeclaration(
      name, type.kind, summary, isOptional: isOptional, repeats: true, effect: effect)
    read = { given in
      let values = given.compactMap(type.read)
      return values.count == given.count ? values : nil
    }
  }

  /// The last argument, of which there may be several of any kind, or none: a cell may have thousands of such statements.
  public init(anything name: String, _ summary: String) where Value == [UntypedValue] {
    declaration = PositionalDeclaration(name, .any, summary, isOptional: true, repeats: true)
    read = { Array($0) }
  }
}
