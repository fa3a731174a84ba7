package import Foundation

/// Paths as the file system has them.
package enum FilePath {
  /// The path of a file or folder, without a slash at its end.
  package static func plain(_ url: URL) -> String {
    let path = url.standardizedFileURL.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Whether a folder is there.
  package static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: plain(url), isDirectory: &isFolder) && isFolder.boolValue
  }
}
