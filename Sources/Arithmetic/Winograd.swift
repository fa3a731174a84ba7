import CKernels

/// Winograd's minimal filtering for 3 × 3 kernels (Winograd, 1980; Lavin and Gray, 2016), at the price of additions and of rounding
/// errors: tiles of 2 × 2 outputs take 16 products per channel instead of 36, with about twice the error, tiles of 4 × 4 take 36
/// instead of 144, with about four times as much.
///
/// A band of the map is transformed into parts, each part multiplied by its own matrix of weights, and the results
/// transformed back. Channels come in multiples of 16.
public struct Winograd: Hashable, Sendable {
  /// How many rows and columns of outputs a tile has: 2 or 4.
  public let edge: Int

  /// With tiles of 2 × 2 outputs, and of 4 × 4.
  public static let two = Winograd(edge: 2), four = Winograd(edge: 4)
  /// How many output channels are worked on at once, so that their parts stay near.
  public static let block = 64

  /// How many rows and columns more than a tile's outputs its inputs have.
  public static let overlap = 2

  /// How many parts there are: as many as a tile has inputs.
  public var parts: Int { (edge + Winograd.overlap) * (edge + Winograd.overlap) }

  /// How many tiles cover so many rows, or columns, of outputs.
  public func tiles(_ outputs: Int) -> Int { (outputs + edge - 1) / edge }

  /// From one part to the next, in floats: a cache line more than it holds, for where parts are whole pages apart all of them
  /// fall on the same few lines of the nearest cache.
  public static func partStep(tiles: Int, channels: Int) -> Int { tiles * channels + 16 }

  /// How many floats the packed weights take.
  public func packedCount(outputs: Int, channels: Int) -> Int {
    parts * PackedWeights.count(outputs: outputs, inner: channels)
  }

  /// How many floats of scratch memory so many tiles take.
  public func scratchCount(tiles: Int, channels: Int) -> Int {
    parts
      * (Winograd.partStep(tiles: tiles, channels: channels) + Winograd.partStep(tiles: tiles, channels: Winograd.block))
  }

  /// Transforms and packs weights found as for `PackedWeights.pack`, nine taps each.
  public func pack(
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
  private func transform(
    _ weights: UnsafePointer<Float>, outputs: Int, channels: Int, steps: (output: Int, tap: Int, channel: Int),
    at width: Int, _ body: (Transformed) -> Void
  ) {
    withUnsafeTemporaryAllocation(
      byteCount: parts * min(width, outputs) * channels * MemoryLayout<Float>.stride, alignment: 64
    ) { memory in
      guard let transformed = memory.baseAddress?.assumingMemoryBound(to: Float.self) else { return }
      for first in stride(from: 0, to: outputs, by: width) {
        let live = min(width, outputs - first)
        transform(weights + first * steps.output, into: transformed, outputs: live, channels: channels, steps: steps)
        for part in 0..<parts {
          body((part, first..<first + live, UnsafePointer(transformed + part * live * channels)))
        }
      }
    }
  }

  /// How many floats the weights take cut for the matrix unit.
  public func tiledCount(outputs: Int, channels: Int) -> Int {
    parts * TileFactor(depth: channels).count(outputs)
  }

  /// Transforms weights found as for `PackedWeights.pack` and cuts them for the matrix unit, part after part.
  public func cut(
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
  public func tiledScratchCount(tiles: Int, channels: Int) -> Int {
    scratchCount(tiles: tiles, channels: channels) + parts * TileFactor(depth: channels).count(tiles)
  }

  /// Transforms weights found as for `PackedWeights.pack`, nine taps each, into parts of [output][channel].
  public func transform(
    _ weights: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>, outputs: Int, channels: Int,
    steps: (output: Int, tap: Int, channel: Int)
  ) {
    whet_winograd_weights(
      Int32(edge), weights, Int32(outputs), Int32(channels), steps.output, steps.tap, steps.channel, result)
  }

  /// Transforms a band into parts of [tile][channel], `partStep` apart.
  public func analyse(
    band: UnsafePointer<Float>, rowStep: Int, channels: Int, tileRows: Int, tileColumns: Int,
    into result: UnsafeMutablePointer<Float>
  ) {
    whet_winograd_analyse(
      Int32(edge), band, rowStep, Int32(channels), Int32(tileRows), Int32(tileColumns), result,
      Winograd.partStep(tiles: tileRows * tileColumns, channels: channels))
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
  public func convolveTiled(
    band: UnsafePointer<Float>, rowStep: Int, channels: Int, weights: UnsafePointer<Float>,
    bias: UnsafePointer<Float>?, into target: Target, outputs: Range<Int>, scratch: UnsafeMutablePointer<Float>
  ) {
    let (tileRows, tileColumns) = (tiles(target.rows), tiles(target.columns))
    let tiles = tileRows * tileColumns
    let factor = TileFactor(depth: channels)
    let step = Winograd.partStep(tiles: tiles, channels: channels)
    let cuts = scratch + parts * step
    let results = cuts + parts * factor.count(tiles)
    analyse(
      band: band, rowStep: rowStep, channels: channels, tileRows: tileRows, tileColumns: tileColumns, into: scratch)
    for part in 0..<parts {
      factor.cut(
        .left, tiles, from: scratch + part * step, vectorStep: channels, depthStep: 1,
        into: cuts + part * factor.count(tiles))
    }
    for first in stride(from: outputs.lowerBound, to: outputs.upperBound, by: Winograd.block) {
      let width = min(Winograd.block, outputs.upperBound - first)
      TileProduct(
        left: cuts, right: weights + factor.place(first), factor: factor, rows: tiles, columns: width, result: results,
        step: Winograd.block
      ).multiply(
        repeats: parts, leftStep: factor.count(tiles), rightStep: factor.count(target.channels),
        resultStep: Winograd.partStep(tiles: tiles, channels: Winograd.block))
      synthesise(results, width: width, first: first, bias: bias, into: target)
    }
  }

  /// Transforms results back, of up to `block` channels from the `first` on.
  private func synthesise(
    _ results: UnsafePointer<Float>, width: Int, first: Int, bias: UnsafePointer<Float>?, into target: Target
  ) {
    let (tileRows, tileColumns) = (tiles(target.rows), tiles(target.columns))
    let added = target.ending == .accumulate ? UnsafePointer(target.output) : target.addend
    whet_winograd_synthesise(
      Int32(edge), results, Winograd.partStep(tiles: tileRows * tileColumns, channels: Winograd.block), Winograd.block,
      Int32(width),
      Int32(tileRows), Int32(tileColumns), Int32(target.rows), Int32(target.columns), bias.map { $0 + first },
      added.map { $0 + first }, target.ending == .rectify ? 1 : 0, target.output + first, target.rowStep,
      target.pixelStep)
  }

  /// Convolves a band, whose rows and columns reach `overlap` beyond the tiles, into some channels of the target, from a multiple
  /// of `block` on.
  public func convolve(
    band: UnsafePointer<Float>, rowStep: Int, channels: Int, packed: UnsafePointer<Float>,
    bias: UnsafePointer<Float>?, into target: Target, outputs: Range<Int>, scratch: UnsafeMutablePointer<Float>
  ) {
    let (tileRows, tileColumns) = (tiles(target.rows), tiles(target.columns))
    let tiles = tileRows * tileColumns
    let step = Winograd.partStep(tiles: tiles, channels: channels)
    let results = scratch + parts * step
    let resultStep = Winograd.partStep(tiles: tiles, channels: Winograd.block)
    analyse(
      band: band, rowStep: rowStep, channels: channels, tileRows: tileRows, tileColumns: tileColumns, into: scratch)
    let count = PackedWeights.count(outputs: target.channels, inner: channels)
    var zero = 0
    withUnsafePointer(to: &zero) { tap in
      for first in stride(from: outputs.lowerBound, to: outputs.upperBound, by: Winograd.block) {
        let width = min(Winograd.block, outputs.upperBound - first)
        for part in 0..<parts {
          var windows = Windows(
            input: scratch + part * step, output: results + part * resultStep,
            taps: UnsafeBufferPointer(start: tap, count: 1), channels: channels, outputs: width, rows: 1,
            columns: tiles, inputRowStep: tiles * channels, inputStep: channels,
            outputRowStep: tiles * Winograd.block, outputStep: Winograd.block)
          if part < parts - 1 { windows.ahead = packed + (part + 1) * count + first * channels }
          windows.convolve(weights: packed + part * count + first * channels, bias: nil)
        }
        synthesise(results, width: width, first: first, bias: bias, into: target)
      }
    }
  }
}
