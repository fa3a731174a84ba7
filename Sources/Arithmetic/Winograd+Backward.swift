import CKernels

/// The backward pass through the tiles.
extension Winograd {
  /// The gradient of some rows of a map, of which some channels are looked at.
  public struct Slope {
    /// The first number; from one row to the next, from one pixel to the next.
    public var gradient: UnsafePointer<Float>, rowStep: Int, pixelStep: Int
    /// How many there are.
    public var channels: Int, rows: Int, columns: Int
    /// What a rectifier made: where it is not positive, the gradient is 0.
    public var made: UnsafePointer<Float>?, madeRowStep = 0, madePixelStep = 0
    /// To these the sum over every channel's pixels is added: the gradient of the biases.
    public var sums: UnsafeMutablePointer<Float>?

    /// Describes a gradient.
    public init(
      _ gradient: UnsafePointer<Float>, rowStep: Int, pixelStep: Int, channels: Int, rows: Int, columns: Int
    ) {
      self.gradient = gradient
      self.rowStep = rowStep
      self.pixelStep = pixelStep
      self.channels = channels
      self.rows = rows
      self.columns = columns
    }
  }

  /// The way back from outputs: a gradient becomes parts of [tile][channel], `partStep` apart.
  public func spread(_ slope: Slope, into result: UnsafeMutablePointer<Float>) {
    var slopes = whet_winograd_slope(
      gradient: slope.gradient, row_step: slope.rowStep, pixel_step: slope.pixelStep, made: slope.made,
      made_row_step: slope.madeRowStep, made_pixel_step: slope.madePixelStep, channels: Int32(slope.channels),
      rows: Int32(slope.rows), columns: Int32(slope.columns), sums: slope.sums)
    let tiles = tiles(slope.rows) * tiles(slope.columns)
    whet_winograd_spread(Int32(edge), &slopes, result, Winograd.partStep(tiles: tiles, channels: slope.channels))
  }

  /// A map the way back ends on, and where on it, perhaps outside, the first tile begins.
  public struct Ground {
    /// The sample's first number; from one row to the next, from one pixel to the next.
    public var numbers: UnsafeMutablePointer<Float>, rowStep: Int, pixelStep: Int
    /// How many there are.
    public var rows: Int, columns: Int
    /// The first tile's first row and column.
    public var firstRow: Int, firstColumn: Int
    /// Whether these tiles are the map's first: those below add their part to the two rows these leave them.
    public var begins: Bool
    /// Whether tiles are added to what is there.
    public var accumulates: Bool

    /// Describes a map.
    public init(
      _ numbers: UnsafeMutablePointer<Float>, rowStep: Int, pixelStep: Int, rows: Int, columns: Int, firstRow: Int,
      firstColumn: Int, begins: Bool, accumulates: Bool
    ) {
      self.numbers = numbers
      self.rowStep = rowStep
      self.pixelStep = pixelStep
      self.rows = rows
      self.columns = columns
      self.firstRow = firstRow
      self.firstColumn = firstColumn
      self.begins = begins
      self.accumulates = accumulates
    }
  }

  /// The way back through `analyse`: parts of [tile][channel], `partStep` apart, become a tile's inputs, added up where tiles
  /// overlap.
  public func fold(
    _ tiles: UnsafePointer<Float>, channels: Int, tileRows: Int, tileColumns: Int, onto ground: Ground
  ) {
    var map = whet_winograd_map(
      numbers: ground.numbers, row_step: ground.rowStep, pixel_step: ground.pixelStep, rows: Int32(ground.rows),
      columns: Int32(ground.columns), first_row: Int32(ground.firstRow), first_column: Int32(ground.firstColumn),
      begins: ground.begins ? 1 : 0, accumulate: ground.accumulates ? 1 : 0)
    whet_winograd_fold(
      Int32(edge), tiles, Winograd.partStep(tiles: tileRows * tileColumns, channels: channels), Int32(channels),
      Int32(tileRows),
      Int32(tileColumns), &map)
  }

  /// The way back to the weights of so many channels of one output, or of so many outputs of one channel, from the sums of the
  /// parts' products over the tiles. From one 3 × 3 kernel to the next it is `kernelStep`.
  public func gather(
    _ sums: UnsafePointer<Float>, partStep: Int, channels: Int, into gradient: UnsafeMutablePointer<Float>,
    kernelStep: Int
  ) {
    whet_winograd_gather(Int32(edge), sums, partStep, Int32(channels), gradient, kernelStep)
  }
}
