public import Downloads

/// What can be the matter with downloads.
public enum FetchDiagnostic: Sendable {
  /// A collection could not be downloaded into a folder, from its own addresses or from a mirror.
  case notDownloaded(DownloadCollection, DownloadError, folder: String, fromMirror: Bool)
  /// An address of a mirror that is none; where it comes from the environment variable, and not from `url=`.
  case badMirror(String, isVariable: Bool)
  /// Several collections into one folder.
  case oneFolderOnly([String])
}
