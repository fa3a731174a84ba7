/// A unary layer's settings (format field `UnaryFunctionLayerParams`): f(scale · x + shift).
public struct UnaryDefinition: Sendable, Equatable, Codable {
  /// The function f.
  public enum Function: Sendable, Equatable, Codable {
    /// sqrt(x), 1 / sqrt(x + epsilon), 1 / (x + epsilon).
    case squareRoot, reciprocalSquareRoot, inverse
    /// x^alpha, e^x, ln(x), |x|, max(x, alpha).
    case power, exponential, logarithm, magnitude, threshold
  }

  /// The function f.
  public var function: Function
  /// The exponent of a power, the floor of a threshold.
  public var alpha: Float
  /// What keeps the inverses away from a division by 0.
  public var epsilon: Float
  /// What is added before the function.
  public var shift: Float
  /// What it is multiplied by before that.
  public var scale: Float

  /// Describes a unary layer.
  public init(
    function: Function, alpha: Float = 0, epsilon: Float = 1e-6, shift: Float = 0, scale: Float = 1
  ) {
    self.function = function
    self.alpha = alpha
    self.epsilon = epsilon
    self.shift = shift
    self.scale = scale
  }
}
