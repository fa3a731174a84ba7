import Foundation

/// Replaces a file at one stroke: a temporary file beside it is filled, brought to the disk and renamed over it.
enum AtomicFile {
  /// The system's reason why a file could not be written.
  struct Failure: Error {
    let code: Int32
  }

  /// Writes all bytes, or changes nothing. A file that is there keeps its permissions; a link is followed, so that it
  /// goes on leading to the file.
  static func write(_ bytes: Bytes, to path: String) throws(Failure) {
    let target = resolved(path)
    let permissions = try permissions(of: target)
    let temporary = "\(target).\(UInt64.random(in: 0...UInt64.max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw Failure(code: errno) }
    do {
      defer { close(file) }
      try fill(file, with: bytes)
      if let permissions { try check(fchmod(file, permissions)) }
      try check(fsync(file))
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else {
      let code = errno
      unlink(temporary)
      throw Failure(code: code)
    }
    bringToDisk(folderOf: target)
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Those of the file that is there, which must be one that may be written to; nil when there is none.
  private static func permissions(of path: String) throws(Failure) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw Failure(code: errno) }
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    try check(access(path, W_OK))
    return status.st_mode & 0o7777
  }

  private static func fill(_ file: Int32, with bytes: Bytes) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EINTR { throw Failure(code: errno) }
    }
  }

  private static func check(_ result: Int32) throws(Failure) {
    if result != 0 { throw Failure(code: errno) }
  }

  /// The new name itself is only safe once its folder is on the disk. A file system that cannot do that is no reason to
  /// fail: the file is complete.
  private static func bringToDisk(folderOf path: String) {
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }
}
