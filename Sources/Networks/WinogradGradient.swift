import Arithmetic

/// The gradient of 3 × 3 kernels in fewer products: the way back through Winograd's filtering. Strips of both maps are
/// transformed into 16 parts each, whose products over the tiles are summed part by part; the sums are transformed at the end.
struct WinogradGradient: StripwiseGradient {
  private let large: MapShape
  private let small: MapShape
  private let rows: WindowAxis
  private let columns: WindowAxis

  /// Lays out the strips; nil where kernels are others, maps too small or weights too many.
  init?(large: MapShape, small: MapShape, rows: WindowAxis, columns: WindowAxis) {
    guard rows.isPlainThree, columns.isPlainThree, large.channels % 16 == 0, small.channels % 16 == 0,
      min(small.height, small.width) >= 4, small.channels * large.channels <= 1 << 15
    else { return nil }
    self.large = large
    self.small = small
    self.rows = rows
    self.columns = columns
  }

  private var weights: Int { small.channels * large.channels }
  /// Which of the two maps' channels lie side by side in a vector: those of the large one, or of the small one where these go into
  /// pairs of vectors and those do not. The bits are the same.
  private var isTurned: Bool { large.channels % 32 != 0 && small.channels % 32 == 0 }
  var sumsCount: Int { Winograd.parts * weights }

  private var tileRows: Int { (small.height + 1) / 2 }
  private var tileColumns: Int { (small.width + 1) / 2 }
  /// Rows of tiles in a strip: as many tiles as keep both maps' parts in the second cache.
  private var stripRows: Int { min(max(10_000 / (large.channels + block) / tileColumns, 1), tileRows) }
  var stripsPerSample: Int { (tileRows + stripRows - 1) / stripRows }

  /// Channels of the small map whose parts are made at once.
  private var block: Int { min(small.channels, Winograd.block) }
  private var bandColumns: Int { 2 * tileColumns + 2 }
  private var bandCount: Int { (2 * stripRows + 2) * bandColumns * large.channels }

  var scratchCount: Int { bandCount + Winograd.parts * stripRows * tileColumns * (large.channels + block) }

  func add(
    sample: Int, strip: Int, begins: Bool, large: Map, small: Map, scratch: UnsafeMutablePointer<Float>,
    to sums: UnsafeMutablePointer<Float>
  ) {
    let first = strip * stripRows
    let height = min(stripRows, tileRows - first)
    let (channels, tiles) = (self.large.channels, height * tileColumns)
    let (inputs, outputs) = (scratch + bandCount, scratch + bandCount + Winograd.parts * tiles * channels)
    Band.fill(
      scratch, from: large.sample(sample), channels: channels, pixelStep: large.pixelStep, height: self.large.height,
      width: self.large.width, firstRow: 2 * first - rows.before, rows: 2 * height + 2, left: columns.before,
      columns: bandColumns)
    Winograd.analyse(
      band: scratch, rowStep: bandColumns * channels, channels: channels, tileRows: height, tileColumns: tileColumns,
      into: inputs)
    for start in stride(from: 0, to: self.small.channels, by: block) {
      let width = min(block, self.small.channels - start)
      Winograd.spread(
        small.sample(sample) + 2 * first * small.rowStep + start, rowStep: small.rowStep, pixelStep: small.pixelStep,
        channels: width, rows: min(2 * height, self.small.height - 2 * first), columns: self.small.width,
        into: outputs)
      for part in 0..<Winograd.parts {
        let (from, below) = (outputs + part * tiles * width, inputs + part * tiles * channels)
        MatrixProduct(
          a: isTurned ? below : from, b: isTurned ? from : below,
          c: sums + part * weights + start * (isTurned ? 1 : channels), rows: isTurned ? channels : width,
          columns: isTurned ? width : channels, depth: tiles, aRow: 1, aColumn: isTurned ? channels : width,
          bRow: isTurned ? width : channels, cRow: isTurned ? self.small.channels : channels, accumulates: !begins
        ).multiply()
      }
    }
  }

  func store(
    _ space: Workspace, _ sums: UnsafePointer<Float>, chunks: Int, into gradient: UnsafeMutablePointer<Float>
  ) {
    let (rows, columns) = isTurned ? (large.channels, small.channels) : (small.channels, large.channels)
    let row = 9 * large.channels
    space.run(rows, work: sumsCount * chunks) { index, _ in
      Winograd.gather(
        sums + index * columns, partStep: weights, chunkStep: sumsCount, chunks: chunks, channels: columns,
        into: gradient + index * (isTurned ? 9 : row), kernelStep: isTurned ? row : 9)
    }
  }
}
