import Pictures
import TestSupport

/// A made-up photo: rectangles of any colours on a ground, the same for the same seed.
struct Scene {
  /// What it is drawn from.
  let seed: UInt64
  /// The sides, in pixels.
  var width = 96, height = 96

  /// The picture.
  var picture: Picture {
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
