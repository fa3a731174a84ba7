/// Characters that word processors and other languages' keyboards put in the place of those that are read here.
enum Typography {
  /// The line with straight quotes, plain hyphens and narrow marks.
  static func plain(_ line: String) -> String { String(String.UnicodeScalarView(line.unicodeScalars.map(plain))) }

  /// Whether a character is a quotation mark of a language's typography.
  static func isQuote(_ character: Character) -> Bool { double.contains(character) || single.contains(character) }

  private static let double: Set<Character> = ["“", "”", "„", "‟", "«", "»", "「", "」", "＂"]
  private static let single: Set<Character> = ["‘", "’", "‚", "‛", "＇"]

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let character = Character(scalar)
    if double.contains(character) { return "\"" }
    if single.contains(character) { return "'" }
    switch scalar.value {
    // Hyphens and dashes of other lengths, and the minus sign.
    case 0x2010...0x2015, 0x2212: return "-"
    // Blanks of other widths.
    case 0x00A0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return " "
    case 0x3001: return ","
    // The wide forms of ASCII.
    case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    default: return scalar
    }
  }
}
