import CommandLanguage
import Experiments
import Networks
import Tensors

extension LayerTable {
  /// Layers that lay numbers out otherwise, and those that go through sequences.
  static let ofSequences: [LayerWord] = [
    LayerWord(
      "reshape", "Changes the shape, or makes a sequence; the values stay the same.",
      place("shape", .placed(.list(count)), "[C, H, W], or [Seq, C, H, W] for a sequence."),
      examples: ["reshape [28, 28, 1, 1]"], kind: WrittenLayer.reshape),
    LayerWord(
      "permute", "Reorders the axes Seq, C, H, W, which are numbered 0 to 3.",
      place("axes", .placed(.list(.integer(0...3))), "Axes in their new order."),
      examples: ["permute [2, 3, 0, 1]"], kind: WrittenLayer.permute),
    LayerWord(
      "embedding", "Looks up a vector for each whole number from 0.", outputs("Length of a vector."),
      LayerArgument(KeyedArgument(required: "inputDim", count, "Number of vectors.")),
      key("bias", .bool, "Whether to add a bias to each output.", default: false),
      examples: ["embedding 16 inputDim=1000"], kind: WrittenLayer.embedding),
    recurrent(
      "simpleRecurrent", "Recurrent layer: y = tanh(W x + R y + b) at every step.",
      LayerArgument(.simple(.tanh))),
    recurrent(
      "gru", "Gated recurrent unit.",
      LayerArgument(.gated(gate: .sigmoid, output: .tanh))),
    recurrent(
      "uniDirectionalLSTM", "Long short-term memory in one direction.",
      key("forgetBias", .bool, "Whether to add 1 to the forget gate's bias.", default: false)
        .map { .longShortTerm(LongShortTermDefinition(addsForgetBias: $0)) }),
    LayerWord(
      "sequenceRepeat", "Repeats a sequence.",
      place("nRepetitions", .integer(1...10_000), "Number of repetitions."), examples: ["sequenceRepeat 3"]
    ) { .sequenceRepeat(count: $1) },
    combining("sequenceConcat", "Concatenates the sequences of several layers.", .sequenceConcat),
  ]

  private static func recurrent(
    _ name: String, _ summary: String, _ cell: LayerArgument<RecurrentDefinition.Cell>
  ) -> LayerWord {
    LayerWord(
      name, summary, outputs("Size of the output.", name: "outputVectorSize"),
      key(
        "sequenceOutput", .bool, "Whether to return the outputs of all steps, not only the last.", default: false),
      key("reverseInput", .bool, "Whether to process the sequence backwards.", default: false), bias, cell,
      examples: ["\(name) 32"], kind: WrittenLayer.recurrent)
  }
}

extension WrittenLayer {
  fileprivate static func reshape(_ layer: inout Self, target: GivenValue<[Int]>) throws -> LayerKind {
    guard (3...4).contains(target.value.count) else {
      throw layer.lacks("[C, H, W] or [Seq, C, H, W]", at: target.span)
    }
    return .reshape(targetShape: target.value, order: .channelFirst)
  }

  fileprivate static func permute(_ layer: inout Self, axes: GivenValue<[Int]>) throws -> LayerKind {
    guard axes.value.sorted() == [0, 1, 2, 3] else {
      throw layer.lacks("each of the axes 0, 1, 2, 3 once: Seq, C, H, W", at: axes.span)
    }
    return .permute(axes: axes.value)
  }

  fileprivate static func embedding(
    _ layer: inout Self, outputs: Int, rows: Int, bias: Bool
  ) throws -> LayerKind {
    .embedding(
      EmbeddingDefinition(
        inputDimension: rows, outputChannels: outputs, weights: try layer.weights([outputs, rows]),
        bias: Self.bias(outputs, bias)))
  }

  fileprivate static func recurrent(
    _ layer: inout Self, outputs: Int, returnsSequence: Bool, isReversed: Bool, bias: Bool,
    cell: RecurrentDefinition.Cell
  ) throws -> LayerKind {
    let inputs = layer.shape.reduce(1, *)
    guard layer.steps > 1 else {
      throw layer.lacks(
        "a sequence, not \(layer.shape). reshape and permute make one: "
          + "reshape [\(inputs), 1, 1, 1] has a step for each number")
    }
    let empty = RecurrentWeights(input: Tensor(shape: [0]), recursion: Tensor(shape: [0]))
    var definition = RecurrentDefinition(
      cell: cell, inputSize: inputs, outputSize: outputs, returnsSequence: returnsSequence, isReversed: isReversed,
      parameters: empty)
    let rows = definition.gates * outputs
    definition.parameters = RecurrentWeights(
      input: try layer.weights([rows, inputs]), recursion: try layer.weights([rows, outputs]),
      bias: Self.bias(rows, bias))
    return .recurrent(definition)
  }
}
