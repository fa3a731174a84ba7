/// Noise at one place after the other: most lie in the cell of the grid where the last one lay, whose corners are remembered.
struct NoiseSampler {
  private let noise: Noise
  private var (column, row) = (Int64.max, Int64.max)
  private var upper = (left: 0.0, right: 0.0)
  private var lower = (left: 0.0, right: 0.0)

  init(_ noise: Noise) { self.noise = noise }

  /// The noise at a place, −1 to 1, with features about 1 wide.
  @inline(__always) mutating func at(_ x: Double, _ y: Double) -> Double {
    let (column, row) = (wholeBelow(x), wholeBelow(y))
    if column != self.column || row != self.row { enter(column, row) }
    let (across, down) = (Noise.ease(x - Double(column)), Noise.ease(y - Double(row)))
    let above = upper.left * (1 - across) + upper.right * across
    let below = lower.left * (1 - across) + lower.right * across
    return above * (1 - down) + below * down
  }

  @inline(never) private mutating func enter(_ column: Int64, _ row: Int64) {
    (self.column, self.row) = (column, row)
    upper = (noise.value(column, row), noise.value(column + 1, row))
    lower = (noise.value(column, row + 1), noise.value(column + 1, row + 1))
  }
}
