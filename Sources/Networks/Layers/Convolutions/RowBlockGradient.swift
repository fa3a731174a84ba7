import Arithmetic

/// The gradient of a convolution's weights by plain products, block by block: for large maps with few weights.
struct RowBlockGradient: BlockwiseGradient {
  private let large: MapShape
  private let small: MapShape
  private let rows: WindowAxis
  private let columns: WindowAxis
  /// Whether windows can be read from the map as it lies.
  private let isDirect: Bool

  /// Lays out the blocks; nil where maps are too small or weights too many. The pixels of the large map are `pixelStep` apart.
  init?(large: MapShape, small: MapShape, rows: WindowAxis, columns: WindowAxis, pixelStep: Int) {
    let geometry = WindowGeometry(rows: rows, columns: columns)
    guard geometry.suitsRowBlockGradient(large: large, small: small, pixelStep: pixelStep) else { return nil }
    self.large = large
    self.small = small
    self.rows = rows
    self.columns = columns
    isDirect = rows.lies && columns.lies
  }

  var sumsCount: Int { (small.channels * rows.kernel * columnCount + 15) / 16 * 16 }

  /// A block's band, and a tile of channels of its gradient.
  var scratchCount: Int { bandCount + rowsPerBlock * small.width * tile }

  /// Rows of the small map in a block of rows: some 256 places, which stay in the nearer caches while all channels pass over them.
  var rowsPerBlock: Int { min(max(256 / small.width, 1), small.height) }
  var blocksPerSample: Int { (small.height + rowsPerBlock - 1) / rowsPerBlock }

  /// A block's part of the padded map, in whole cache lines.
  private var bandCount: Int {
    isDirect ? 0 : (((rowsPerBlock - 1) * rows.stride + rows.extent) * paddedColumns * large.channels + 15) / 16 * 16
  }
  private var paddedColumns: Int { (small.width - 1) * columns.stride + columns.extent }

  /// Which of the two maps' channels lie side by side in a vector: those of the large one, or where these are few, as in a
  /// network's first layer, or go into no pairs of vectors, those of the small one. The bits are the same.
  private var isTransposed: Bool {
    let vector = 16
    let (plain, turned) = (
      (columnCount + vector - 1) / vector * small.channels, (small.channels + vector - 1) / vector * columnCount
    )
    return turned < plain || turned == plain && columnCount % 32 != 0 && small.channels % 32 == 0
  }

  /// Channels of the small map at a time: two tiles, or two vectors, of the widest kernel.
  private var tile: Int { isTransposed ? 32 : 28 }
  private var columnCount: Int { large.channels * columns.kernel }

  /// Where the sum of a weight lies: by channels of the small map, or turned by those of the large one.
  private func place(channel: Int, tap: Int, column: Int) -> Int {
    isTransposed
      ? (tap * columnCount + column) * small.channels + channel
      : (channel * rows.kernel + tap) * columnCount + column
  }

  func add(
    sample: Int, rowBlock: Int, begins: Bool, large: Map, small: Map, scratch: UnsafeMutablePointer<Float>,
    to sums: UnsafeMutablePointer<Float>
  ) {
    let first = rowBlock * rowsPerBlock
    add(
      sample: sample, rows: first..<min(first + rowsPerBlock, self.small.height), begins: begins, large: large,
      small: small, scratch: scratch, to: sums)
  }

  /// Adds the part of some rows of the small map, at most `rowsPerBlock`.
  func add(
    sample: Int, rows rowBlock: Range<Int>, begins: Bool, large: Map, small: Map,
    scratch: UnsafeMutablePointer<Float>, to sums: UnsafeMutablePointer<Float>
  ) {
    let (first, height) = (rowBlock.lowerBound, rowBlock.count)
    var places = ProductSide(
      large.sample(sample) + first * rows.stride * large.rowStep, columns.stride * large.pixelStep,
      rows.stride * large.rowStep)
    var mapRow = large.rowStep
    if !isDirect {
      PaddedRows.fill(
        scratch, from: large.sample(sample), channels: self.large.channels, pixelStep: large.pixelStep,
        height: self.large.height, width: self.large.width, firstRow: first * rows.stride - rows.before,
        rows: (height - 1) * rows.stride + rows.extent, left: columns.before, columns: paddedColumns)
      mapRow = paddedColumns * self.large.channels
      places = ProductSide(scratch, columns.stride * self.large.channels, rows.stride * mapRow)
    }
    for block in stride(from: 0, to: self.small.channels, by: tile) {
      let width = min(tile, self.small.channels - block)
      var gradients = ProductSide(
        small.sample(sample) + first * small.rowStep + block, small.pixelStep, small.rowStep)
      if !isTransposed {
        // Numbers far apart fall on the same few lines of the cache: side by side they stay there for all taps.
        let packed = scratch + bandCount
        PaddedRows.fill(
          packed, from: gradients.start, channels: width, pixelStep: small.pixelStep, height: height,
          width: self.small.width, firstRow: 0, rows: height, left: 0, columns: self.small.width)
        gradients = ProductSide(packed, width, self.small.width * width)
      }
      for tap in 0..<rows.kernel {
        let below = ProductSide(places.start + tap * rows.dilation * mapRow, places.step, places.rowStep)
        let (left, right) = isTransposed ? (below, gradients) : (gradients, below)
        MatrixProduct(
          a: left.start, b: right.start, c: sums + place(channel: block, tap: tap, column: 0),
          rows: isTransposed ? columnCount : width, columns: isTransposed ? width : columnCount,
          depth: self.small.width,
          blocks: height, aRow: 1, aColumn: left.step, aBlock: left.rowStep, bRow: right.step, bBlock: right.rowStep,
          cRow: isTransposed ? self.small.channels : rows.kernel * columnCount, accumulates: !begins
        ).multiply()
      }
    }
  }

  /// From the order of the sums to that of the format, a kernel's row at a time.
  func store(
    _ space: Workspace, _ sums: UnsafeMutablePointer<Float>, chunks: Int, into gradient: UnsafeMutablePointer<Float>
  ) {
    let (kernel, next) = (rows.kernel * columns.kernel, place(channel: 0, tap: 0, column: 1))
    let step = sumsCount
    space.threads.run(rows.kernel, work: sumsCount * chunks) { tap, _ in
      let row = (isTransposed ? small.channels : 1) * columnCount
      for channel in 0..<(isTransposed ? 1 : small.channels) {
        Elementwise.addTree(
          sums + place(channel: channel, tap: tap, column: 0), step: step, terms: chunks, count: row)
      }
      for channel in 0..<small.channels {
        var from = sums + place(channel: channel, tap: tap, column: 0)
        let to = gradient + channel * large.channels * kernel + tap * columns.kernel
        for x in 0..<columns.kernel {
          for c in 0..<large.channels {
            to[c * kernel + x] = from[0]
            from += next
          }
        }
      }
    }
  }
}
