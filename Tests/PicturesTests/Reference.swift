import Foundation
import Pictures
import Testing

/// Results computed by Pillow; `Tests/Reference/pictures.py` and `formats.py` write them.
enum Reference {
  struct Resizing: Decodable, Sendable, CustomTestStringConvertible {
    let width: Int
    let height: Int
    let pixels: Data
    let newWidth: Int
    let newHeight: Int
    let way: String
    let expected: Data

    var testDescription: String { "\(width)×\(height) to \(newWidth)×\(newHeight), \(way)" }
  }

  struct Decoding: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let file: Data
    let width: Int
    let height: Int
    let expected: Data
    /// By how much a level may differ; nil for not at all.
    let error: Int?

    var testDescription: String { name }
  }

  static func resizing() throws -> [Resizing] { try read("resizing") }
  static func decoding() throws -> [Decoding] { try read("decoding") }

  /// Further kinds of files, and files with colour profiles.
  static func formats() throws -> [Decoding] { try read("formats") }

  /// The file of one decoding case.
  static func file(_ name: String) throws -> [UInt8] {
    try #require((decoding() + formats()).first { $0.name == name }, "no case \(name)").file.map(\.self)
  }

  private struct File<Case: Decodable>: Decodable {
    let cases: [Case]
  }

  private static func read<Case: Decodable>(_ name: String) throws -> [Case] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Goldens/Pictures/\(name).json")
    return try JSONDecoder().decode(File<Case>.self, from: Data(contentsOf: url)).cases
  }
}

/// Both sides of a picture, to be compared at once.
struct Sides: Equatable {
  let width: Int
  let height: Int
}

extension Picture {
  var sides: Sides { Sides(width: width, height: height) }
}
