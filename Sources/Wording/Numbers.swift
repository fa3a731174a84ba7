import NumberForms

/// How numbers and lists of words are written in sentences and tables: the same on every machine, whatever its locale.
public enum Numbers {
  /// A whole number with a comma between thousands: 1,245,506.
  public static func grouped(_ number: Int) -> String { NumberText.grouped(number) }

  /// A number with so many places after the point; `–` for what is no number.
  public static func fixed(_ number: Double, _ places: Int) -> String { NumberText.fixed(number, places) }

  /// A number with so many places after the point, or, where these would all be zeros, in two digits and a power of ten: 3e-6.
  public static func decimal(_ number: Double, _ places: Int) -> String { NumberText.decimal(number, places) }

  /// A measured number in as many digits as tell something: four, or all before the point: 250,000 and 12.35 and 0.01235.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - scale: The number it stands beside, whose places it gets; nil for its own.
  /// - Returns: The text; `–` for what is no number.
  public static func measured(_ number: Double, like scale: Double? = nil) -> String {
    NumberText.measured(number, like: scale)
  }

  /// A number as short as it can be written: 0.0001 as 1e-4, 8.0 as 8.
  ///
  /// Digits that nobody wrote, which sums and products of decimals end in, are left out: 9.9e-5 for 9.900000000000001e-5.
  public static func short(_ number: Double) -> String { NumberText.short(number) }

  /// A number of single precision as short as it can be written: 0.1, not 0.10000000149011612.
  public static func short(_ number: Float) -> String { short(Double("\(number)") ?? Double(number)) }

  /// A factor as people write it: 1/255 rather than 0.003921569.
  public static func factor(_ factor: Float) -> String {
    let inverse = (1 / factor).rounded()
    if abs(factor) < 1, Float(1) / inverse == factor { return "1/\(short(Double(inverse)))" }
    return short(factor)
  }

  /// A share as a percentage with one place: 53.3 %; >99.9 % for what is not all.
  public static func percent(_ share: Double, _ places: Int = 1) -> String { NumberText.percent(share, places) }

  /// A count with its noun: 1 photo, 30 photos.
  public static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// A count among all: 1,937 of 2,000.
  public static func part(_ count: Int, of total: Int) -> String { "\(grouped(count)) of \(grouped(total))" }

  /// A count among all that are named: 1,937 of 2,000 photos.
  public static func part(_ count: Int, of total: Int, _ noun: String) -> String {
    "\(grouped(count)) of \(self.count(total, noun))"
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
