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
}
