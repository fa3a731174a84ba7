/// A function of each number by itself.
public enum ElementFunction: Sendable, Equatable, Codable {
  /// max(x, 0); held between 0 and 6.
  case relu, relu6
  /// 1 / (1 + e^-x); x times that; ln(1 + e^x); x / (1 + |x|).
  case sigmoid, silu, softplus, softsign
  /// Hyperbolic tangent, error function, powers of e and 2.
  case tanh, erf, exp, exp2
  /// Magnitude, sign, whole numbers below, above and nearest (halves to even).
  case abs, sign, floor, ceil, round
  /// Square root, square, and functions of angles.
  case sqrt, square, sin, cos, atan
  /// x · Φ(x): by erf, by tanh, by a sigmoid.
  case gelu, geluTanh, geluSigmoid
  /// α · x below 0.
  case leakyRelu(alpha: Float)
  /// α · (e^x − 1) below 0.
  case elu(alpha: Float)
  /// x from α on, else 0.
  case thresholdedRelu(alpha: Float)
  /// Held between α and β.
  case clip(alpha: Float, beta: Float)
  /// α · x below 0, and at most β.
  case clampedRelu(alpha: Float, beta: Float)
  /// α · x + β.
  case linear(alpha: Float, beta: Float)
  /// α · x + β held between 0 and 1.
  case hardSigmoid(alpha: Float, beta: Float)
  /// α · tanh(β · x).
  case scaledTanh(alpha: Float, beta: Float)
  /// ln(x + ε), 1 / √(x + ε), 1 / (x + ε).
  case log(epsilon: Float), rsqrt(epsilon: Float), inverse(epsilon: Float)
  /// Cut to a whole number; rounded to half precision; 1 where it is not 0; 1 where it is 0.
  case truncate, half, truth, not
  /// Held in the range of whole numbers of so many bits.
  case wrap(bits: Int, isSigned: Bool)
}

/// A function of two numbers; what compares gives 1 for true and 0 for false.
public enum PairFunction: Sendable, Equatable, Codable {
  /// Arithmetic; floorDivide rounds down, and the remainder has the divisor's sign.
  case add, subtract, multiply, divide, floorDivide, remainder, power
  /// The larger and the smaller.
  case maximum, minimum
  /// Comparisons.
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  /// Logic.
  case and, or, exclusiveOr
  /// The first, times the second where it is below 0.
  case prelu
}

/// What is made of all numbers along some axes.
public enum Reduction: Sendable, Equatable, Codable {
  /// Σx, its mean, the largest, the smallest, the product.
  case sum, mean, maximum, minimum, product
  /// Σ|x|, √Σx², Σx², ln Σx, ln Σe^x.
  case l1, l2, sumOfSquares, logSum, logSumExp
  /// The place of the largest and of the smallest along one axis, the first of equals.
  case argumentOfMaximum, argumentOfMinimum
}
