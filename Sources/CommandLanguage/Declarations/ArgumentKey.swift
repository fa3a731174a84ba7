/// An argument by `key=value`, with or without the type of its value.
public protocol ArgumentKey: Sendable {
  /// Everything there is to say about it.
  var declaration: ArgumentDeclaration { get }
}

extension ArgumentDeclaration: ArgumentKey {
  /// Itself.
  public var declaration: ArgumentDeclaration { self }
}

/// An argument by place, with or without the type of its value.
public protocol PositionalKey: Sendable {
  /// Everything there is to say about it.
  var declaration: PositionalDeclaration { get }
}

extension PositionalDeclaration: PositionalKey {
  /// Itself.
  public var declaration: PositionalDeclaration { self }
}
