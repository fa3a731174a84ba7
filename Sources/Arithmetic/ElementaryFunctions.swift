import CKernels

/// Exponentials, logarithms and sines whose bits are those of every processor: those of a C library are not. In double precision
/// they are off by at most two units in the last place, powers by a few; in single precision they are rounded from that.
public enum ElementaryFunctions {
  /// e^x.
  public static func exp(_ x: Double) -> Double { whet_exp(x) }
  /// ln x; −∞ for 0, and not a number below.
  public static func log(_ x: Double) -> Double { whet_log(x) }
  /// Replaces each number x by e^(x − origin), several at a time with the bits of one.
  public static func exp(_ numbers: inout [Double], from origin: Double) {
    numbers.withUnsafeMutableBufferPointer { x in
      guard let start = x.baseAddress else { return }
      whet_exponentials_double(start, origin, start, x.count)
    }
  }
  /// Replaces each number by its logarithm, several at a time with the bits of one.
  public static func log(_ numbers: inout [Double]) {
    numbers.withUnsafeMutableBufferPointer { x in
      guard let start = x.baseAddress else { return }
      whet_logarithms(start, start, x.count)
    }
  }
  /// x^y; not a number where x is negative and y not whole.
  public static func power(_ x: Double, _ y: Double) -> Double { whet_power(x, y) }
  /// cos x, of x up to a million.
  public static func cos(_ x: Double) -> Double { whet_cos(x) }

  /// sin x, of x up to a million.
  public static func sin(_ x: Double) -> Double { whet_sin(x) }
  /// The arc tangent.
  public static func atan(_ x: Double) -> Double { whet_atan(x) }

  /// e^x.
  public static func exp(_ x: Float) -> Float { Float(whet_exp(Double(x))) }
  /// ln x; −∞ for 0, and not a number below.
  public static func log(_ x: Float) -> Float { Float(whet_log(Double(x))) }
  /// x^y; not a number where x is negative and y not whole.
  public static func power(_ x: Float, _ y: Float) -> Float { Float(whet_power(Double(x), Double(y))) }
  /// e^x − 1, also of small x to the last digit.
  public static func expMinusOne(_ x: Float) -> Float { Float(expMinusOne(Double(x))) }
  /// The hyperbolic tangent.
  public static func tanh(_ x: Float) -> Float {
    // Beyond 20 it is 1 in single precision.
    let power = expMinusOne(2 * Double(min(max(x, -20), 20)))
    return x.isNaN ? x : Float(power / (power + 2))
  }
  /// 1 / (1 + e^−x).
  public static func sigmoid(_ x: Float) -> Float { Float(1 / (1 + whet_exp(-Double(x)))) }
  /// ln(1 + e^x).
  public static func softplus(_ x: Float) -> Float {
    let power = whet_exp(-abs(Double(x)))
    return max(x, 0) + Float(power < 1e-5 ? power - power * power / 2 : whet_log(1 + power))
  }

  /// The first terms of its series where the difference would lose digits.
  private static func expMinusOne(_ x: Double) -> Double {
    abs(x) < 1e-5 ? x + x * x / 2 + x * x * x / 6 : whet_exp(x) - 1
  }
}
