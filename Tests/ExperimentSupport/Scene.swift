public import Pictures
import TestSupport

/// A made-up photo: rectangles of any colours on a ground, the same for the same seed.
public struct Scene {
  /// What it is drawn from.
  public let seed: UInt64
  /// The sides, in pixels.
  public let width: Int, height: Int

  /// A scene drawn from a seed.
  public init(seed: UInt64, width: Int = 96, height: Int = 96) {
    self.seed = seed
    self.width = width
    self.height = height
  }

  /// The picture.
  public var picture: Picture {
    var dice = Dice(seed: seed)
    func shade() -> UInt8 { UInt8(dice.below(256)) }
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    fill(&pixels, 0..<width, 0..<height, [shade(), shade(), shade()])
    for _ in 0..<24 {
      let (x, y) = (dice.below(width * 3 / 4), dice.below(height * 3 / 4))
      let (wide, high) = (width / 16 + dice.below(width / 4), height / 16 + dice.below(height / 4))
      fill(&pixels, x..<min(width, x + wide), y..<min(height, y + high), [shade(), shade(), shade()])
    }
    return Picture(width: width, height: height, pixels: pixels)
  }

  private func fill(_ pixels: inout [UInt8], _ columns: Range<Int>, _ rows: Range<Int>, _ colour: [UInt8]) {
    for y in rows {
      for x in columns {
        for channel in 0..<3 { pixels[(y * width + x) * 3 + channel] = colour[channel] }
      }
    }
  }
}
