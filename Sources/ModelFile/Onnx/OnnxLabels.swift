import Foundation

/// What a file's metadata say the classes are called: as JSON, or as Python writes a dictionary.
enum OnnxLabels {
  private static let keys = ["names", "labels", "classes", "class_names", "id2label"]
  /// The longest text that is looked at.
  private static let longest = 4 << 20

  /// The names in the order of the scores; nil where the metadata have none.
  static func texts(in metadata: [String: String]) -> [String]? {
    for key in keys {
      guard let text = metadata[key], text.utf8.count <= longest, let found = texts(text) else { continue }
      return found
    }
    return nil
  }

  private static func texts(_ text: String) -> [String]? {
    for written in [text, json(text)] {
      guard let value = try? JSONSerialization.jsonObject(with: Data(written.utf8)) else { continue }
      if let list = value as? [String], !list.isEmpty { return list }
      guard let named = value as? [String: String], !named.isEmpty else { continue }
      let numbered = named.compactMap { key, name in Int(key).map { ($0, name) } }.sorted { $0.0 < $1.0 }
      // Names by number, or numbers by name.
      if numbered.map(\.0) == Array(0..<named.count) { return numbered.map(\.1) }
    }
    return nil
  }

  /// A Python dictionary or list as JSON: texts between double quotes, numbers before a colon as texts.
  private static func json(_ text: String) -> String {
    var made = ""
    var digits = ""
    var quote: Character?
    var isEscaped = false
    for sign in text {
      if let open = quote {
        if isEscaped {
          isEscaped = false
          made += sign == "'" ? "'" : "\\\(sign)"
        } else if sign == "\\" {
          isEscaped = true
        } else if sign == open {
          quote = nil
          made += "\""
        } else {
          made += sign == "\"" ? "\\\"" : String(sign)
        }
      } else if sign.isNumber {
        digits.append(sign)
      } else {
        if !digits.isEmpty { made += sign == ":" ? "\"\(digits)\"" : digits }
        digits = ""
        if sign == "'" || sign == "\"" {
          quote = sign
          made += "\""
        } else {
          made.append(sign)
        }
      }
    }
    return made + digits
  }
}
