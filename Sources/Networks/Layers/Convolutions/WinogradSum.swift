import Arithmetic

/// A sum over 3 × 3 windows of a map in fewer products, by Winograd's filtering: blocks of rows are transformed, multiplied with
/// transformed weights, and transformed back.
struct WinogradSum {
  /// Whether the products are the matrix unit's.
  let usesTiles: Bool
  /// With which tiles it is filtered.
  let winograd: Winograd
  private let input: MapShape
  private let output: MapShape
  private let rowsBefore: Int, columnsBefore: Int

  init(input: MapShape, output: MapShape, rows: WindowAxis, columns: WindowAxis, usesTiles: Bool) {
    self.input = input
    self.output = output
    (rowsBefore, columnsBefore) = (rows.before, columns.before)
    self.usesTiles = usesTiles
    let isLight = input.channels * output.channels < WinogradSum.fewestHeavy
    winograd = !usesTiles && isLight && WinogradSum.isLarge(output) ? .four : .two
  }

  /// Whether tiles of 4 × 4 take less time than those of 2 × 2: few of their products are beyond the map's edge, and there are
  /// enough of them to share the transformed weights, 36 numbers where there were 9.
  static func isLarge(_ output: MapShape) -> Bool { min(output.height, output.width) >= 24 }

  /// From so many kernels on their transformed weights are a megabyte and more larger in tiles of 4 × 4, and take the time on their way that
  /// the products spare.
  private static let fewestHeavy = 1 << 14

  /// Whether it takes less time than the plain sum. A small map has few tiles to share the transformed weights, 16 numbers where there
  /// were 9: where these are many, and come from afar, they take longer than the products that are spared.
  static func isWorthwhile(input: MapShape, output: MapShape, usesTiles: Bool) -> Bool {
    min(output.height, output.width) >= 4
      && (usesTiles || output.pixels > 64 || input.channels * output.channels < 1 << 16)
  }

  private var tileColumns: Int { winograd.tiles(output.width) }
  private var bandColumns: Int { tileColumns * winograd.edge + Winograd.overlap }

  /// Rows of the output in a block: about 28 tiles, or as many large ones as stay in the second cache with what is made of them.
  var rowsPerBlock: Int {
    let near = winograd.edge == 2 ? 28 : min(100_000 / (winograd.parts * (input.channels + Winograd.block)), 28)
    return min(max(near / tileColumns, 1) * winograd.edge, output.height)
  }

  /// What is cut into blocks: tiles, a row's share of the products in each. Every block of outputs transforms the band for itself.
  var blockWork: BlockCut.Work {
    var work = BlockCut.Work(
      height: output.height, width: tileColumns, outputs: output.channels,
      depth: winograd.parts * input.channels / winograd.edge, channels: winograd.parts * input.channels / winograd.edge,
      mostRows: rowsPerBlock)
    (work.rowUnit, work.panel) = (winograd.edge, usesTiles ? nil : Winograd.block)
    work.fewestWindows = usesTiles ? .max / 2 : 1
    return work
  }

  /// The band before the transforms, in whole cache lines.
  private var bandCount: Int { bandRows(rowsPerBlock) * bandColumns * input.channels }
  private func bandRows(_ rows: Int) -> Int { winograd.tiles(rows) * winograd.edge + Winograd.overlap }

  /// How many floats of scratch memory a thread needs.
  var scratchCount: Int {
    let (tiles, channels) = (winograd.tiles(rowsPerBlock) * tileColumns, input.channels)
    return bandCount
      + (usesTiles
        ? winograd.tiledScratchCount(tiles: tiles, channels: channels)
        : winograd.scratchCount(tiles: tiles, channels: channels))
  }

  /// Sums some rows, at most `rowsPerBlock`, of a sample into some outputs, from a multiple of `Winograd.block` on.
  func sum(
    rows range: Range<Int>, outputs: Range<Int>, of sample: UnsafeMutablePointer<Float>, map source: Map,
    into result: UnsafeMutablePointer<Float>, map target: Map, packed: UnsafePointer<Float>,
    bias: UnsafePointer<Float>?, ending: Windows.Ending, adding addend: UnsafePointer<Float>? = nil,
    scratch: UnsafeMutablePointer<Float>
  ) {
    PaddedRows.fill(
      scratch, from: sample, channels: input.channels, pixelStep: source.pixelStep, height: input.height,
      width: input.width, firstRow: range.lowerBound - rowsBefore, rows: bandRows(range.count),
      left: columnsBefore, columns: bandColumns)
    let ends = Winograd.Target(
      output: result + range.lowerBound * target.rowStep, rows: range.count, columns: output.width,
      channels: output.channels, rowStep: target.rowStep, pixelStep: target.pixelStep, ending: ending,
      addend: addend.map { $0 + range.lowerBound * target.rowStep })
    let convolve = usesTiles ? winograd.convolveTiled : winograd.convolve
    convolve(
      scratch, bandColumns * input.channels, input.channels, packed, bias, ends, outputs, scratch + bandCount)
  }
}
