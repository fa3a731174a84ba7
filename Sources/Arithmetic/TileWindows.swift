import CKernels

/// A map cut for the matrix unit so that the windows of a convolution are found in it: row i of the left factor is what the window
/// at pixel i reads, row after row of the map, also where it reaches beyond a row's end (what it sums there is nobody's).
public final class TileWindows {
  /// How many channels the map has: whole tiles.
  public let channels: Int
  /// How many numbers of 16 bits a part of 32 channels of all pixels takes.
  let plane: Int
  /// Where each tap's tiles begin, and for each tap the channels' 32 by 32.
  let places: UnsafePointer<Int>
  private let pixels: Int

  /// Describes a map of so many pixels, and the distances of the taps in pixels.
  ///
  /// Precondition: channels come in multiples of 32.
  public init(channels: Int, pixels: Int, taps: [Int]) {
    precondition(channels % TileFactor.numbers == 0, "\(channels) channels are no whole tiles")
    self.channels = channels
    self.pixels = pixels
    // The last windows may begin up to two tiles beyond the last pixel.
    let rows = (pixels + (taps.max() ?? 0)) / TileFactor.vectors * TileFactor.vectors + 3 * TileFactor.vectors
    plane = rows * TileFactor.numbers
    let places = UnsafeMutablePointer<Int>.allocate(capacity: taps.count * channels / TileFactor.numbers)
    var next = places
    for tap in taps {
      for block in 0..<channels / TileFactor.numbers {
        next.initialize(to: block * 3 * plane + tap * TileFactor.numbers)
        next += 1
      }
    }
    self.places = UnsafePointer(places)
  }

  deinit { places.deallocate() }

  /// How many floats of memory the cut map takes.
  public var count: Int { channels / TileFactor.numbers * 3 * plane / 2 }

  /// Cuts a map, [pixel][channel], whose pixels lie so many floats apart; beside a product or alone.
  public func cutting(
    _ map: UnsafePointer<Float>, pixelStep: Int, into tiles: UnsafeMutablePointer<Float>
  ) -> OverlappedWork {
    let tiling = whet_tiling(
      vectors: Int32(pixels), depth: Int32(channels), vector_step: pixelStep, depth_step: 1,
      tile_step: TileFactor.vectors * TileFactor.numbers, block_step: 3 * plane, part_step: plane)
    return OverlappedWork(cutting: .left, tiling, from: map, into: tiles)
  }
}
