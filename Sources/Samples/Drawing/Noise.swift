import CKernels

/// Smooth noise over the plane: random values on a grid, between which `NoiseSampler`, `NoiseRows` and `NoiseWindow` blend.
struct Noise {
  let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// The random values at some crossings of a row of the grid.
  func write(row: Int64, from column: Int64, count: Int, to values: UnsafeMutablePointer<Double>) {
    whet_noise_values(seed, column, row, Int32(count), values)
  }

  /// The random value at a crossing of the grid, −1 to 1.
  func value(_ column: Int64, _ row: Int64) -> Double {
    var value = 0.0
    write(row: row, from: column, count: 1, to: &value)
    return value
  }

  /// How far across a cell a place counts as, 0 to 1, so that no edges are seen between cells.
  static func ease(_ t: Double) -> Double { t * t * (3 - 2 * t) }
}

/// The largest whole number that is not above x: without a call, which rounding is on the oldest processors.
func wholeBelow(_ x: Double) -> Int64 {
  let whole = Int64(x)
  return Double(whole) > x ? whole - 1 : whole
}
