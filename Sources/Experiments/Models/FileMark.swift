import Files
import Foundation

/// What JSON files of Whet's own say they are.
enum FileMark {
  /// The kind that a file names; nil where it is no such file.
  static func kind(in file: borrowing RegularFile) -> String? {
    struct Mark: Decodable { let kind: String }
    guard let bytes = try? file.bytes() else { return nil }
    return (try? JSONDecoder().decode(Mark.self, from: Data(bytes)))?.kind
  }
}
