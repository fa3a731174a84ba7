/// How wide text is, without fonts at hand: fonts are the browser's.
enum TextMetrics {
  /// The columns a text takes in a console: emoji and East Asian characters two, combining marks none.
  static func columns(_ text: String) -> Int {
    isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + columns($1) }
  }

  /// Whether a text is all printable ASCII, as most are: one byte, one column each, and no line end among them.
  static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

  private static func columns(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.contains("\u{FE0F}") || isWide(first) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// Characters of two columns: emoji shown as pictures, and the wide blocks of Unicode's East Asian Width.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }

  /// About how many pixels a text is wide in a sans-serif font of the given size. Made to the measure of the wider ones
  /// among the usual fonts, so that text reckoned to fit does fit.
  static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    text.reduce(0) { $0 + share($1) } * size * (isBold ? 1.13 : 1)
  }

  /// The text itself where there is room for it, else its beginning and an ellipsis.
  static func shortened(_ text: String, to room: Double, size: Double, isBold: Bool = false) -> String {
    guard width(text, size: size, isBold: isBold) > room else { return text }
    var rest = room - width("…", size: size, isBold: isBold)
    let beginning = text.prefix { character in
      rest -= width(String(character), size: size, isBold: isBold)
      return rest >= 0
    }
    return beginning + "…"
  }

  /// A character's width as a share of the font size.
  private static func share(_ character: Character) -> Double {
    if columns(character) == 2 { return 1.3 }
    switch character {
    case "i", "j", "l", "I", "'", "|", ".", ",", ":", ";", "!": return 0.32
    case "f", "t", "r", "(", ")", "[", "]", " ", "-", "/": return 0.4
    case "m", "M", "W", "w", "%", "@", "→": return 0.95
    case _ where character.isUppercase: return 0.7
    default: return columns(character) == 0 ? 0 : 0.62
    }
  }
}
