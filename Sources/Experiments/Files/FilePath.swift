public import Foundation

/// Paths as the file system has them.
public enum FilePath: Sendable {
  /// The path of a file or folder, without a slash at its end.
  public static func plain(_ url: URL) -> String {
    let path = url.standardizedFileURL.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Whether a folder is there.
  public static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: plain(url), isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The same place written as a folder's, with a slash at its end: relative paths start from it only then.
  static func folder(_ url: URL) -> URL {
    URL(filePath: url.path(percentEncoded: false), directoryHint: .isDirectory)
  }

  /// A path without links, as far as it exists.
  static func real(_ url: URL) -> String {
    let url = url.standardizedFileURL
    let path = plain(url)
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard path != "/", !path.isEmpty else { return path }
    return real(url.deletingLastPathComponent()) + "/" + url.lastPathComponent
  }
}
