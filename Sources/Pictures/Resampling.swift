/// One axis of a bilinear resampling: for each new pixel the old ones it is made of and their weights.
///
/// The filter is Pillow's `BILINEAR`: a triangle that is as wide as two new pixels when the picture shrinks, so that no
/// old pixel is passed over, and as wide as two old ones when it grows. Weights are whole numbers with 22 binary places,
/// rounded half away from zero, as Pillow makes them; so the results are equal to the bit.
struct ResamplingWeights: Equatable {
  /// The binary places of a weight: 32 less 8 for the pixel's bits less 2 for sums.
  static let places = 22

  /// For each new pixel the first old one it draws on.
  let starts: [Int]
  /// For each new pixel how many old ones it draws on.
  let counts: [Int]
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
    var starts: [Int] = []
    var counts: [Int] = []
    var weights = [Int32](repeating: 0, count: newLength * stride)
    for index in 0..<newLength {
      let centre = Double(range.lowerBound) + (Double(index) + 0.5) * scale
      let first = max(Int(centre - support + 0.5), 0)
      let count = min(Int(centre + support + 0.5), length) - first
      let shares = (0..<count).map { max(0, 1 - abs(Double($0 + first) - centre + 0.5) * (1 / support)) }
      let sum = shares.reduce(0, +)
      for (offset, share) in shares.enumerated() {
        weights[index * stride + offset] = Int32(0.5 + (sum == 0 ? share : share / sum) * Double(1 << Self.places))
      }
      starts.append(first)
      counts.append(count)
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
    let rows = ResamplingWeights(from: height, range: y, to: newHeight)
    let keepsRows = newHeight == height && y == 0...Float(height)
    let keepsColumns = newWidth == width && x == 0...Float(width)
    var result = self
    if !keepsColumns {
      let columns = ResamplingWeights(from: width, range: x, to: newWidth)
      result = result.resampledAlongX(columns, rows: 0..<height)
    }
    if !keepsRows { result = result.resampledAlongY(rows) }
    return result
  }

  private func resampledAlongX(_ axis: ResamplingWeights, rows: Range<Int>) -> Picture {
    let newWidth = axis.starts.count
    let half = Int32(1) << (ResamplingWeights.places - 1)
    let bytes = [UInt8](unsafeUninitializedCapacity: rows.count * newWidth * 3) { output, count in
      pixels.withUnsafeBufferPointer { input in
        for y in rows {
          for x in 0..<newWidth {
            var red = half
            var green = half
            var blue = half
            let from = (y * width + axis.starts[x]) * 3
            for tap in 0..<axis.counts[x] {
              let weight = axis.weights[x * axis.stride + tap]
              red &+= Int32(input[from + tap * 3]) &* weight
              green &+= Int32(input[from + tap * 3 + 1]) &* weight
              blue &+= Int32(input[from + tap * 3 + 2]) &* weight
            }
            let to = (y * newWidth + x) * 3
            output[to] = UInt8(truncatingIfNeeded: red >> 22)
            output[to + 1] = UInt8(truncatingIfNeeded: green >> 22)
            output[to + 2] = UInt8(truncatingIfNeeded: blue >> 22)
          }
        }
      }
      count = rows.count * newWidth * 3
    }
    return Picture(width: newWidth, height: rows.count, pixels: bytes)
  }

  private func resampledAlongY(_ axis: ResamplingWeights) -> Picture {
    let newHeight = axis.starts.count
    let length = width * 3
    let half = Int32(1) << (ResamplingWeights.places - 1)
    let bytes = [UInt8](unsafeUninitializedCapacity: newHeight * length) { output, count in
      pixels.withUnsafeBufferPointer { input in
        for y in 0..<newHeight {
          for column in 0..<length {
            var sum = half
            for tap in 0..<axis.counts[y] {
              sum &+= Int32(input[(axis.starts[y] + tap) * length + column]) &* axis.weights[y * axis.stride + tap]
            }
            output[y * length + column] = UInt8(truncatingIfNeeded: sum >> 22)
          }
        }
      }
      count = newHeight * length
    }
    return Picture(width: width, height: newHeight, pixels: bytes)
  }
}
