/// Noise at one place after the other: most lie in the cell of the grid where the last one lay, whose corners are remembered.
struct NoiseWalk {
  private let noise: Noise
  private var (column, row) = (Int64.max, Int64.max)
  private var upper = (left: 0.0, right: 0.0)
  private var lower = (left: 0.0, right: 0.0)

  init(_ noise: Noise) { self.noise = noise }

  /// The noise at a place, −1 to 1, with features about 1 wide.
  @inline(__always) mutating func at(_ x: Double, _ y: Double) -> Double {
    let (column, row) = (wholeBelow(x), wholeBelow(y))
    if column != self.column || row != self.row { enter(column, row) }
    let (across, down) = (Self.ease(x - Double(column)), Self.ease(y - Double(row)))
    let above = upper.left * (1 - across) + upper.right * across
    let below = lower.left * (1 - across) + lower.right * across
    return above * (1 - down) + below * down
  }

  @inline(never) private mutating func enter(_ column: Int64, _ row: Int64) {
    (self.column, self.row) = (column, row)
    upper = (noise.value(column, row), noise.value(column + 1, row))
    lower = (noise.value(column, row + 1), noise.value(column + 1, row + 1))
  }

  private static func ease(_ t: Double) -> Double { t * t * (3 - 2 * t) }
}

/// Noise of several sizes in one, each half as large and half as strong as the one before.
struct LayeredNoiseWalk {
  private var (whole, half, quarter, eighth): (NoiseWalk, NoiseWalk, NoiseWalk, NoiseWalk)

  init(_ noise: Noise) {
    let walk = NoiseWalk(noise)
    (whole, half, quarter, eighth) = (walk, walk, walk, walk)
  }

  /// The sum of three sizes at a place.
  mutating func three(_ x: Double, _ y: Double) -> Double {
    whole.at(x, y) * 0.5 + half.at(x * 2, y * 2) * 0.25 + quarter.at(x * 4, y * 4) * 0.125
  }

  /// The sum of four sizes at a place.
  mutating func four(_ x: Double, _ y: Double) -> Double {
    three(x, y) + eighth.at(x * 8, y * 8) * 0.0625
  }
}

/// The largest whole number that is not above x: without a call, which rounding is on the oldest processors.
func wholeBelow(_ x: Double) -> Int64 {
  let whole = Int64(x)
  return Double(whole) > x ? whole - 1 : whole
}
