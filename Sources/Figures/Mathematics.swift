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
}

private func commonLogarithm(_ value: Double) -> Double { log10(value) }
private func raise(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
