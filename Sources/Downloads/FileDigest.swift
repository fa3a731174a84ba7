internal import Foundation
internal import RunStore

/// What a file's content is.
enum FileDigest {
  /// The SHA-256 of a file; nil where it cannot be read.
  static func of(_ path: String) -> ContentHash? {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else { return nil }
    return ContentHash(of: data)
  }

  /// Whether a file is there and is this one.
  static func matches(_ file: DownloadFile, at path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == file.size else {
      return false
    }
    return of(path) == file.digest
  }
}
