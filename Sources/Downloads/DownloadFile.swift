public import RunStore

/// A file of the public web, as it must be when it has come.
public struct DownloadFile: Sendable, Equatable {
  /// Its place in the folder of its collection: `train/✊/1.jpg`.
  public let path: String
  /// How many bytes it has.
  public let size: Int
  /// The SHA-256 of its bytes.
  public let digest: ContentHash
  /// The addresses it can be had from, best first.
  public let sources: [String]

  /// A file.
  public init(path: String, size: Int, digest: ContentHash, sources: [String]) {
    self.path = path
    self.size = size
    self.digest = digest
    self.sources = sources
  }
}
