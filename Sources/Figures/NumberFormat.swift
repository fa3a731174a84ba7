/// How a number is written: always the same way, whatever the machine's language.
public enum NumberFormat: Sendable, Equatable {
  /// A whole number with a comma between groups of three digits: `1,245,506`. Fractions are rounded.
  case integer
  /// So many decimals, like C's `%.4f`.
  case fixed(Int)
  /// So many decimals, or, where these would all be zeros, two significant digits: 0.0031 with 4, but 3e-6.
  case decimal(Int)
  /// A share as a percentage with so many decimals: 0.8 with 1 is `80.0 %`.
  case percentage(Int)
  /// So many significant digits without trailing zeros, in the language's own form: `0.001`, `1e-4`, `2.94`.
  case significant(Int)

  /// Writes a number. NaN is `NaN`, the infinities are `∞` and `-∞`.
  ///
  /// Decimals are rounded to the nearest, and a value exactly halfway to the even digit: what C's `printf` does.
  public func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-∞" : "∞" }
    switch self {
    case .integer: return Self.grouped(Decimals.text(value, places: 0))
    case .fixed(let places): return Decimals.text(value, places: places)
    case .decimal(let places):
      guard value != 0, abs(value) * Mathematics.power10(max(0, places)) < 0.5 else {
        return Decimals.text(value, places: places)
      }
      return Self.significant(value, digits: 2)
    case .percentage(let places): return Decimals.text(value * 100, places: places) + " %"
    case .significant(let digits): return Self.significant(value, digits: max(1, digits))
    }
  }

  private static func significant(_ value: Double, digits: Int) -> String {
    guard value != 0 else { return "0" }
    let decade = Mathematics.decade(of: abs(value))
    if decade < -3 || decade > 6 {
      let mantissa = trimmed(Decimals.text(value / Mathematics.power10(decade), places: digits - 1))
      // Rounding may have carried into the next decade.
      return mantissa.hasSuffix("10")
        ? "\(mantissa.dropLast(1))e\(decade + 1)" : "\(mantissa)e\(decade)"
    }
    return trimmed(Decimals.text(value, places: max(0, digits - 1 - decade)))
  }

  private static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    let cut = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(cut.reversed())
  }

  private static func grouped(_ text: String) -> String {
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = Array(text.dropFirst(sign.count))
    guard digits.allSatisfy(\.isNumber) else { return text }
    return sign
      + digits.enumerated().reduce(into: "") { result, digit in
        if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { result += "," }
        result.append(digit.element)
      }
  }
}

/// Numbers with a fixed count of decimals, rounded as C's `printf` does.
enum Decimals {
  /// Writes a finite number with so many decimals (0 … 15); numbers of 10^15 and more come in Swift's shortest form.
  static func text(_ value: Double, places: Int) -> String {
    let places = min(max(places, 0), 15)
    guard abs(value) < 1e15 else { return "\(value)" }
    guard let scaled = scaled(abs(value), places: places) else {
      return text(value, places: places - 1)
    }
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// A value times a power of ten, rounded as if the product were exact: the part that the multiplication lost comes
  /// back through a fused multiply-add. Nil when the result has more digits than a `Double` can tell apart.
  private static func scaled(_ value: Double, places: Int) -> Int? {
    let factor = Mathematics.power10(places)
    let product = value * factor
    guard product < 0x1p53 else { return nil }
    let lost = (-product).addingProduct(value, factor)
    var rounded = product.rounded(.toNearestOrEven)
    let distance = product - rounded
    if distance == 0.5, lost > 0 { rounded += 1 }
    if distance == -0.5, lost < 0 { rounded -= 1 }
    return Int(rounded)
  }
}
