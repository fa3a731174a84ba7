import CommandLanguage
import Experiments
import Networks

/// A word for layers in a network's block: what may be written behind it, and the layers it makes.
struct LayerWord: Sendable {
  let declaration: CommandDeclaration
  /// Makes the layers, in order, of what was written.
  let parts: @Sendable (inout WrittenLayer) throws -> [LayerPart]

  /// A word for one layer or for several, as for a gate and the product with it.
  ///
  /// - Parameters:
  ///   - name: The word.
  ///   - summary: What the layer does, in one sentence.
  ///   - discussion: What a user should know beyond that.
  ///   - arguments: What may be written behind it, besides what every layer takes.
  ///   - isActivated: Whether it takes `activation=` as well.
  ///   - examples: Lines to try.
  ///   - parts: The layers, in order, of what was written.
  init<each Given: Sendable>(
    _ name: String, _ summary: String, discussion: String = "", _ arguments: repeat LayerArgument<each Given>,
    isActivated: Bool = false, examples: [String] = [],
    parts: @escaping @Sendable (inout WrittenLayer, repeat each Given) throws -> [LayerPart]
  ) {
    var (places, keys): ([PositionalDeclaration], [any ArgumentKey]) = ([], [])
    for argument in repeat each arguments {
      if let place = argument.place { places.append(place) }
      if let key = argument.key { keys.append(key) }
    }
    if isActivated { keys.append(LayerTable.activation) }
    keys += [LayerTable.name, LayerTable.from, LayerTable.updatable]
    declaration = CommandDeclaration(
      name, summary, discussion: discussion, positionals: places, arguments: keys, examples: examples)
    self.parts = { layer in
      let written = layer.arguments
      return try parts(&layer, repeat try (each arguments).read(written))
    }
  }

  /// A word for one layer.
  init<each Given: Sendable>(
    _ name: String, _ summary: String, discussion: String = "", _ arguments: repeat LayerArgument<each Given>,
    isActivated: Bool = false, examples: [String] = [],
    kind: @escaping @Sendable (inout WrittenLayer, repeat each Given) throws -> LayerKind
  ) {
    self.init(
      name, summary, discussion: discussion, repeat each arguments, isActivated: isActivated, examples: examples,
      parts: { (layer: inout WrittenLayer, given: repeat each Given) throws -> [LayerPart] in
        [LayerPart(try kind(&layer, repeat each given))]
      })
  }

  /// A word for one layer, which nothing written changes.
  init(_ name: String, _ summary: String, examples: [String] = [], _ kind: LayerKind) {
    self.init(name, summary, examples: examples, parts: { _ in [LayerPart(kind)] })
  }
}

/// One of the layers that a word stands for.
struct LayerPart: Sendable, Equatable {
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
