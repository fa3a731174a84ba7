import Foundation

/// How numbers and lists of words are written in sentences and tables: the same on every machine, whatever its locale.
public enum Numbers {
  /// A whole number with a comma between thousands: 1,245,506.
  public static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var groups: [Substring] = []
    var rest = Substring(digits)
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    groups.insert(rest, at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// A number with so many places after the point; `–` for what is no number.
  public static func fixed(_ number: Double, _ places: Int) -> String {
    guard number.isFinite else { return number.isNaN ? "–" : number < 0 ? "-∞" : "∞" }
    guard abs(number) < 1e15 else { return short(number) }
    return String(format: "%.\(places)f", number)
  }

  /// A number with so many places after the point, or, where these would all be zeros, in two digits and a power of ten: 3e-6.
  public static func decimal(_ number: Double, _ places: Int) -> String {
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

  /// A number of single precision as short as it can be written: 0.1, not 0.10000000149011612.
  public static func short(_ number: Float) -> String { short(Double("\(number)") ?? Double(number)) }

  /// The number that was meant: the one of at most 12 digits that is the same but for errors of rounding, where there is one.
  private static func written(_ number: Double) -> Double {
    guard let rounded = Double(String(format: "%.11e", number)), abs(rounded - number) <= 4 * number.ulp else {
      return number
    }
    return rounded
  }

  /// A factor as people write it: 1/255 rather than 0.003921569.
  public static func factor(_ factor: Float) -> String {
    let inverse = (1 / factor).rounded()
    if abs(factor) < 1, Float(1) / inverse == factor { return "1/\(short(Double(inverse)))" }
    return short(factor)
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

  /// A share as a percentage with one place: 53.3 %.
  public static func percent(_ share: Double, _ places: Int = 1) -> String { fixed(share * 100, places) + " %" }

  /// A count with its noun: 1 photo, 30 photos.
  public static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// Words as alternatives: sgd or adam.
  public static func alternatives(_ words: [String]) -> String { joined(words, by: "or") }

  /// Words as a list: ✊, ✋ and ✌️.
  public static func list(_ words: [String]) -> String { joined(words, by: "and") }

  private static func joined(_ words: [String], by conjunction: String) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + (words.last ?? "")
  }

  /// A time as one would say it: 0.5 ms, 12 ms, 3.4 s, 2 min 5 s.
  public static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.0005 where seconds > 0: return "\(fixed(max(0.1, seconds * 1000), 1)) ms"
    case ..<0.9995: return "\(Int((seconds * 1000).rounded())) ms"
    case ..<59.95: return "\(fixed(seconds, 1)) s"
    default:
      let whole = Int(seconds.rounded())
      return "\(whole / 60) min \(whole % 60) s"
    }
  }

  /// A size as one would say it, in powers of 1,000: 812 bytes, 2.5 MB, 3,200 TB.
  public static func bytes(_ count: Int) -> String {
    switch count {
    case ..<1000: self.count(count, "byte")
    case ..<1_000_000: "\(fixed(Double(count) / 1e3, 1)) KB"
    case ..<1_000_000_000: "\(fixed(Double(count) / 1e6, 1)) MB"
    case ..<1_000_000_000_000: "\(fixed(Double(count) / 1e9, 1)) GB"
    default: "\(grouped(Int((Double(count) / 1e12).rounded()))) TB"
    }
  }
}
