import Foundation
import Pictures
import Tensors

/// A drawn photo: waves and a little noise, so that it compresses as photos do.
enum Photo {
  static let side = 224

  static func drawn() -> Picture {
    var generator = SeededGenerator(seed: 9)
    var pixels: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        for channel in 0..<3 {
          let wave = sin(Double(x * (channel + 1)) / 17) * cos(Double(y) / Double(11 + 5 * channel))
          pixels.append(UInt8(128 + 90 * wave + Double(generator.uniform(-12, 12))))
        }
      }
    }
    return Picture(width: side, height: side, pixels: pixels)
  }

  /// The same as a JPEG file for the peers to read.
  static let file = FileManager.default.temporaryDirectory.appendingPathComponent("whet-bench.jpg")

  /// Removes the file, where it was written.
  static func remove() { try? FileManager.default.removeItem(at: file) }

  /// Writes the file; gives its bytes.
  static func write() throws -> [UInt8] {
    let data = try drawn().jpegData(quality: 0.9)
    try data.write(to: file)
    return [UInt8](data)
  }
}
