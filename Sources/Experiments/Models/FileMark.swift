import Files
import Foundation

/// What JSON files of Whet's own say they are.
enum FileMark {
  /// How many times its size such a file takes while it is read.
  static let copies = 6

  /// The kind that a file names; nil where it is no such file.
  static func kind(in file: borrowing RegularFile) -> String? {
    struct Mark: Decodable { let kind: String }
    guard let bytes = try? file.bytes(copies: copies) else { return nil }
    return (try? JSONDecoder().decode(Mark.self, from: Data(bytes)))?.kind
  }
}
