import DataFiles
import Foundation

/// A folder of files that is there for one test.
final class DataFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("whet-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ bytes: [UInt8], as name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file
  }

  func write(_ text: String, as name: String) throws -> URL { try write(Array(text.utf8), as: name) }
}

extension TabularData {
  /// The class of each sample, or its number as text.
  var labels: [String] { (0..<count).map(truths.text) }
}
