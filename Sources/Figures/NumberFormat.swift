import NumberForms

/// How a number is written: always the same way, whatever the machine's language.
public enum NumberFormat: Sendable, Equatable {
  /// A whole number with a comma between groups of three digits: `1,245,506`. Fractions are rounded.
  case integer
  /// So many decimals, like C's `%.4f`.
  case fixed(Int)
  /// So many decimals, or, where these would all be zeros, two significant digits: 0.0031 with 4, but 3e-6; from
  /// 10,000 on none: 1,324,417.
  case decimal(Int)
  /// A share as a percentage with so many decimals: 0.8 with 1 is `80.0 %`.
  case percentage(Int)
  /// So many significant digits without trailing zeros, in the language's own form: `0.001`, `1e-4`, `2.94`.
  case significant(Int)

  /// Writes a number as sentences do (`NumberText`). NaN is `–`, the infinities are `∞` and `-∞`.
  public func text(_ value: Double) -> String {
    switch self {
    case .integer: NumberText.integer(value)
    case .fixed(let places): NumberText.fixed(value, places)
    case .decimal(let places): NumberText.decimal(value, places)
    case .percentage(let places): NumberText.percent(value, places)
    case .significant(let digits): NumberText.significant(value, digits)
    }
  }
}
