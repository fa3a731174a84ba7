import CKernels

/// What a pooling window takes of its numbers.
public enum PoolingStatistic: Int32, Sendable {
  /// The largest, the sum times a factor, or the square root of the sum of squares.
  case maximum = 0, sum, rootOfSquares
}

/// A row of windows on a map: window i covers the columns from `i * stride - before` on, `kernel` of them, as far as they lie
/// on the map, and `rows` rows, all of which do. Maps must be readable for 15 floats beyond their last.
public struct PoolingRow {
  private var row: whet_pool_row

  /// Describes a row of windows.
  public init(
    rowStep: Int, pixelStep: Int, rows: Int, width: Int, kernel: Int, stride: Int, before: Int, count: Int,
    channels: Int
  ) {
    row = whet_pool_row(
      row_step: rowStep, pixel_step: pixelStep, height: Int32(rows), width: Int32(width), kernel: Int32(kernel),
      stride: Int32(stride), before: Int32(before), count: Int32(count), channels: Int32(channels))
  }

  /// Takes the statistic of every window and channel; a sum is multiplied by its window's factor. `map` is the first pixel
  /// of the windows' first row. `positions`, where given, gets the place of each maximum, [window][channel], counted row by
  /// row in the part of the window on the map; of equals the first.
  public func pool(
    _ statistic: PoolingStatistic, of map: UnsafePointer<Float>, factors: [Float] = [],
    into output: UnsafeMutablePointer<Float>, outputStep: Int, positions: UnsafeMutablePointer<Int32>? = nil
  ) {
    var row = row
    precondition(statistic != .sum || factors.count >= Int(row.count), "every window of a sum has a factor")
    whet_pool(&row, statistic.rawValue, map, factors, output, outputStep, positions)
  }

  /// Takes the maximum of every window and channel of a map of bytes.
  public func pool(of map: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>, outputStep: Int) {
    var row = row
    whet_pool_bytes(&row, map, output, outputStep)
  }

  /// Adds each window's gradient at the place of its maximum; the other way round. Where the map is fresh, windows do not
  /// overlap and all other places of theirs become 0.
  public func addToMaxima(
    _ gradient: UnsafePointer<Float>, gradientStep: Int, positions: UnsafePointer<Int32>,
    of map: UnsafeMutablePointer<Float>, isFresh: Bool = false
  ) {
    var row = row
    whet_unpool_maximum(&row, gradient, gradientStep, positions, map, isFresh ? 1 : 0)
  }
}
