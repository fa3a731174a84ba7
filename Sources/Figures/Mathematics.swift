#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few functions of the C library that figures need.
enum Mathematics {
  /// The logarithm to the base 10.
  static func log10(_ value: Double) -> Double { commonLogarithm(value) }

  /// A base raised to an exponent.
  static func power(_ base: Double, _ exponent: Double) -> Double { raise(base, exponent) }

  /// The greatest whole number whose power of ten is not above a positive value: 2 for 100 … 999.
  ///
  /// Found by comparing, since the logarithm of a power of ten may come out a hair too small.
  static func decade(of value: Double) -> Int {
    precondition(value > 0 && value.isFinite, "\(value) lies in no decade")
    let guess = Int(commonLogarithm(value).rounded(.down))
    if power10(guess + 1) <= value { return guess + 1 }
    return power10(guess) > value ? guess - 1 : guess
  }

  /// A power of ten, exact up to 10^22 and rounded once below 1.
  static func power10(_ exponent: Int) -> Double {
    guard abs(exponent) <= 22 else { return raise(10, Double(exponent)) }
    let power = (0..<abs(exponent)).reduce(1.0) { product, _ in product * 10 }
    return exponent < 0 ? 1 / power : power
  }
}

private func commonLogarithm(_ value: Double) -> Double { log10(value) }
private func raise(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
