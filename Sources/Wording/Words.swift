import Foundation

/// How words that somebody else chose are written in sentences.
public enum Words {
  /// Words as a list, of many the first few.
  public static func shortened(_ words: [String]) -> String {
    guard words.count > 12 else { return Numbers.list(words) }
    return words.prefix(10).joined(separator: ", ") + " and \(Numbers.grouped(words.count - 10)) more"
  }

  /// A path as it is typed: in quotes unless it is one plain word.
  public static func quoted(_ path: String) -> String {
    path.allSatisfy { $0.isLetter || $0.isNumber || "._-/".contains($0) } ? path : "\"\(path)\""
  }

  /// The operating system's word for an error number: "Permission denied".
  public static func systemError(_ code: Int32) -> String { String(cString: strerror(code)) }
}
