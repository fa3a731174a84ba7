internal import Foundation
internal import RunStore

/// A file on its way: what has come of it so far, on the disk.
final class PartFile {
  /// Where it is.
  let path: String
  private let descriptor: Int32
  /// How many bytes have come.
  private(set) var count: Int

  /// Opens what has come so far, or begins anew.
  ///
  /// - Throws: `DownloadError.cannotWrite`.
  init(_ path: String) throws(DownloadError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .cannotWrite(path: path, code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .cannotWrite(path: path, code: EINVAL)
    }
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Forgets what has come.
  ///
  /// - Throws: `DownloadError.cannotWrite`.
  func empty() throws(DownloadError) {
    guard ftruncate(descriptor, 0) == 0 else { throw .cannotWrite(path: path, code: errno) }
    count = 0
  }

  /// Adds what has come.
  ///
  /// - Throws: `DownloadError.cannotWrite`; what was there before still is.
  func append(_ bytes: UnsafeRawBufferPointer) throws(DownloadError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let written = pwrite(descriptor, piece.baseAddress, piece.count, off_t(count))
      if written > 0 {
        rest = rest.dropFirst(written)
        count += written
      } else if errno != EINTR {
        throw .cannotWrite(path: path, code: errno)
      }
    }
  }

  /// Brings it to the disk, and says what its content is.
  ///
  /// - Throws: `DownloadError.cannotWrite`.
  func finish() throws(DownloadError) -> ContentHash {
    guard fsync(descriptor) == 0, let hash = FileDigest.of(path) else { throw .cannotWrite(path: path, code: errno) }
    return hash
  }
}
