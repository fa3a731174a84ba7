import Foundation

/// What the fields of a table in text say.
enum FieldText {
  /// Texts that stand for a missing value, in small letters.
  private static let missing: Set<String> = [
    "?", "na", "n/a", "#n/a", "<na>", "nan", "-nan", "null", "none", "nil", "missing",
  ]

  /// Whether a field says that there is no value.
  static func isMissing(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = field.first else { return true }
    // Most fields are numbers.
    guard !(48...57).contains(first) else { return false }
    let word = trimmed(field)
    guard !word.isEmpty else { return true }
    return word.count <= 7 && missing.contains(String(decoding: word, as: UTF8.self).lowercased())
  }

  /// Whether a text says that there is no value.
  static func isMissing(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isMissing($0) }
  }

  /// A field without blanks around it.
  static func trimmed(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var (start, end) = (0, field.count)
    while start < end, isBlank(field[start]) { start += 1 }
    while end > start, isBlank(field[end - 1]) { end -= 1 }
    return start == 0 && end == field.count ? field : UnsafeBufferPointer(rebasing: field[start..<end])
  }

  /// A field as text: UTF-8, or Windows-1252 where it is none.
  static func text(_ field: UnsafeBufferPointer<UInt8>) -> String {
    String(validating: field, as: UTF8.self) ?? String(
      bytes: field, encoding: .windowsCP1252) ?? String(decoding: field, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
