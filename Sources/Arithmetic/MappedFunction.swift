import CKernels

/// A function of a single number that takes many steps: computed in double precision for several at a time, and rounded once; the
/// gated one and `gelu` in single precision, off by a few units in the last place.
public enum MappedFunction: Sendable {
  /// e^(a · x).
  case exponential(rate: Double)
  /// The hyperbolic tangent.
  case tanh
  /// 1 / (1 + e^−x).
  case sigmoid
  /// x / (1 + e^(−a · x)).
  case gated(rate: Double)
  /// The error function.
  case erf
  /// x · Φ(x), the normal distribution's; by erf, or by its approximation with tanh.
  case gelu, geluTanh
  /// x times the sigmoid, which is rounded before: the bits of two operations.
  case swish
  /// a · (e^x − 1) below 0, else x.
  case elu(alpha: Double)

  /// y = f(x) for each number; x and y may be the same.
  public func apply(to x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>, count: Int) {
    let (function, a): (whet_function, Double) =
      switch self {
      case .exponential(let rate): (WHET_EXPONENTIAL, rate)
      case .tanh: (WHET_TANGENT, 0)
      case .sigmoid: (WHET_SIGMOID, 0)
      case .gated(let rate): (WHET_GATED, rate)
      case .erf: (WHET_ERROR, 0)
      case .gelu: (WHET_GELU, 0)
      case .geluTanh: (WHET_GELU_TANGENT, 0)
      case .elu(let alpha): (WHET_ELU, alpha)
      case .swish: (WHET_SWISH, 0)
      }
    whet_map(function, x, y, count, a)
  }
}
