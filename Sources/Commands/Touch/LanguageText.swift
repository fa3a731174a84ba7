/// Values as lines of the language have them.
enum LanguageText {
  /// A text as the language reads it: a word where it is one, else in quotes.
  static func value(_ text: String) -> String {
    guard !text.isEmpty, !text.hasPrefix("-"), text.unicodeScalars.allSatisfy(isOfWord) else { return quoted(text) }
    return text
  }

  /// Letters, digits, signs such as ✊ with their selectors, and what stands in names of files.
  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return ".-_".unicodeScalars.contains(scalar) || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
        || ("A"..."Z").contains(scalar)
    }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.isEmoji || scalar == "\u{FE0F}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        quoted += "\\u{\(String(scalar.value, radix: 16))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
