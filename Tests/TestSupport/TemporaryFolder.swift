public import Foundation

/// A folder that is there for one test.
public final class TemporaryFolder {
  /// Where it is.
  public let url = FileManager.default.temporaryDirectory.appendingPathComponent("whet-\(UUID().uuidString)")

  /// Where it is, as the system writes it.
  public var path: String { url.path }

  /// Makes an empty folder.
  public init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file into it, and answers the file's path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// The names of what is in it, sorted.
  public func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
