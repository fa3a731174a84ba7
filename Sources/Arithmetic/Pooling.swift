import CKernels

/// What a pooling window takes of its numbers.
public enum PoolingStatistic: Int32, Sendable {
  /// The largest, the sum times a factor, or the square root of the sum of squares.
  case maximum = 0, sum, rootOfSquares
}

/// One window of a map: rows and columns, all channels.
public struct PoolingWindow {
  /// The map's upper left pixel.
  public var map: UnsafePointer<Float>
  /// From one row to the next, from one pixel to the next.
  public var rowStep: Int, pixelStep: Int
  /// The rows and columns inside the window.
  public var rows: Range<Int>, columns: Range<Int>
  /// How many channels there are.
  public var channels: Int

  /// Describes a window.
  public init(
    map: UnsafePointer<Float>, rowStep: Int, pixelStep: Int, rows: Range<Int>, columns: Range<Int>, channels: Int
  ) {
    self.map = map
    self.rowStep = rowStep
    self.pixelStep = pixelStep
    self.rows = rows
    self.columns = columns
    self.channels = channels
  }

  /// Takes the statistic of each channel; a sum is multiplied by `factor`.
  public func pool(_ statistic: PoolingStatistic, factor: Float = 1, into output: UnsafeMutablePointer<Float>) {
    whet_pool_window(
      statistic.rawValue, map, rowStep, pixelStep, Int32(rows.lowerBound), Int32(rows.upperBound),
      Int32(columns.lowerBound), Int32(columns.upperBound), Int32(channels), factor, output)
  }

  /// Where each channel's largest number lies, counted row by row within the window; of equals the first.
  public func positionsOfMaximum(into positions: UnsafeMutablePointer<Int32>) {
    whet_pool_positions(
      map, rowStep, pixelStep, Int32(rows.lowerBound), Int32(rows.upperBound), Int32(columns.lowerBound),
      Int32(columns.upperBound), Int32(channels), positions)
  }
}
