public import Foundation

extension DataFolder {
  /// Whether a file or folder, or the place where one would be made, lies in the data folder: sample data that only
  /// `fetch` writes; or among the samples that are drawn.
  public func isOfDataFolder(_ url: URL) -> Bool {
    let place = Self.real(url)
    return [folder, samples].compactMap { $0 }.map(Self.real).contains { place == $0 || place.hasPrefix($0 + "/") }
  }

  /// Whether a folder is one of drawn samples.
  public func isDrawn(_ url: URL) -> Bool {
    guard let samples else { return false }
    return Self.real(url).hasPrefix(Self.real(samples) + "/")
  }

  /// A path without links, as far as it exists.
  private static func real(_ url: URL) -> String {
    let url = url.standardizedFileURL
    let path = FilePath.plain(url)
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard path != "/", !path.isEmpty else { return path }
    return real(url.deletingLastPathComponent()) + "/" + url.lastPathComponent
  }
}
