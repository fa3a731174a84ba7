public import Foundation

extension DataFolder {
  /// Whether a file or folder, or the place where one would be made, lies in the data folder: sample data that only
  /// `fetch` writes; or among the samples that are drawn.
  public func isOfDataFolder(_ url: URL) -> Bool {
    let place = FilePath.real(url)
    return [folder, samples].compactMap { $0 }.map(FilePath.real).contains { place == $0 || place.hasPrefix($0 + "/") }
  }

  /// Whether a folder is one of drawn samples.
  public func isDrawn(_ url: URL) -> Bool {
    guard let samples else { return false }
    return FilePath.real(url).hasPrefix(FilePath.real(samples) + "/")
  }
}
