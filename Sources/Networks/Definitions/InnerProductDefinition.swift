public import Tensors

/// A fully connected layer's settings and parameters (format field `InnerProductLayerParams`).
public struct InnerProductDefinition: Sendable, Equatable, Codable {
  /// How many numbers it reads per sample.
  public var inputChannels: Int
  /// How many numbers it makes per sample.
  public var outputChannels: Int
  /// The matrix: [outputChannels, inputChannels].
  public var weights: Tensor
  /// One number per output channel, or none.
  public var bias: Tensor?

  /// Describes a fully connected layer.
  public init(inputChannels: Int, outputChannels: Int, weights: Tensor, bias: Tensor?) {
    self.inputChannels = inputChannels
    self.outputChannels = outputChannels
    self.weights = weights
    self.bias = bias
  }
}
