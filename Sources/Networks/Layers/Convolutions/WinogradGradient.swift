import Arithmetic

/// The gradient of 3 × 3 kernels in fewer products: the backward pass through Winograd's filtering. Blocks of rows of both maps are
/// transformed into parts, whose products over the tiles are summed part by part; the sums are transformed at the end.
/// The small map's parts serve for the large map's gradient, too, which takes the same products with the weights, and the backward pass
/// through the transform of the large one.
struct WinogradGradient: BlockwiseGradient {
  private let large: MapShape
  private let small: MapShape
  private let rows: WindowAxis
  private let columns: WindowAxis
  /// With which tiles it is filtered.
  let winograd: Winograd

  /// Lays out the blocks; nil where kernels are others, maps too small or weights too many.
  init?(large: MapShape, small: MapShape, rows: WindowAxis, columns: WindowAxis) {
    guard rows.isPlainThree, columns.isPlainThree, large.channels % 16 == 0, small.channels % 16 == 0,
      min(small.height, small.width) >= 4, small.channels * large.channels <= 1 << 15
    else { return nil }
    self.large = large
    self.small = small
    self.rows = rows
    self.columns = columns
    // The parts' sums of every chunk are kept: 36 numbers for every weight are many.
    winograd = WinogradSum.isLarge(small) && small.channels * large.channels <= 1 << 13 ? .four : .two
  }

  private var weights: Int { small.channels * large.channels }
  private var parts: Int { winograd.parts }
  /// Which of the two maps' channels lie side by side in a vector: those of the large one, or of the small one where these go into
  /// pairs of vectors and those do not. The bits are the same.
  private var isTransposed: Bool { large.channels % 32 != 0 && small.channels % 32 == 0 }
  var sumsCount: Int { parts * weights }

  private var tileRows: Int { winograd.tiles(small.height) }
  private var tileColumns: Int { winograd.tiles(small.width) }
  /// Rows of tiles in a block of rows: as many tiles as keep both maps' parts in the second cache, and about as many in each block.
  private var rowsPerBlock: Int {
    let most = max(160_000 / parts / (large.channels + block) / tileColumns, 1)
    let blocks = (tileRows + most - 1) / most
    return (tileRows + blocks - 1) / blocks
  }
  var blocksPerSample: Int { (tileRows + rowsPerBlock - 1) / rowsPerBlock }

  /// Channels of the small map whose parts are made at once.
  private var block: Int { min(small.channels, Winograd.block) }
  private var bandColumns: Int { winograd.edge * tileColumns + Winograd.overlap }
  private var bandCount: Int { (winograd.edge * rowsPerBlock + Winograd.overlap) * bandColumns * large.channels }
  private func inputStep(_ tiles: Int) -> Int { Winograd.partStep(tiles: tiles, channels: large.channels) }

  var scratchCount: Int {
    let tiles = rowsPerBlock * tileColumns
    return bandCount + parts * (2 * inputStep(tiles) + Winograd.partStep(tiles: tiles, channels: block))
  }

  /// What else is made of the small map's gradient while a block's parts are near.
  struct Companions {
    /// What a rectifier made of the small map.
    var made: Map?
    /// The gradient of the biases, to which the block's part is added.
    var biasSums: UnsafeMutablePointer<Float>
    /// The gradient of the large map.
    var below: Below?
  }

  /// Where the gradient of the large map goes, through which weights.
  struct Below {
    var map: Map
    /// Whether it is added to what is there.
    var accumulates: Bool
    /// Transformed: [part][small channel][large channel].
    var weights: UnsafePointer<Float>
  }

  func add(
    sample: Int, rowBlock: Int, begins: Bool, large: Map, small: Map, scratch: UnsafeMutablePointer<Float>,
    to sums: UnsafeMutablePointer<Float>
  ) {
    add(
      sample: sample, rowBlock: rowBlock, begins: begins, large: large, small: small, companions: nil, scratch: scratch,
      to: sums)
  }

  /// The same with what else is made of the gradient. The blocks of a sample follow each other on one thread, from the first on.
  func add(
    sample: Int, rowBlock: Int, begins: Bool, large: Map, small: Map, companions: Companions?,
    scratch: UnsafeMutablePointer<Float>, to sums: UnsafeMutablePointer<Float>
  ) {
    let first = rowBlock * rowsPerBlock
    let height = min(rowsPerBlock, tileRows - first)
    let made = winograd.edge * first..<min(winograd.edge * (first + height), self.small.height)
    let (channels, tiles) = (self.large.channels, height * tileColumns)
    let inputs = scratch + bandCount
    let belows = inputs + parts * inputStep(tiles)
    let outputs = belows + parts * inputStep(tiles)
    PaddedRows.fill(
      scratch, from: large.sample(sample), channels: channels, pixelStep: large.pixelStep, height: self.large.height,
      width: self.large.width, firstRow: made.lowerBound - rows.before,
      rows: winograd.edge * height + Winograd.overlap, left: columns.before, columns: bandColumns)
    winograd.analyse(
      band: scratch, rowStep: bandColumns * channels, channels: channels, tileRows: height, tileColumns: tileColumns,
      into: inputs)
    for start in stride(from: 0, to: self.small.channels, by: block) {
      let some = start..<min(start + block, self.small.channels)
      spread(sample, rows: made, some, small, companions, outputs)
      addWeights(some, tiles: tiles, inputs: inputs, outputs: outputs, accumulates: !begins, to: sums)
      guard let below = companions?.below else { continue }
      addBelow(some, tiles: tiles, weights: below.weights, outputs: outputs, to: belows)
    }
    guard let below = companions?.below else { return }
    winograd.fold(
      belows, channels: channels, tileRows: height, tileColumns: tileColumns,
      onto: Winograd.Ground(
        below.map.sample(sample), rowStep: below.map.rowStep, pixelStep: below.map.pixelStep, rows: self.large.height,
        columns: self.large.width, firstRow: made.lowerBound - rows.before, firstColumn: -columns.before,
        begins: rowBlock == 0, accumulates: below.accumulates))
  }

  /// The parts of some channels' gradient; the gradient of their biases on the way.
  private func spread(
    _ sample: Int, rows: Range<Int>, _ some: Range<Int>, _ map: Map, _ companions: Companions?,
    _ outputs: UnsafeMutablePointer<Float>
  ) {
    func start(_ map: Map) -> UnsafeMutablePointer<Float> {
      map.sample(sample) + rows.lowerBound * map.rowStep + some.lowerBound
    }
    var slope = Winograd.Slope(
      start(map), rowStep: map.rowStep, pixelStep: map.pixelStep, channels: some.count, rows: rows.count,
      columns: small.width)
    slope.sums = companions.map { $0.biasSums + some.lowerBound }
    if let made = companions?.made {
      slope.made = UnsafePointer(start(made))
      (slope.madeRowStep, slope.madePixelStep) = (made.rowStep, made.pixelStep)
    }
    winograd.spread(slope, into: outputs)
  }

  private func addWeights(
    _ some: Range<Int>, tiles: Int, inputs: UnsafePointer<Float>, outputs: UnsafePointer<Float>, accumulates: Bool,
    to sums: UnsafeMutablePointer<Float>
  ) {
    let (channels, width) = (large.channels, some.count)
    let step = Winograd.partStep(tiles: tiles, channels: width)
    for part in 0..<parts {
      let (from, below) = (outputs + part * step, inputs + part * inputStep(tiles))
      MatrixProduct(
        a: isTransposed ? below : from, b: isTransposed ? from : below,
        c: sums + part * weights + some.lowerBound * (isTransposed ? 1 : channels),
        rows: isTransposed ? channels : width,
        columns: isTransposed ? width : channels, depth: tiles, aRow: 1, aColumn: isTransposed ? channels : width,
        bRow: isTransposed ? width : channels, cRow: isTransposed ? small.channels : channels, accumulates: accumulates
      ).multiply()
    }
  }

  private func addBelow(
    _ some: Range<Int>, tiles: Int, weights: UnsafePointer<Float>, outputs: UnsafePointer<Float>,
    to belows: UnsafeMutablePointer<Float>
  ) {
    let (channels, width) = (large.channels, some.count)
    let step = Winograd.partStep(tiles: tiles, channels: width)
    for part in 0..<parts {
      MatrixProduct(
        a: outputs + part * step, b: weights + part * self.weights + some.lowerBound * channels,
        c: belows + part * inputStep(tiles), rows: tiles, columns: channels, depth: width, aRow: width, aColumn: 1,
        bRow: channels, cRow: channels, accumulates: some.lowerBound > 0
      ).multiply()
    }
  }

  func store(
    _ space: Workspace, _ sums: UnsafeMutablePointer<Float>, chunks: Int, into gradient: UnsafeMutablePointer<Float>
  ) {
    let (rows, columns) = isTransposed ? (large.channels, small.channels) : (small.channels, large.channels)
    let row = 9 * large.channels
    space.threads.run(rows, work: sumsCount * chunks) { index, _ in
      for part in 0..<parts {
        Elementwise.addTree(
          sums + part * weights + index * columns, step: sumsCount, terms: chunks, count: columns)
      }
      winograd.gather(
        sums + index * columns, partStep: weights, channels: columns,
        into: gradient + index * (isTransposed ? 9 : row), kernelStep: isTransposed ? row : 9)
    }
  }
}
