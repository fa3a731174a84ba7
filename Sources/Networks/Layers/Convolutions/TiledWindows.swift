import Arithmetic

/// The sums of a convolution's windows over one sample's map, on the matrix unit. All windows lie on the map and begin one pixel
/// after the other; where they begin near a row's end they are summed, too, and nobody reads that.
final class TiledWindows {
  /// How the weights are cut: a vector an output, numbers by tap, then by channel.
  let weights: TileFactor
  /// From one window's sums to the next, and to the one below.
  let step: Int, rowStep: Int

  private let windows: TileWindows
  private let positions: Int
  private let outputs: Int
  private let pixelStep: Int
  /// Windows in a row of the map, and those that lie on it.
  private let run: Int, kept: Int

  /// nil where there is no matrix unit, the windows are others, or the channels do not fill its tiles.
  init?(rows: WindowAxis, columns: WindowAxis, input: MapShape, outputs: Int, pixelStep: Int) {
    guard TileFactor.isSupported, input.channels % TileFactor.numbers == 0, outputs >= 16, rows.stride == 1,
      columns.stride == 1, rows.before == 0, columns.before == 0, input.count <= 1 << 18
    else { return nil }
    var taps: [Int] = []
    for y in 0..<rows.kernel {
      for x in 0..<columns.kernel { taps.append(y * rows.dilation * input.width + x * columns.dilation) }
    }
    self.outputs = outputs
    (run, kept) = (input.width, columns.output)
    self.pixelStep = pixelStep
    positions = (rows.output - 1) * input.width + columns.output
    weights = TileFactor(depth: taps.count * input.channels)
    windows = TileWindows(channels: input.channels, pixels: input.pixels, taps: taps)
    step = (outputs + 15) / 16 * 16
    rowStep = input.width * step
  }

  /// How many floats of memory a cut map takes.
  var cutCount: Int { (windows.count + 15) / 16 * 16 }
  /// How many floats of memory the sums of `sum` take: those of whole blocks, which are stored without a detour.
  var sumsCount: Int { (positions + 31) / 32 * 32 * step }
  /// How many floats of scratch memory a thread needs for a convolution.
  var scratchCount: Int { cutCount }

  /// Cuts a map; beside a product or alone.
  func cutting(_ map: UnsafePointer<Float>, into tiles: UnsafeMutablePointer<Float>) -> OverlappedWork {
    windows.cutting(map, pixelStep: pixelStep, into: tiles)
  }

  /// Sums over the windows of a map that is cut, [row of the map][column][output].
  func sum(
    _ cut: UnsafePointer<Float>, weights: UnsafePointer<Float>, into sums: UnsafeMutablePointer<Float>,
    overlapped: OverlappedWork?
  ) {
    TileProduct(
      left: cut, right: weights, factor: self.weights, rows: sumsCount / step, columns: outputs, result: sums,
      step: step, windows: windows
    ).multiply(overlapped: overlapped)
  }

  /// A convolution: the sums go into a map, those near a row's end into none.
  func convolve(
    _ map: UnsafePointer<Float>, weights: UnsafePointer<Float>, bias: UnsafePointer<Float>?, ending: Windows.Ending,
    into output: UnsafeMutablePointer<Float>, rowStep: Int, pixelStep: Int, scratch: UnsafeMutablePointer<Float>
  ) {
    cutting(map, into: scratch).doAlone()
    TileProduct(
      left: scratch, right: weights, factor: self.weights, rows: positions, columns: outputs, result: output,
      step: pixelStep, bias: bias, ending: ending, windows: windows,
      runs: TileProduct.Runs(length: run, kept: kept, step: rowStep)
    ).multiply()
  }
}
