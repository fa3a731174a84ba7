public import Networks
public import Pictures

/// Which parts of a photo an answer hangs on: one square after the other is painted grey, and how much less probable the
/// answer becomes is noted (Zeiler and Fergus, "Visualizing and understanding convolutional networks", 2014).
public struct Occlusion: Sendable {
  /// How many squares there are across and down.
  public let columns: Int, rows: Int
  /// By how much the probability falls when a square is grey, row by row; negative where it rises.
  public let falls: [Double]

  /// The side of a square, in pixels of what the network sees.
  public static let side = 32

  /// Lays squares over a picture: as many as there are sides in it, so that together they cover it.
  ///
  /// - Parameters:
  ///   - picture: What the network sees.
  ///   - side: About how long a square's side is.
  ///   - ask: The probability of the answer for each of some pictures.
  public init(of picture: PixelBuffer, side: Int = Occlusion.side, ask: ([PixelBuffer]) throws -> [Double]) rethrows {
    columns = max(1, Int((Double(picture.width) / Double(side)).rounded()))
    rows = max(1, Int((Double(picture.height) / Double(side)).rounded()))
    var pictures = [picture]
    for row in 0..<rows {
      for column in 0..<columns {
        pictures.append(
          picture.grey(
            columns: column * picture.width / columns..<(column + 1) * picture.width / columns,
            rows: row * picture.height / rows..<(row + 1) * picture.height / rows))
      }
    }
    let probabilities = try ask(pictures)
    let whole = probabilities.first ?? 0
    falls = probabilities.dropFirst().map { whole - $0 }
  }

  /// The square that matters most: its row and column from 0, and how much the probability falls without it.
  public var strongest: (row: Int, column: Int, fall: Double) {
    let place = falls.indices.max { falls[$0] < falls[$1] } ?? 0
    return (place / columns, place % columns, falls.isEmpty ? 0 : falls[place])
  }

  /// The picture with the squares laid over it: what the answer hangs on shines through in colour, the rest fades to
  /// grey. Squares without which the answer would be more probable turn blue.
  public func overlay(on picture: PixelBuffer) -> Picture {
    let top = max(falls.map(abs).max() ?? 0, 1e-9)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(picture.bytes.count)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let square = min(y * rows / picture.height, rows - 1) * columns + min(x * columns / picture.width, columns - 1)
        let weight = falls[square] / top
        let start = (y * picture.width + x) * 3
        let colours = (0..<3).map { Double(picture.bytes[start + $0]) }
        let grey = colours.reduce(0, +) / 3 * 0.55 + 60
        let tint: [Double] = weight >= 0 ? [255, 110, 0] : [0, 114, 255]
        let strength = abs(weight)
        for channel in 0..<3 {
          let lit = colours[channel] * 0.55 + tint[channel] * 0.45
          pixels.append(UInt8(min(max(grey * (1 - strength) + lit * strength, 0), 255)))
        }
      }
    }
    return Picture(width: picture.width, height: picture.height, pixels: pixels)
  }
}

extension PixelBuffer {
  /// The picture with a rectangle of it painted grey.
  public func grey(columns: Range<Int>, rows: Range<Int>) -> PixelBuffer {
    var bytes = bytes
    for y in rows {
      for byte in (y * width + columns.lowerBound) * 3..<(y * width + columns.upperBound) * 3 { bytes[byte] = 128 }
    }
    return PixelBuffer(width: width, height: height, bytes: bytes)
  }
}
