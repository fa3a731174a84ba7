import Foundation

/// What a class may be called: it is the name of a folder, on every system.
public enum ClassName: Sendable {
  /// What is wrong with a name.
  public enum Problem: Sendable, Equatable {
    case empty
    case character(Character)
    case control
    case tooLong(bytes: Int)
    case spaceAtEdge
  }

  /// Characters that some system does not allow in the name of a folder, and the dot.
  public static let forbidden: [Character] = [".", "/", "\\", "?", "%", "*", "|", "\"", "<", ">"]

  /// What is wrong with a name; nil for a good one.
  public static func problem(of name: String) -> Problem? {
    if name.allSatisfy(\.isWhitespace) { return .empty }
    if let character = name.first(where: forbidden.contains) { return .character(character) }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return .control }
    if name.utf8.count > 200 { return .tooLong(bytes: name.utf8.count) }
    return name.first?.isWhitespace == true || name.last?.isWhitespace == true ? .spaceAtEdge : nil
  }
}
