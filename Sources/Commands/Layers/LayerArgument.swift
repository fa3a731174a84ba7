import CommandLanguage
import Experiments

/// Something that may be written behind a word for layers: what is declared, and what is made of what was written.
struct LayerArgument<Value: Sendable>: Sendable {
  /// Where it is declared: by place or by key.
  let place: PositionalDeclaration?, key: ArgumentDeclaration?
  /// Its value in a layer as it was written.
  let read: @Sendable (Arguments) throws -> Value

  private init(
    place: PositionalDeclaration?, key: ArgumentDeclaration?,
    read: @escaping @Sendable (Arguments) throws -> Value
  ) {
    (self.place, self.key, self.read) = (place, key, read)
  }

  init(_ place: PositionalArgument<Value>) { self.init(place: place.declaration, key: nil) { $0[place] } }

  init(_ key: KeyedArgument<Value>) { self.init(place: nil, key: key.declaration) { $0[key] } }

  /// What holds whatever is written.
  init(_ value: Value) { self.init(place: nil, key: nil) { _ in value } }

  /// The same argument, and what is made of its value.
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> LayerArgument<Other> {
    LayerArgument<Other>(place: place, key: key) { try transform(read($0)) }
  }
}
