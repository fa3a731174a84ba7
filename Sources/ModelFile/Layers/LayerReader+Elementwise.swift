import Networks
import Tensors

/// The layers that work number by number, alone or between tensors.
extension LayerReader {
  /// The format's functions, in the order of their numbers.
  static let unaryFunctions: [UnaryDefinition.Function] = [
    .squareRoot, .reciprocalSquareRoot, .inverse, .power, .exponential, .logarithm, .magnitude, .threshold,
  ]

  func unary() throws(ModelFileError) -> UnaryDefinition {
    try expect()
    return UnaryDefinition(
      function: try choice(1, "type", of: LayerReader.unaryFunctions), alpha: content.float(2),
      epsilon: content.float(3, absent: 1e-6), shift: content.float(4), scale: content.float(5, absent: 1))
  }

  func scale() throws(ModelFileError) -> LayerKind {
    try expect()
    let factors = try shaped(shape: 1, values: 2, "scale")
    return .scale(scale: factors, bias: content.bool(3) ? try shaped(shape: 4, values: 5, "bias") : nil)
  }

  /// A tensor whose shape the layer states: [1], [C], [1, H, W] or [C, H, W].
  func shaped(shape number: Int, values: Int, _ field: String, ranks: [Int] = [1, 3]) throws(ModelFileError) -> Tensor {
    let shape = content[repeated: number].counts
    guard ranks.contains(shape.count) else {
      throw fail(.listLength(field: "shape", allowed: ranks, actual: shape.count))
    }
    for length in shape { try check(length, "shape", least: 1) }
    return try tensor(values, field, shape: shape)
  }

  func embedding() throws(ModelFileError) -> EmbeddingDefinition {
    try expect()
    let inputs = try size(1, "inputDim")
    let outputs = try size(2, "outputChannels")
    return EmbeddingDefinition(
      inputDimension: inputs, outputChannels: outputs, weights: try tensor(20, "weights", shape: [outputs, inputs]),
      bias: try bias(21, has: 10, channels: outputs))
  }
}
