/// How many columns text takes in a fixed-width font.
///
/// Two for East Asian wide and full-width characters (Unicode Standard Annex 11) and for emoji, none for combining
/// marks, variation selectors and joiners, one for the rest. What is drawn as one picture (a flag, a family joined by
/// U+200D) is measured as one.
enum DisplayWidth {
  /// The columns of a text without tabs and line ends.
  static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

  /// The columns of one character as the reader sees it.
  static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // The selector asks for the picture of a sign that is otherwise drawn as text: ✌️.
      if scalar == "\u{FE0F}" && width > 0 { return 2 }
      width = max(width, of(scalar))
    }
    return width
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if ("\u{20}"..."\u{7E}").contains(scalar) { return 1 }
    if scalar.properties.isEmojiPresentation || isWide(scalar.value) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    case .format: return scalar == "\u{AD}" ? 1 : 0
    // Vowels and final consonants of Hangul, drawn into the syllable before them.
    case .otherLetter where (0x1160...0x11FF).contains(scalar.value): return 0
    default: return 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x3029, 0x3030...0x303E, 0x3041...0x3098, 0x309B...0x4DBF,
      0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE3, 0x16FF0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
      0x20000...0x2FFFD, 0x30000...0x3FFFD:
      return true
    default: return false
    }
  }
}
