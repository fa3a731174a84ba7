public import Foundation

/// The folder of real data that some tests read: photos, model files and reference results that are not part of the
/// repository.
public enum Shared {
  /// `$WHET_SHARED`, else the folder `shared` beside the package; nil where there is none, so that tests can skip.
  public static let folder: URL? = {
    if let path = ProcessInfo.processInfo.environment["WHET_SHARED"], !path.isEmpty {
      return existing(URL(fileURLWithPath: path, isDirectory: true))
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let beside = package.deletingLastPathComponent().appendingPathComponent("shared", isDirectory: true)
    let isWhole = ["data", "models"].allSatisfy { existing(beside.appendingPathComponent($0)) != nil }
    return isWhole ? beside : nil
  }()

  /// A file or folder in the shared folder, nil when it is not there.
  public static func file(_ path: String) -> URL? {
    folder.flatMap { existing($0.appendingPathComponent(path)) }
  }

  private static func existing(_ url: URL) -> URL? {
    FileManager.default.fileExists(atPath: url.path) ? url : nil
  }
}
