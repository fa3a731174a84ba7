import Foundation

/// Folders of a user's own, as the XDG base directory specification names them.
enum BaseFolder {
  /// Whet's folder of one kind.
  ///
  /// - Parameters:
  ///   - environment: The variables.
  ///   - own: The variable that names the folder itself.
  ///   - shared: The variable that names the folder it lies in; only a whole path counts.
  ///   - fallback: The folder it lies in otherwise, from the home folder.
  /// - Returns: The folder; it need not exist.
  static func whet(in environment: [String: String], own: String, shared: String, fallback: String) -> URL {
    if let path = environment[own], !path.isEmpty { return URL(filePath: path, directoryHint: .isDirectory) }
    let home =
      environment[shared].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: fallback)
    return home.appending(path: "whet", directoryHint: .isDirectory)
  }
}
