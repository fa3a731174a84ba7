import CommandLanguage
import Networks

/// A word for layers in a network's block: what may be written behind it, and the layers it makes.
struct LayerWord: Sendable {
  let declaration: CommandDeclaration
  /// Makes the layers, in order, of what was written.
  let parts: @Sendable (inout WrittenLayer) throws(Fault) -> [LayerPart]

  /// A word for several layers, as for a gate and the product with it.
  init(
    _ declaration: CommandDeclaration,
    parts: @escaping @Sendable (inout WrittenLayer) throws(Fault) -> [LayerPart]
  ) {
    self.declaration = declaration
    self.parts = parts
  }

  /// A word for one layer.
  init(
    _ declaration: CommandDeclaration, _ kind: @escaping @Sendable (inout WrittenLayer) throws(Fault) -> LayerKind
  ) {
    self.init(declaration) { (layer) throws(Fault) in [LayerPart(try kind(&layer))] }
  }

  /// A word for one layer, which nothing written changes.
  init(_ declaration: CommandDeclaration, _ kind: LayerKind) {
    self.init(declaration) { _ in [LayerPart(kind)] }
  }
}

/// One of the layers that a word stands for.
struct LayerPart {
  /// What a part reads: what the word was told to, what the part before it makes, or both, in this order.
  enum Input { case given, previous, givenAndPrevious }

  let kind: LayerKind
  let input: Input
  /// What is put behind the word's own name for all parts but the first, for example `gate`.
  let suffix: String

  /// Describes a part; the first of a word, or its only one, unless said.
  init(_ kind: LayerKind, reads input: Input = .given, suffix: String = "") {
    self.kind = kind
    self.input = input
    self.suffix = suffix
  }
}
