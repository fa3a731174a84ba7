import Arithmetic

/// A rectified convolution of single pixels, some outputs at a time: a block of the map's channels is made in scratch memory and
/// used there.
struct PointBlocks {
  private let input: MapShape
  private let outputs: Int
  private let tap = TapOffsets([0])
  /// How the matrix unit wants the map, where there is one and it is worth it.
  private let tiles: TileFactor?
  /// Output channels in a block, whole panels of packed weights; more where a thread cuts the map for them.
  let width: Int

  init(input: MapShape, outputs: Int) {
    self.input = input
    self.outputs = outputs
    tiles =
      Correlation.areTilesWorthwhile(channels: input.channels, outputs: outputs)
      ? TileFactor(depth: input.channels) : nil
    width = tiles == nil ? 64 : 512
  }

  /// How the weights are to lie.
  var form: ConvolutionParameters.Form { tiles == nil ? .windows : .tiles }

  /// How many blocks there are.
  var count: Int { (outputs + width - 1) / width }

  /// From one pixel to the next of a block of the map.
  var step: Int { min(width, outputs) }

  private var mapCount: Int { (input.pixels * step + 31) / 16 * 16 }

  /// How many floats of scratch memory a thread needs: the block of the map, and what is cut behind it.
  var scratchCount: Int { mapCount + (tiles?.count(input.pixels) ?? 0) }

  /// Makes the outputs of a block from one sample.
  func convolve(
    _ channels: Range<Int>, _ source: Map, _ sample: Int, weights: UnsafePointer<Float>, biases: UnsafePointer<Float>?,
    into map: UnsafeMutablePointer<Float>
  ) {
    let (first, bias) = (channels.lowerBound, biases.map { $0 + channels.lowerBound })
    guard let tiles else {
      return Windows(
        input: source.sample(sample), output: map, taps: tap.pointer, channels: input.channels,
        outputs: channels.count, rows: input.height, columns: input.width, inputRowStep: source.rowStep,
        inputStep: source.pixelStep, outputRowStep: input.width * step, outputStep: step, ending: .rectify
      ).convolve(weights: weights + first * input.channels, bias: bias)
    }
    let cut = map + mapCount
    tiles.cut(
      .left, input.pixels, from: source.sample(sample), vectorStep: source.pixelStep, depthStep: 1, into: cut)
    TileProduct(
      left: cut, right: weights + tiles.place(first), factor: tiles, rows: input.pixels, columns: channels.count,
      result: map, step: step, bias: bias, ending: .rectify
    ).multiply()
  }

  /// The output channels of a block.
  subscript(_ block: Int) -> Range<Int> { block * width..<min((block + 1) * width, outputs) }
}
