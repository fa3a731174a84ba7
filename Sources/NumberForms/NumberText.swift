import Foundation

/// How numbers are written, in sentences and in figures: the same on every machine, whatever its locale.
public enum NumberText {
  /// A whole number with a comma between thousands: 1,245,506.
  public static func grouped(_ number: Int) -> String {
    (number < 0 ? "-" : "") + grouped(digits: String(number.magnitude))
  }

  /// A number rounded to a whole one, with a comma between thousands.
  public static func integer(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return fixed(number, 0) }
    let text = Decimals.text(number, places: 0)
    return text.hasPrefix("-") ? "-" + grouped(digits: String(text.dropFirst())) : grouped(digits: text)
  }

  private static func grouped(digits: String) -> String {
    var (groups, rest): ([Substring], Substring) = ([], digits[...])
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return ([rest] + groups).joined(separator: ",")
  }

  /// A number with so many places after the point; `–` for what is no number.
  ///
  /// It is rounded to the nearest, and a value exactly halfway to the even digit: what C's `printf` does.
  public static func fixed(_ number: Double, _ places: Int) -> String {
    guard number.isFinite else { return number.isNaN ? "–" : number < 0 ? "-∞" : "∞" }
    guard abs(number) < 1e15 else { return significant(number, 4) }
    return Decimals.text(number, places: places)
  }

  /// A number with so many places after the point, or, where these would all be zeros, in two digits and a power of ten: 3e-6.
  ///
  /// From 10,000 on the places would tell nothing: 1,324,417; and from a thousand million on it has four digits: 1.324e10.
  public static func decimal(_ number: Double, _ places: Int) -> String {
    if abs(number) >= 1e9, number.isFinite { return short(Double(String(format: "%.3e", number)) ?? number) }
    if abs(number) >= 1e4 { return integer(number) }
    guard number != 0, abs(number) * pow(10, Double(places)) < 0.5 else { return fixed(number, places) }
    return short(Double(String(format: "%.1e", number)) ?? number)
  }

  /// A measured number in as many digits as tell something: four, or all before the point: 250,000 and 12.35 and 0.01235.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - scale: The number it stands beside, whose places it gets; nil for its own.
  /// - Returns: The text; `–` for what is no number.
  public static func measured(_ number: Double, like scale: Double? = nil) -> String {
    let scale = abs(scale.flatMap { $0.isFinite && $0 != 0 ? $0 : nil } ?? number)
    guard number.isFinite, scale.isFinite else { return fixed(number, 0) }
    guard abs(number) < 1e15 else { return short(Double(String(format: "%.3e", number)) ?? number) }
    guard scale > 0 else { return fixed(number, 4) }
    let decade = Int(log10(scale).rounded(.down))
    if decade < -4, abs(number) < 1e-4 { return short(Double(String(format: "%.3e", number)) ?? number) }
    guard decade >= 3 else { return fixed(number, min(3 - decade, 8)) }
    return grouped(Int(number.rounded()))
  }

  /// A number as short as it can be written: 0.0001 as 1e-4, 8.0 as 8.
  ///
  /// Digits that nobody wrote, which sums and products of decimals end in, are left out: 9.9e-5 for 9.900000000000001e-5.
  public static func short(_ number: Double) -> String {
    guard number.isFinite else { return fixed(number, 0) }
    if number == number.rounded(), abs(number) < 1e9 { return String(Int(number)) }
    let number = written(number)
    let plain = "\(number)"
    guard abs(number) < 1e-3 || abs(number) >= 1e9 else { return plain }
    return scientific(plain, number)
  }

  /// The number that was meant: the one of at most 12 digits that is the same but for errors of rounding, where there is one.
  private static func written(_ number: Double) -> Double {
    guard let rounded = Double(String(format: "%.11e", number)), abs(rounded - number) <= 4 * number.ulp else {
      return number
    }
    return rounded
  }

  private static func scientific(_ plain: String, _ number: Double) -> String {
    let text = plain.contains("e") ? plain : String(format: "%.6e", number)
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return plain }
    var mantissa = String(parts[0])
    if mantissa.contains(".") {
      while mantissa.hasSuffix("0") { mantissa.removeLast() }
      if mantissa.hasSuffix(".") { mantissa.removeLast() }
    }
    return "\(mantissa)e\(exponent)"
  }

  /// A number in so many significant digits without trailing zeros, in the language's own form: 0.001, 1e-4, 2.94.
  public static func significant(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite else { return fixed(value, 0) }
    guard value != 0 else { return "0" }
    let digits = max(1, digits)
    let decade = PowersOfTen.decade(of: abs(value))
    if decade < -3 || decade > 6 {
      let mantissa = trimmed(Decimals.text(value / PowersOfTen.power10(decade), places: digits - 1))
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

  /// A share as a percentage: 53.3 %. What is not all is never written as 100 %, and what is not nothing never as 0 %: 3,999 of
  /// 4,000 are >99.9 %, and 1 of 4,000 <0.1 %.
  public static func percent(_ share: Double, _ places: Int = 1) -> String {
    guard share.isFinite else { return fixed(share, 0) }
    let text = fixed(share * 100, places)
    guard share > 0, share < 1 else { return text + " %" }
    let least = 1 / PowersOfTen.power10(max(0, places))
    if text == fixed(100, places) { return ">\(fixed(100 - least, places)) %" }
    if text == fixed(0, places) { return "<\(fixed(least, places)) %" }
    return text + " %"
  }
}
