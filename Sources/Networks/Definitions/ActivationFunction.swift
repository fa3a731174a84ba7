public import Tensors

/// A function applied to each number by itself (format field `ActivationParams`).
public enum ActivationFunction: Sendable, Equatable, Codable {
  /// max(0, x).
  case relu
  /// alpha · x below 0.
  case leakyRelu(alpha: Float)
  /// x where x ≥ alpha, else 0.
  case thresholdedRelu(alpha: Float)
  /// alpha · x below 0, one alpha per channel or one for all.
  case prelu(alpha: Tensor)
  /// alpha · x + beta.
  case linear(alpha: Float, beta: Float)
  /// The hyperbolic tangent.
  case tanh
  /// alpha · tanh(beta · x).
  case scaledTanh(alpha: Float, beta: Float)
  /// 1 / (1 + e^-x).
  case sigmoid
  /// alpha · x + beta, held between 0 and 1.
  case hardSigmoid(alpha: Float, beta: Float)
  /// alpha · (e^x - 1) below 0.
  case elu(alpha: Float)
  /// x / (1 + |x|).
  case softsign
  /// ln(1 + e^x).
  case softplus
  /// alpha · ln(1 + e^(beta · x)), parameters per channel.
  case parametricSoftplus(alpha: Tensor, beta: Tensor)
}
