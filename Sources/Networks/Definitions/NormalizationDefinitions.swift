public import Tensors

/// A batch normalisation's settings and parameters (format field `BatchnormLayerParams`):
/// y = gamma · (x − mean) / sqrt(variance + epsilon) + beta, channel by channel.
public struct BatchNormalizationDefinition: Sendable, Equatable, Codable {
  /// How many channels it reads and makes.
  public var channels: Int
  /// The factor of each channel; 1 when absent.
  public var gamma: Tensor?
  /// The offset of each channel; 0 when absent.
  public var beta: Tensor?
  /// The stored mean of each channel; needed unless the statistics are computed.
  public var mean: Tensor?
  /// The stored variance (not its inverse) of each channel; needed unless the statistics are computed.
  public var variance: Tensor?
  /// What is added to the variance.
  public var epsilon: Float
  /// Whether mean and variance are taken from the data instead of from the parameters.
  public var computesStatistics: Bool
  /// Whether computed statistics are those of each sample by itself rather than of the mini-batch.
  public var isInstance: Bool

  /// Describes a batch normalisation.
  public init(
    channels: Int, gamma: Tensor? = nil, beta: Tensor? = nil, mean: Tensor? = nil, variance: Tensor? = nil,
    epsilon: Float = 1e-5, computesStatistics: Bool = false, isInstance: Bool = false
  ) {
    self.channels = channels
    self.gamma = gamma
    self.beta = beta
    self.mean = mean
    self.variance = variance
    self.epsilon = epsilon
    self.computesStatistics = computesStatistics
    self.isInstance = isInstance
  }
}

extension BatchNormalizationDefinition {
  /// gamma / √(variance + epsilon) of each channel, by the stored variance.
  var factors: [Double] {
    let (gamma, variance) = (gamma?.values, variance?.values)
    return (0..<channels).map {
      Double(gamma?[$0] ?? 1) / (Double(variance?[$0] ?? 1) + Double(epsilon)).squareRoot()
    }
  }
}

/// A mean-variance normalisation's settings (format field `MeanVarianceNormalizeLayerParams`).
public struct MeanVarianceNormalizationDefinition: Sendable, Equatable, Codable {
  /// Whether one mean and variance serve all channels of a sample, instead of one each.
  public var acrossChannels: Bool
  /// Whether the numbers are also divided by their standard deviation.
  public var normalizesVariance: Bool
  /// What is added to the standard deviation's square.
  public var epsilon: Float

  /// Describes a mean-variance normalisation.
  public init(acrossChannels: Bool = false, normalizesVariance: Bool = true, epsilon: Float = 1e-6) {
    self.acrossChannels = acrossChannels
    self.normalizesVariance = normalizesVariance
    self.epsilon = epsilon
  }
}

/// A local response normalisation's settings (format field `LRNLayerParams`; Krizhevsky, Sutskever and Hinton, 2012):
/// x / (k + alpha / localSize · Σ x²)^beta, the sum over `localSize` channels centred on x's own.
public struct LocalResponseNormalizationDefinition: Sendable, Equatable, Codable {
  /// The weight of the sum of squares.
  public var alpha: Float
  /// The exponent.
  public var beta: Float
  /// Over how many channels the sum runs.
  public var localSize: Int
  /// The constant that keeps the divisor away from 0.
  public var k: Float

  /// Describes a local response normalisation.
  public init(alpha: Float, beta: Float, localSize: Int, k: Float = 1) {
    self.alpha = alpha
    self.beta = beta
    self.localSize = localSize
    self.k = k
  }
}
