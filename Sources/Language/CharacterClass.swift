/// What a character of source means to the lexer before anything else is known.
///
/// Words may hold any character, so the classes are few: the marks of the grammar, the blanks, the line ends, the
/// control characters no text should hold, and everything else.
enum CharacterClass {
  /// A character that may stand in a word.
  case word
  /// A space of any width; the byte order mark and the zero width space are spaces too.
  case blank
  /// The end of a line: LF, CR, CR LF, U+2028 or U+2029.
  case lineEnd
  /// A control character, which nobody types on purpose.
  case control
  /// One of `= , ; [ ] ( ) { } " ' # $ \`.
  case mark

  /// The class of the character at an offset, and its length in bytes (CR LF is one line end of two bytes).
  static func at(_ offset: Int, in bytes: [UInt8]) -> (class: CharacterClass, length: Int) {
    let byte = bytes[offset]
    if byte < 0x80 {
      if byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A { return (.lineEnd, 2) }
      return (ascii(byte), 1)
    }
    let length = byte.scalarLength
    // Only these lead bytes begin a blank, a line end or a control character.
    guard byte == 0xC2 || (0xE1...0xE3).contains(byte) || byte == 0xEF else { return (.word, length) }
    return (beyondASCII(scalar(at: offset, length: length, in: bytes)), length)
  }

  private static func scalar(at offset: Int, length: Int, in bytes: [UInt8]) -> UInt32 {
    var value = UInt32(bytes[offset]) & (length == 2 ? 0x1F : 0x0F)
    for next in bytes[offset + 1..<offset + length] { value = value << 6 | UInt32(next & 0x3F) }
    return value
  }

  private static func ascii(_ byte: UInt8) -> CharacterClass {
    switch Unicode.Scalar(byte) {
    case "\n", "\r": .lineEnd
    case " ", "\t", "\u{0B}", "\u{0C}": .blank
    case "=", ",", ";", "[", "]", "(", ")", "{", "}", "\"", "'", "#", "$", "\\": .mark
    case "!"..."~": .word
    default: .control
    }
  }

  /// Unicode's White_Space and C1 controls, with U+200B and U+FEFF as blanks.
  private static func beyondASCII(_ scalar: UInt32) -> CharacterClass {
    switch scalar {
    case 0x2028, 0x2029: .lineEnd
    case 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x202F, 0x205F, 0x3000, 0xFEFF: .blank
    case 0x80...0x9F: .control
    default: .word
    }
  }
}

extension UInt8 {
  /// Whether it is a second or later byte of a code point in UTF-8.
  var continuesScalar: Bool { self & 0xC0 == 0x80 }

  /// The length in bytes of the code point this byte begins.
  var scalarLength: Int { self < 0x80 ? 1 : self < 0xE0 ? 2 : self < 0xF0 ? 3 : 4 }

  /// Whether it is one of the digits 0 to 9.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// The value of a hexadecimal digit.
  var hexDigit: UInt32? {
    switch Unicode.Scalar(self) {
    case "0"..."9": UInt32(self) - 0x30
    case "a"..."f": UInt32(self) - 0x61 + 10
    case "A"..."F": UInt32(self) - 0x41 + 10
    default: nil
    }
  }
}
