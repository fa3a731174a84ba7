import Arithmetic

/// A sum over 3 × 3 windows of a map in fewer products, by Winograd's filtering: blocks of rows are transformed, multiplied with
/// transformed weights, and transformed back.
struct WinogradSum {
  /// Whether the products are the matrix unit's.
  let usesTiles: Bool
  private let input: MapShape
  private let output: MapShape
  private let rowsBefore: Int, columnsBefore: Int

  init(input: MapShape, output: MapShape, rows: WindowAxis, columns: WindowAxis, usesTiles: Bool) {
    self.input = input
    self.output = output
    (rowsBefore, columnsBefore) = (rows.before, columns.before)
    self.usesTiles = usesTiles
  }

  /// Whether it takes less time than the plain sum. A small map has few tiles to share the transformed weights, 16 numbers where there
  /// were 9: where these are many, and come from afar, they take longer than the products that are spared.
  static func isWorthwhile(input: MapShape, output: MapShape, usesTiles: Bool) -> Bool {
    min(output.height, output.width) >= 4
      && (usesTiles || output.pixels > 64 || input.channels * output.channels < 1 << 16)
  }

  private var tileColumns: Int { (output.width + 1) / 2 }
  private var bandColumns: Int { tileColumns * 2 + 2 }

  /// Rows of the output in a block: about 28 tiles.
  var rowsPerBlock: Int { min(max(28 / tileColumns, 1) * 2, output.height) }

  /// What is cut into blocks: tiles of 16 products each. Every block of outputs transforms the band for itself.
  var blockWork: BlockCut.Work {
    var work = BlockCut.Work(
      height: output.height, width: tileColumns / 2, outputs: output.channels, depth: 16 * input.channels,
      channels: 16 * input.channels, mostRows: rowsPerBlock)
    (work.rowUnit, work.panel) = (2, usesTiles ? nil : Winograd.block)
    work.fewestWindows = usesTiles ? .max / 2 : 1
    return work
  }

  /// The band before the transforms, in whole cache lines.
  private var bandCount: Int { ((rowsPerBlock + 1) / 2 * 2 + 2) * bandColumns * input.channels }

  /// How many floats of scratch memory a thread needs.
  var scratchCount: Int {
    let (tiles, channels) = ((rowsPerBlock + 1) / 2 * tileColumns, input.channels)
    return bandCount
      + (usesTiles
        ? Winograd.tiledScratchCount(tiles: tiles, channels: channels)
        : Winograd.scratchCount(tiles: tiles, channels: channels))
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
      width: input.width, firstRow: range.lowerBound - rowsBefore, rows: (range.count + 1) / 2 * 2 + 2,
      left: columnsBefore, columns: bandColumns)
    let ends = Winograd.Target(
      output: result + range.lowerBound * target.rowStep, rows: range.count, columns: output.width,
      channels: output.channels, rowStep: target.rowStep, pixelStep: target.pixelStep, ending: ending,
      addend: addend.map { $0 + range.lowerBound * target.rowStep })
    let convolve = usesTiles ? Winograd.convolveTiled : Winograd.convolve
    convolve(
      scratch, bandColumns * input.channels, input.channels, packed, bias, ends, outputs, scratch + bandCount)
  }
}
