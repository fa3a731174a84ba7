import Foundation

/// A file's bytes, read piece after piece: however long the file is, one piece of it is in memory. One that is cut short
/// meanwhile ends early.
final class PieceReader {
  private let descriptor: Int32
  private let buffer: UnsafeMutableRawBufferPointer
  /// The system's error number where reading failed.
  private(set) var failure: Int32?

  /// How many bytes a piece has, but for the last.
  static let pieceSize = 1 << 18

  /// Opens a file.
  ///
  /// - Throws: `TabularDataError.unreadable`, `tooLarge` where the file is longer than `limit`.
  init(_ url: URL, limit: Int) throws(TabularDataError) {
    descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: url.path, errorNumber: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw .unreadable(path: url.path, errorNumber: EISDIR)
    }
    guard status.st_size <= limit else {
      close(descriptor)
      throw .tooLarge(path: url.path, limit: limit)
    }
    buffer = .allocate(byteCount: Self.pieceSize, alignment: 16)
  }

  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  /// The next bytes, which stand until the next call; nil at the end, and where reading fails.
  func next() -> UnsafeRawBufferPointer? {
    var count = 0
    while count < buffer.count, failure == nil {
      let got = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      if got == 0 { break }
      if got > 0 { count += got } else if errno != EINTR { failure = errno }
    }
    return count > 0 ? UnsafeRawBufferPointer(rebasing: buffer[..<count]) : nil
  }
}
