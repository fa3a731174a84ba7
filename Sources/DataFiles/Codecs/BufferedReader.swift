internal import Files

/// A file's bytes, read piece after piece: however long the file is, one piece of it is in memory. One that is cut short
/// meanwhile ends early.
final class BufferedReader {
  private let file: RegularFile
  private let buffer: UnsafeMutableRawBufferPointer
  /// Why reading failed, where it did.
  private(set) var failure: FileReadError?

  /// How many bytes a piece has, but for the last.
  static let pieceSize = 1 << 18

  /// Opens a file.
  ///
  /// - Throws: `FileReadError`; `tooLarge` where the file is longer than `limit`.
  init(_ path: String, limit: Int) throws(FileReadError) {
    file = try RegularFile(path: path)
    buffer = .allocate(byteCount: Self.pieceSize, alignment: 16)
    guard file.size <= limit else { throw .tooLarge(path: path, bytes: file.size, limit: limit) }
  }

  deinit { buffer.deallocate() }

  /// The next bytes, which stand until the next call; nil at the end, and where reading fails.
  func next() -> UnsafeRawBufferPointer? {
    guard failure == nil else { return nil }
    do throws(FileReadError) {
      let count = try file.read(into: buffer)
      return count > 0 ? UnsafeRawBufferPointer(rebasing: buffer[..<count]) : nil
    } catch {
      failure = error
      return nil
    }
  }
}
