/// Smooth noise over the plane: random values on a grid, blended between.
struct Noise {
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// The noise at a place, −1 to 1, with features about 1 wide.
  func at(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (column, row) = (Int64(left), Int64(top))
    let (across, down) = (Self.ease(x - left), Self.ease(y - top))
    let upper = value(column, row) * (1 - across) + value(column + 1, row) * across
    let lower = value(column, row + 1) * (1 - across) + value(column + 1, row + 1) * across
    return upper * (1 - down) + lower * down
  }

  /// Noise of several sizes in one, each half as large and half as strong as the one before.
  func layered(_ x: Double, _ y: Double, octaves: Int = 4) -> Double {
    var (sum, strength, scale) = (0.0, 0.5, 1.0)
    for _ in 0..<octaves {
      sum += at(x * scale, y * scale) * strength
      strength /= 2
      scale *= 2
    }
    return sum
  }

  private static func ease(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  private func value(_ column: Int64, _ row: Int64) -> Double {
    var word =
      seed ^ (UInt64(bitPattern: column) &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(bitPattern: row) &* 0xC2B2_AE3D_27D4_EB4F)
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return Double(word >> 11) * 0x1p-52 - 1
  }
}
