import Foundation

/// Powers of ten, and between which of them a number lies.
public enum PowersOfTen {
  /// The greatest whole number whose power of ten is not above a positive value: 2 for 100 … 999.
  ///
  /// Found by comparing, since the logarithm of a power of ten may come out a hair too small.
  public static func decade(of value: Double) -> Int {
    precondition(value > 0 && value.isFinite, "\(value) lies in no decade")
    let guess = Int(log10(value).rounded(.down))
    if power10(guess + 1) <= value { return guess + 1 }
    return power10(guess) > value ? guess - 1 : guess
  }

  /// A power of ten, exact up to 10^22 and rounded once below 1.
  public static func power10(_ exponent: Int) -> Double {
    guard abs(exponent) <= 22 else { return pow(10, Double(exponent)) }
    let power = (0..<abs(exponent)).reduce(1.0) { product, _ in product * 10 }
    return exponent < 0 ? 1 / power : power
  }
}
