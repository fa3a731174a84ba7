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
    var mapped = whet_mapped(numbers: x, results: y, count: count, rows: 1, step: 0, a: rate)
    whet_map(code, &mapped)
  }

  /// The same in place for rows of numbers, `step` apart.
  public func apply(toRows x: UnsafeMutablePointer<Float>, step: Int, rows: Int, count: Int) {
    var mapped = whet_mapped(numbers: x, results: x, count: count, rows: Int32(rows), step: step, a: rate)
    whet_map(code, &mapped)
  }

  private var code: whet_function {
    switch self {
    case .exponential: WHET_EXPONENTIAL
    case .tanh: WHET_TANGENT
    case .sigmoid: WHET_SIGMOID
    case .gated: WHET_GATED
    case .erf: WHET_ERROR
    case .gelu: WHET_GELU
    case .geluTanh: WHET_GELU_TANGENT
    case .elu: WHET_ELU
    case .swish: WHET_SWISH
    }
  }

  private var rate: Double {
    switch self {
    case .exponential(let rate), .gated(let rate): rate
    case .elu(let alpha): alpha
    default: 0
    }
  }
}
