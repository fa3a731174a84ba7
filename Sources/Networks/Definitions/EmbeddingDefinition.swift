public import Tensors

/// An embedding's settings and parameters (format field `EmbeddingLayerParams`).
public struct EmbeddingDefinition: Sendable, Equatable, Codable {
  /// How many rows the table has: the numbers read run from 0 to one less.
  public var inputDimension: Int
  /// How many numbers a row holds.
  public var outputChannels: Int
  /// The table as the format keeps it: [outputChannels, inputDimension].
  public var weights: Tensor
  /// One offset per output channel, or none.
  public var bias: Tensor?

  /// Describes an embedding.
  public init(inputDimension: Int, outputChannels: Int, weights: Tensor, bias: Tensor?) {
    self.inputDimension = inputDimension
    self.outputChannels = outputChannels
    self.weights = weights
    self.bias = bias
  }
}
