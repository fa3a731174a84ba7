import Testing

@testable import Pictures

@Suite struct ResamplingTests {
  /// Sides that grow and shrink, by a little and by much; narrower than a vector, and wider than many.
  static let sides: [(from: Int, to: Int)] = [
    (1, 7), (2, 1), (5, 5), (7, 3), (11, 23), (22, 21), (23, 24), (64, 9), (90, 91), (130, 40), (700, 2),
  ]

  @Test(arguments: sides)
  func `every new byte is the sum of the old ones by their weights, rounded after each axis`(
    wide: (from: Int, to: Int)
  ) {
    for high in Self.sides where wide.from * high.from < 70_000 {
      let (x, y) = (0...Float(wide.from), 0...Float(high.from))
      for bytes in [noise(wide.from * high.from * 3), extremes(wide.from * high.from * 3)] {
        let picture = Picture(width: wide.from, height: high.from, pixels: bytes)
        #expect(
          picture.resampled(x: x, y: y, width: wide.to, height: high.to) == summed(picture, x, y, wide.to, high.to),
          "\(wide) × \(high)")
      }
    }
  }

  @Test(arguments: [(Float(0.3), Float(39.7)), (10, 20.5), (33.25, 40)])
  func `a part of the picture is scaled as if the rest were there`(from: Float, to: Float) {
    let picture = Picture(width: 40, height: 40, pixels: noise(4800))
    for (width, height) in [(40, 40), (13, 61), (90, 7)] {
      #expect(
        picture.resampled(x: from...to, y: 0...40, width: width, height: height)
          == summed(picture, from...to, 0...40, width, height))
      #expect(
        picture.resampled(x: 0...40, y: from...to, width: width, height: height)
          == summed(picture, 0...40, from...to, width, height))
    }
  }

  @Test func `an axis of more taps than pairs of 16 bits can sum is summed all the same`() {
    let row = Picture(width: 1300, height: 1, pixels: extremes(3900))
    let column = Picture(width: 1, height: 1300, pixels: extremes(3900))
    for length in [1, 2, 3] {
      #expect(
        row.resampled(x: 0...1300, y: 0...1, width: length, height: 1) == summed(row, 0...1300, 0...1, length, 1))
      #expect(
        column.resampled(x: 0...1, y: 0...1300, width: 1, height: length) == summed(column, 0...1, 0...1300, 1, length))
    }
  }

  @Test func `more axes than are remembered give what each gives alone`() {
    let picture = Picture(width: 30, height: 20, pixels: noise(1800))
    for _ in 0..<2 {
      for side in 1...20 {
        #expect(
          picture.resampled(x: 0...30, y: 0...20, width: side, height: 2 * side)
            == summed(picture, 0...30, 0...20, side, 2 * side))
      }
    }
  }
}

/// Black and white without pattern: the largest sums there are.
private func extremes(_ count: Int) -> [UInt8] { noise(count).map { $0 < 40 ? 0 : 255 } }

/// The picture scaled as the weights say, byte by byte.
private func summed(
  _ picture: Picture, _ x: ClosedRange<Float>, _ y: ClosedRange<Float>, _ width: Int, _ height: Int
) -> Picture {
  var (bytes, sides) = (picture.pixels, (width: picture.width, height: picture.height))
  if width != sides.width || x != 0...Float(sides.width) {
    let weights = ResamplingWeights(from: sides.width, range: x, to: width)
    bytes = (0..<sides.height).flatMap { row in
      along(weights, channels: 3) { bytes[(row * sides.width + $0) * 3 + $1] }
    }
    sides.width = width
  }
  if height != sides.height || y != 0...Float(sides.height) {
    let weights = ResamplingWeights(from: sides.height, range: y, to: height)
    bytes = along(weights, channels: sides.width * 3) { bytes[$0 * sides.width * 3 + $1] }
  }
  return Picture(width: width, height: height, pixels: bytes)
}

/// Every new place of an axis: its old ones times their weights, rounded.
private func along(_ weights: ResamplingWeights, channels: Int, _ old: (Int, Int) -> UInt8) -> [UInt8] {
  weights.starts.indices.flatMap { place in
    (0..<channels).map { channel in
      var sum = 1 << (ResamplingWeights.places - 1)
      for tap in 0..<Int(weights.counts[place]) {
        sum += Int(old(Int(weights.starts[place]) + tap, channel)) * Int(weights.weights[place * weights.stride + tap])
      }
      return UInt8(min(sum >> ResamplingWeights.places, 255))
    }
  }
}
