public import Files
public import Foundation
public import ModelFile
import RunStore

/// The mark in a model file that Whet wrote it and nobody has changed it since: among the file's metadata stands the digest of
/// the file, taken with zeros in the digest's place. It needs no state folder, and goes with the file wherever that is copied.
public enum WrittenMark {
  /// The metadata's key.
  public static let key = "whet.sha256"
  private static let zeros = String(repeating: "0", count: 64)

  /// A file with room for the mark.
  public static func added(to file: ModelFile) -> ModelFile {
    var file = file
    file.description.metadata.userDefined[key] = zeros
    return file
  }

  /// The bytes of a file, with the mark where there is room for one: a file saved as it was loaded stays byte for byte what it was.
  public static func bytes(of file: ModelFile) -> Data {
    var bytes = Data(file.bytes)
    guard let place = place(in: bytes), bytes[place].elementsEqual(zeros.utf8) else { return bytes }
    bytes.replaceSubrange(place, with: Data(ContentHash(of: bytes).description.utf8))
    return bytes
  }

  /// Whether a file is as Whet wrote it.
  public static func isIn(_ file: borrowing RegularFile) -> Bool {
    guard let content = try? file.bytes(copies: 3) else { return false }
    return isMarked(Data(content))
  }

  private static func isMarked(_ content: Data) -> Bool {
    var bytes = content
    guard let place = place(in: bytes) else { return false }
    let written = String(decoding: bytes[place], as: UTF8.self)
    bytes.replaceSubrange(place, with: Data(zeros.utf8))
    return ContentHash(of: bytes).description == written
  }

  /// Whether a package is as Whet wrote it.
  public static func isIn(package url: URL) -> Bool {
    guard var file = try? ModelFile(contentsOf: url), let written = file.description.metadata.userDefined[key] else {
      return false
    }
    file.description.metadata.userDefined[key] = zeros
    return digest(of: file) == written
  }

  private static func digest(of file: ModelFile) -> String {
    ContentHash(ofPieces: { add in ModelBytes(of: file).forEachPiece { $0.withUnsafeBytes(add) } }).description
  }

  /// The model with the mark where there is room for one, in a package: the digest is that of all of the package's files.
  public static func marked(_ file: ModelFile) -> ModelFile {
    guard file.description.metadata.userDefined[key] == zeros else { return file }
    var copy = file
    copy.description.metadata.userDefined[key] = digest(of: file)
    return copy
  }

  /// Where the digest stands. The description comes before the layers, so that the first such entry is the file's own.
  private static func place(in bytes: Data) -> Range<Int>? {
    let entry = [10, UInt8(key.utf8.count)] + Array(key.utf8) + [18, 64]
    guard let found = bytes.range(of: Data(entry)), found.upperBound + 64 <= bytes.count else { return nil }
    return found.upperBound..<found.upperBound + 64
  }
}
