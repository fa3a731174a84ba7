import CommandLanguage
import Language
import Networks
import Tensors

extension LayerTable {
  /// Layers that lay numbers out otherwise, and those that go through sequences.
  static let ofSequences: [LayerWord] = [
    LayerWord(
      CommandDeclaration(
        "reshape", "The same numbers in another shape, or as a sequence of such.",
        positionals: [
          PositionalDeclaration("shape", .list(.integer(1...1_000_000)), "[C, H, W], or [Seq, C, H, W] for a sequence.")
        ], arguments: common, examples: ["reshape [28, 28, 1, 1]"])
    ) { (layer) throws(Fault) in .reshape(targetShape: try layer.targetShape(), order: .channelFirst) },
    LayerWord(
      CommandDeclaration(
        "permute", "Takes the axes Seq, C, H, W, which are 0 to 3, in another order.",
        positionals: [PositionalDeclaration("axes", .list(.integer(0...3)), "The axes, in their new order.")],
        arguments: common, examples: ["permute [2, 3, 0, 1]"])
    ) { (layer) throws(Fault) in .permute(axes: try layer.axes()) },
    LayerWord(
      CommandDeclaration(
        "embedding", "A row of numbers for each whole number from 0 on.",
        positionals: [PositionalDeclaration("outputChannels", count, "How many numbers a row has.")],
        arguments: [
          ArgumentDeclaration("inputDim", count, "How many rows there are.", isRequired: true),
          ArgumentDeclaration("bias", .bool, "Whether a number is added to each output.", default: "false"),
        ] + common, examples: ["embedding 16 inputDim=1000"])
    ) { (layer) throws(Fault) in .embedding(try layer.embedding()) },
    LayerWord(
      recurrent("simpleRecurrent", "Goes through a sequence with its last output: tanh(W x + R y + b).")
    ) { (layer) throws(Fault) in .recurrent(try layer.recurrent(.simple(.tanh))) },
    LayerWord(
      recurrent("gru", "Goes through a sequence with gates that update and reset its last output.")
    ) { (layer) throws(Fault) in .recurrent(try layer.recurrent(.gated(gate: .sigmoid, output: .tanh))) },
    LayerWord(
      recurrent(
        "uniDirectionalLSTM", "Goes through a sequence with a long short-term memory.",
        ArgumentDeclaration(
          "forgetBias", .bool, "Whether 1 is added to what the forget gate sums up.", default: "false"))
    ) { (layer) throws(Fault) in
      .recurrent(
        try layer.recurrent(
          .longShortTerm(LongShortTermDefinition(addsForgetBias: layer.arguments.bool("forgetBias") ?? false))))
    },
    LayerWord(
      CommandDeclaration(
        "sequenceRepeat", "A sequence so many times over.",
        positionals: [PositionalDeclaration("nRepetitions", .integer(1...10_000), "How many times.")],
        arguments: common,
        examples: ["sequenceRepeat 3"])
    ) { .sequenceRepeat(count: $0.arguments.positionals[0].integer) },
    LayerWord(combining("sequenceConcat", "The sequences of several layers, one after the other."), .sequenceConcat),
  ]

  private static func recurrent(
    _ name: String, _ summary: String, _ further: ArgumentDeclaration...
  ) -> CommandDeclaration {
    CommandDeclaration(
      name, summary, positionals: [PositionalDeclaration("outputVectorSize", count, "How many numbers it makes.")],
      arguments: [
        ArgumentDeclaration(
          "sequenceOutput", .bool, "Whether every step's output comes out, not only the last one's.", default: "false"),
        ArgumentDeclaration("reverseInput", .bool, "Whether it begins at the sequence's end.", default: "false"), bias,
      ] + further + common, examples: ["\(name) 32"])
  }
}

extension WrittenLayer {
  fileprivate func targetShape() throws(Fault) -> [Int] {
    let target = arguments.positionals[0]
    guard (3...4).contains(target.list.count) else {
      throw Fault(.layerWithoutShape(layer: word, needs: "[C, H, W] or [Seq, C, H, W]"), at: target.span)
    }
    return target.list.map(\.integer)
  }

  fileprivate func axes() throws(Fault) -> [Int] {
    let axes = arguments.positionals[0]
    guard axes.list.map(\.integer).sorted() == [0, 1, 2, 3] else {
      throw Fault(
        .layerWithoutShape(layer: word, needs: "each of the axes 0, 1, 2, 3 once: Seq, C, H, W"), at: axes.span)
    }
    return axes.list.map(\.integer)
  }

  fileprivate mutating func embedding() throws(Fault) -> EmbeddingDefinition {
    let (rows, outputs) = (arguments.integer("inputDim") ?? 1, arguments.positionals[0].integer)
    return EmbeddingDefinition(
      inputDimension: rows, outputChannels: outputs, weights: try weights([outputs, rows]),
      bias: arguments.bool("bias") ?? false ? Tensor(shape: [outputs]) : nil)
  }

  fileprivate mutating func recurrent(_ cell: RecurrentDefinition.Cell) throws(Fault) -> RecurrentDefinition {
    let (inputs, outputs) = (shape.reduce(1, *), arguments.positionals[0].integer)
    guard steps > 1 else {
      throw Fault(
        .layerWithoutShape(
          layer: word,
          needs: "a sequence, and is given \(shape). reshape and permute make one: "
            + "reshape [\(inputs), 1, 1, 1] has a step for each number"),
        at: arguments.commandSpan)
    }
    let empty = RecurrentWeights(input: Tensor(shape: [0]), recursion: Tensor(shape: [0]))
    var layer = RecurrentDefinition(
      cell: cell, inputSize: inputs, outputSize: outputs,
      returnsSequence: arguments.bool("sequenceOutput") ?? false, isReversed: arguments.bool("reverseInput") ?? false,
      parameters: empty)
    let rows = layer.gates * outputs
    layer.parameters = RecurrentWeights(
      input: try weights([rows, inputs]), recursion: try weights([rows, outputs]), bias: bias(rows))
    return layer
  }
}
