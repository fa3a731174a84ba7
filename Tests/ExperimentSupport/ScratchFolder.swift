public import Foundation
import Pictures

/// A folder of a test's own, which goes when nobody needs it any more.
public final class ScratchFolder: Sendable {
  /// The folder.
  public let folder: URL

  /// A new, empty folder.
  ///
  /// - Throws: What the file system throws.
  public init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "whet-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file into the folder.
  ///
  /// - Parameters:
  ///   - bytes: Its content.
  ///   - path: Its path within the folder.
  /// - Throws: What the file system throws.
  public func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Writes a square photo of one colour into the folder.
  ///
  /// - Parameters:
  ///   - path: Its path within the folder; its ending says whether it is JPEG or PNG.
  ///   - red: The red of the colour.
  ///   - green: The green of the colour.
  ///   - blue: The blue of the colour.
  ///   - side: Its sides, in pixels.
  /// - Throws: What the file system throws.
  public func photo(
    _ path: String, red: UInt8 = 200, green: UInt8 = 120, blue: UInt8 = 40, side: Int = 24
  ) throws {
    let picture = Picture(width: side, height: side, red: red, green: green, blue: blue)
    try write(Array(path.lowercased().hasSuffix(".png") ? picture.pngData() : picture.jpegData()), to: path)
  }

  /// Writes a small dataset: two classes with three training photos and two test photos each.
  ///
  /// - Parameter path: Its path within the folder.
  /// - Throws: What the file system throws.
  public func smallDataset(at path: String = "Pets") throws {
    for (index, label) in ["cat", "dog"].enumerated() {
      for number in 0..<3 {
        try photo("\(path)/train/\(label)/\(number).jpg", red: UInt8(100 * index + 20 * number))
      }
      for number in 0..<2 { try photo("\(path)/test/\(label)/\(number).png", red: UInt8(100 * index + 30 * number)) }
    }
  }
}
