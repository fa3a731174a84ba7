/// Smooth noise over the plane: random values on a grid. `NoiseWalk` blends between them.
struct Noise {
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// The random value at a crossing of the grid.
  func value(_ column: Int64, _ row: Int64) -> Double {
    var word =
      seed ^ (UInt64(bitPattern: column) &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(bitPattern: row) &* 0xC2B2_AE3D_27D4_EB4F)
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return Double(word >> 11) * 0x1p-52 - 1
  }
}
