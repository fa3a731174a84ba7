import CKernels

/// Winograd's minimal filtering for 3 × 3 kernels (Winograd, 1980; Lavin and Gray, 2016): 2 × 2 outputs from 16 products per
/// channel instead of 36, at the price of additions and of about twice the rounding error.
///
/// A band of the map is transformed into 16 parts, each part multiplied by its own matrix of weights, and the results
/// transformed back. Channels come in multiples of 16.
public enum Winograd {
  /// How many parts there are.
  public static let parts = 16
  /// How many output channels are worked on at once, so that their parts stay near.
  public static let block = 64

  /// How many floats the packed weights take.
  public static func packedCount(outputs: Int, channels: Int) -> Int {
    parts * PackedWeights.count(outputs: outputs, inner: channels)
  }

  /// How many floats of scratch memory so many tiles take.
  public static func scratchCount(tiles: Int, channels: Int) -> Int { parts * tiles * (channels + block) }

  /// Transforms and packs weights found as for `PackedWeights.pack`, nine taps each.
  public static func pack(
    _ weights: UnsafePointer<Float>, into packed: UnsafeMutablePointer<Float>, outputs: Int, channels: Int,
    steps: (output: Int, tap: Int, channel: Int)
  ) {
    let count = PackedWeights.count(outputs: outputs, inner: channels)
    transform(weights, outputs: outputs, channels: channels, steps: steps, at: PackedWeights.panel) {
      PackedWeights.pack(
        $0.weights, into: packed + $0.part * count + $0.outputs.lowerBound * channels, outputs: $0.outputs.count,
        taps: 1, channels: channels, steps: (output: channels, tap: 0, channel: 1))
    }
  }

  /// One part of some outputs' transformed weights, [output][channel].
  private typealias Transformed = (part: Int, outputs: Range<Int>, weights: UnsafePointer<Float>)

  /// Transforms the weights of so many outputs at a time: what is transformed stays near, and takes no memory worth clearing.
  private static func transform(
    _ weights: UnsafePointer<Float>, outputs: Int, channels: Int, steps: (output: Int, tap: Int, channel: Int),
    at width: Int, _ body: (Transformed) -> Void
  ) {
    withUnsafeTemporaryAllocation(
      byteCount: parts * min(width, outputs) * channels * MemoryLayout<Float>.stride, alignment: 64
    ) { memory in
      guard let transformed = memory.baseAddress?.assumingMemoryBound(to: Float.self) else { return }
      for first in stride(from: 0, to: outputs, by: width) {
        let live = min(width, outputs - first)
        whet_winograd_weights(
          weights + first * steps.output, Int32(live), Int32(channels), steps.output, steps.tap, steps.channel,
          transformed)
        for part in 0..<parts {
          body((part, first..<first + live, UnsafePointer(transformed + part * live * channels)))
        }
      }
    }
  }

  /// How many floats the weights take cut for the matrix unit.
  public static func tiledCount(outputs: Int, channels: Int) -> Int {
    parts * TileFactor(depth: channels).count(outputs)
  }

  /// Transforms weights found as for `PackedWeights.pack` and cuts them for the matrix unit, part after part.
  public static func cut(
    _ weights: UnsafePointer<Float>, into tiles: UnsafeMutablePointer<Float>, outputs: Int, channels: Int,
    steps: (output: Int, tap: Int, channel: Int)
  ) {
    let factor = TileFactor(depth: channels)
    let count = factor.count(outputs)
    transform(weights, outputs: outputs, channels: channels, steps: steps, at: TileFactor.vectors) {
      factor.cut(
        .right, $0.outputs.count, from: $0.weights, vectorStep: channels, depthStep: 1,
        into: tiles + $0.part * count + factor.place($0.outputs.lowerBound))
    }
  }

  /// How many floats of scratch memory so many tiles take on the matrix unit.
  public static func tiledScratchCount(tiles: Int, channels: Int) -> Int {
    scratchCount(tiles: tiles, channels: channels) + parts * TileFactor(depth: channels).count(tiles)
  }

  /// Transforms a band into parts of [tile][channel], one after the other.
  public static func analyse(
    band: UnsafePointer<Float>, rowStep: Int, channels: Int, tileRows: Int, tileColumns: Int,
    into result: UnsafeMutablePointer<Float>
  ) {
    whet_winograd_analyse(
      band, rowStep, Int32(channels), Int32(tileRows), Int32(tileColumns), result, tileRows * tileColumns * channels)
  }

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

  /// From one part that `spread` makes to the next, in floats: a cache line more than it holds, for where parts are whole pages
  /// apart all sixteen fall on the same few lines of the nearest cache.
  public static func partStep(tiles: Int, channels: Int) -> Int { tiles * channels + 16 }

  /// The way back from outputs: a gradient becomes parts of [tile][channel], `partStep` apart.
  public static func spread(_ slope: Slope, into result: UnsafeMutablePointer<Float>) {
    var slopes = whet_winograd_slope(
      gradient: slope.gradient, row_step: slope.rowStep, pixel_step: slope.pixelStep, made: slope.made,
      made_row_step: slope.madeRowStep, made_pixel_step: slope.madePixelStep, channels: Int32(slope.channels),
      rows: Int32(slope.rows), columns: Int32(slope.columns), sums: slope.sums)
    let tiles = (slope.rows + 1) / 2 * ((slope.columns + 1) / 2)
    whet_winograd_spread(&slopes, result, partStep(tiles: tiles, channels: slope.channels))
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

  /// The way back through `analyse`: parts of [tile][channel] become 4 × 4 pixels a tile, added up where tiles overlap.
  public static func fold(
    _ tiles: UnsafePointer<Float>, channels: Int, tileRows: Int, tileColumns: Int, onto ground: Ground
  ) {
    var map = whet_winograd_map(
      numbers: ground.numbers, row_step: ground.rowStep, pixel_step: ground.pixelStep, rows: Int32(ground.rows),
      columns: Int32(ground.columns), first_row: Int32(ground.firstRow), first_column: Int32(ground.firstColumn),
      begins: ground.begins ? 1 : 0, accumulate: ground.accumulates ? 1 : 0)
    whet_winograd_fold(
      tiles, tileRows * tileColumns * channels, Int32(channels), Int32(tileRows), Int32(tileColumns), &map)
  }

  /// Transforms weights found as for `PackedWeights.pack`, nine taps each, into parts of [output][channel].
  public static func transform(
    _ weights: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>, outputs: Int, channels: Int,
    steps: (output: Int, tap: Int, channel: Int)
  ) {
    whet_winograd_weights(
      weights, Int32(outputs), Int32(channels), steps.output, steps.tap, steps.channel, result)
  }

  /// The way back to the weights of so many channels of one output, or of so many outputs of one channel, from the sums of the
  /// parts' products over the tiles. From one 3 × 3 kernel to the next it is `kernelStep`.
  public static func gather(
    _ sums: UnsafePointer<Float>, partStep: Int, channels: Int, into gradient: UnsafeMutablePointer<Float>,
    kernelStep: Int
  ) {
    whet_winograd_gather(sums, partStep, Int32(channels), gradient, kernelStep)
  }

  /// Where results go, and what happens to them first.
  public struct Target {
    /// The first output.
    var output: UnsafeMutablePointer<Float>
    /// How many rows and columns of outputs there are.
    var rows: Int, columns: Int
    /// How many channels.
    var channels: Int
    /// From one row to the next, from one pixel to the next.
    var rowStep: Int, pixelStep: Int
    /// What happens to a sum before it is stored.
    var ending: Windows.Ending
    /// A map that is added to the sums before, where it is given: it lies as the output does.
    var addend: UnsafePointer<Float>?

    /// Describes where results go.
    public init(
      output: UnsafeMutablePointer<Float>, rows: Int, columns: Int, channels: Int, rowStep: Int, pixelStep: Int,
      ending: Windows.Ending, addend: UnsafePointer<Float>? = nil
    ) {
      self.output = output
      self.rows = rows
      self.columns = columns
      self.channels = channels
      self.rowStep = rowStep
      self.pixelStep = pixelStep
      self.ending = ending
      self.addend = addend
    }
  }

  /// `convolve` on the matrix unit, with weights from `cut`.
  public static func convolveTiled(
    band: UnsafePointer<Float>, rowStep: Int, channels: Int, weights: UnsafePointer<Float>,
    bias: UnsafePointer<Float>?, into target: Target, outputs: Range<Int>, scratch: UnsafeMutablePointer<Float>
  ) {
    let (tileRows, tileColumns) = ((target.rows + 1) / 2, (target.columns + 1) / 2)
    let tiles = tileRows * tileColumns
    let factor = TileFactor(depth: channels)
    let cuts = scratch + parts * tiles * channels
    let results = cuts + parts * factor.count(tiles)
    analyse(
      band: band, rowStep: rowStep, channels: channels, tileRows: tileRows, tileColumns: tileColumns, into: scratch)
    for part in 0..<parts {
      factor.cut(
        .left, tiles, from: scratch + part * tiles * channels, vectorStep: channels, depthStep: 1,
        into: cuts + part * factor.count(tiles))
    }
    for first in stride(from: outputs.lowerBound, to: outputs.upperBound, by: block) {
      let width = min(block, outputs.upperBound - first)
      TileProduct(
        left: cuts, right: weights + factor.place(first), factor: factor, rows: tiles, columns: width, result: results,
        step: block
      ).multiply(
        repeats: parts, leftStep: factor.count(tiles), rightStep: factor.count(target.channels),
        resultStep: tiles * block)
      synthesise(results, width: width, first: first, bias: bias, into: target)
    }
  }

  /// Transforms results back, of up to `block` channels from the `first` on.
  private static func synthesise(
    _ results: UnsafePointer<Float>, width: Int, first: Int, bias: UnsafePointer<Float>?, into target: Target
  ) {
    let (tileRows, tileColumns) = ((target.rows + 1) / 2, (target.columns + 1) / 2)
    let added = target.ending == .accumulate ? UnsafePointer(target.output) : target.addend
    whet_winograd_synthesise(
      results, tileRows * tileColumns * block, block, Int32(width), Int32(tileRows), Int32(tileColumns),
      Int32(target.rows), Int32(target.columns), bias.map { $0 + first }, added.map { $0 + first },
      target.ending == .rectify ? 1 : 0, target.output + first, target.rowStep, target.pixelStep)
  }

  /// Convolves a band, whose rows and columns reach two beyond twice the tiles, into some channels of the target, from a multiple of
  /// `block` on.
  public static func convolve(
    band: UnsafePointer<Float>, rowStep: Int, channels: Int, packed: UnsafePointer<Float>,
    bias: UnsafePointer<Float>?, into target: Target, outputs: Range<Int>, scratch: UnsafeMutablePointer<Float>
  ) {
    let (tileRows, tileColumns) = ((target.rows + 1) / 2, (target.columns + 1) / 2)
    let tiles = tileRows * tileColumns
    let results = scratch + parts * tiles * channels
    analyse(
      band: band, rowStep: rowStep, channels: channels, tileRows: tileRows, tileColumns: tileColumns, into: scratch)
    let count = PackedWeights.count(outputs: target.channels, inner: channels)
    var zero = 0
    withUnsafePointer(to: &zero) { tap in
      for first in stride(from: outputs.lowerBound, to: outputs.upperBound, by: block) {
        let width = min(block, outputs.upperBound - first)
        for part in 0..<parts {
          var windows = Windows(
            input: scratch + part * tiles * channels, output: results + part * tiles * block,
            taps: UnsafeBufferPointer(start: tap, count: 1), channels: channels, outputs: width, rows: 1,
            columns: tiles, inputRowStep: tiles * channels, inputStep: channels, outputRowStep: tiles * block,
            outputStep: block)
          if part < parts - 1 { windows.ahead = packed + (part + 1) * count + first * channels }
          windows.convolve(weights: packed + part * count + first * channels, bias: nil)
        }
        synthesise(results, width: width, first: first, bias: bias, into: target)
      }
    }
  }
}
