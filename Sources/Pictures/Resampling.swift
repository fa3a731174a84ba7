import CResampling

/// One axis of a bilinear resampling: for each new pixel the old ones it is made of and their weights.
///
/// The filter is Pillow's `BILINEAR`: a triangle that is as wide as two new pixels when the picture shrinks, so that no
/// old pixel is passed over, and as wide as two old ones when it grows. Weights are whole numbers with 22 binary places,
/// rounded half away from zero, as Pillow makes them; so the results are equal to the bit.
struct ResamplingWeights: Equatable {
  /// The binary places of a weight: 32 less 8 for the pixel's bits less 2 for sums.
  static let places = 22

  /// For each new pixel the first old one it draws on.
  let starts: [Int32]
  /// For each new pixel how many old ones it draws on.
  let counts: [Int32]
  /// For each new pixel `stride` weights, of which the first `counts` are used.
  let weights: [Int32]
  let stride: Int

  /// Computes the weights for an axis.
  ///
  /// - Parameters:
  ///   - length: how many old pixels there are.
  ///   - range: the part of the axis that is scaled, in old pixels, within `0 … length`.
  ///   - newLength: how many new pixels there will be.
  init(from length: Int, range: ClosedRange<Float>, to newLength: Int) {
    let scale = Double(range.upperBound - range.lowerBound) / Double(newLength)
    let support = max(scale, 1)
    stride = Int(support.rounded(.up)) * 2 + 1
    var starts = [Int32](repeating: 0, count: newLength)
    var counts = [Int32](repeating: 0, count: newLength)
    var weights = [Int32](repeating: 0, count: newLength * stride)
    var shares = [Double](repeating: 0, count: stride)
    for index in 0..<newLength {
      let centre = Double(range.lowerBound) + (Double(index) + 0.5) * scale
      let first = max(Int(centre - support + 0.5), 0)
      let count = min(Int(centre + support + 0.5), length) - first
      var sum = 0.0
      for offset in 0..<count {
        shares[offset] = max(0, 1 - abs(Double(offset + first) - centre + 0.5) * (1 / support))
        sum += shares[offset]
      }
      for offset in 0..<count {
        let share = sum == 0 ? shares[offset] : shares[offset] / sum
        weights[index * stride + offset] = Int32(0.5 + share * Double(1 << Self.places))
      }
      starts[index] = Int32(first)
      counts[index] = Int32(count)
    }
    self.starts = starts
    self.counts = counts
    self.weights = weights
  }
}

extension Picture {
  /// Scales the part of the picture that lies in the given ranges, in pixels, to new sides.
  ///
  /// First along x, then along y, with 8-bit values between; an axis that keeps its length is left alone.
  func resampled(x: ClosedRange<Float>, y: ClosedRange<Float>, width newWidth: Int, height newHeight: Int) -> Picture {
    let across = ResamplingAxis.scaling(width, x, to: newWidth)
    let down = ResamplingAxis.scaling(height, y, to: newHeight)
    guard across != nil || down != nil else { return self }
    let bytes = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * 3) { output, count in
      let room = whet_resample_scratch(width, across?.pointer, down?.pointer)
      withUnsafeTemporaryAllocation(byteCount: room, alignment: 64) { scratch in
        whet_resample(
          pixels, width, height, across?.pointer, down?.pointer, scratch.baseAddress, output.baseAddress)
      }
      count = newWidth * newHeight * 3
    }
    return Picture(width: newWidth, height: newHeight, pixels: bytes)
  }
}
