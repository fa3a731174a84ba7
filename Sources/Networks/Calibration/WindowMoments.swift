import Arithmetic
import Tensors

/// What a layer's windows hold over some samples, as bytes: the means of their values and how these vary together.
///
/// Of wide windows only channels near each other are looked at together, so that memory and time grow with their number and not with its
/// square.
struct WindowMoments {
  let layer: QuantizedLayer
  let values: ReadChannels.Values
  let scale: ByteScale
  /// Channels whose numbers are looked at together.
  let blocks: [Range<Int>]
  /// For each block the sums of products of its values, [number][number], and of all values and numbers.
  private var products: [[Double]]
  private var sums: [Double], exactSums: [Double]
  /// How many windows were looked at.
  private(set) var count = 0.0
  private let windowsPerSample: Int
  /// The means of the first sample's values, which all are taken from: so that what never varies has no variance at all.
  private var centres: [Float] = []

  /// The most numbers that are looked at together, and windows in all.
  private static let mostNumbers = 576, mostWindows = 4096

  /// Nothing yet of so many samples.
  init(_ layer: QuantizedLayer, _ values: ReadChannels.Values, samples: Int) {
    (self.layer, self.values) = (layer, values)
    scale = ByteScale(values.range, factors: values.factors)
    // Whole eights, so that no four that is added up in 16 bits is cut.
    let most = max(Self.mostNumbers / layer.taps / 8 * 8, 8)
    let channels = layer.shape.channels
    blocks = stride(from: 0, to: channels, by: most).map { $0..<min($0 + most, channels) }
    products = blocks.map { [Double](repeating: 0, count: $0.count * layer.taps * $0.count * layer.taps) }
    sums = [Double](repeating: 0, count: layer.count)
    exactSums = sums
    let pixels = layer.windows.rows.output * layer.windows.columns.output
    windowsPerSample = min((Self.mostWindows + samples - 1) / max(samples, 1), pixels)
  }

  /// The mean of a number of the windows, and of its value as a byte.
  func means(_ place: Int) -> (exact: Double, value: Double) {
    (exactSums[place] / count, sums[place] / count + Double(centres[place]))
  }

  /// How the values of a block vary together, [number][number].
  func covariance(_ block: Int) -> [Double] {
    var result = products[block]
    let first = blocks[block].lowerBound * layer.taps, size = blocks[block].count * layer.taps
    for row in 0..<size {
      let mean = sums[first + row] / count
      for column in 0..<size {
        result[row * size + column] = result[row * size + column] / count - mean * (sums[first + column] / count)
      }
    }
    return result
  }

  /// Adds windows of a sample, evenly from all over the map.
  mutating func add(_ sample: Tensor, sample index: Int) {
    let (rows, columns) = (layer.windows.rows, layer.windows.columns)
    let pixels = rows.output * columns.output
    let places = (0..<windowsPerSample).map { number in
      // Not the same places of every sample.
      let place = (number * pixels + index * 7919 % max(pixels, 1)) / windowsPerSample
      return (row: place / columns.output, column: place % columns.output)
    }
    let numbers = sample.values
    for (block, channels) in blocks.enumerated() {
      let size = channels.count * layer.taps
      let exact = FloatBuffer(count: places.count * size), bytes = FloatBuffer(count: places.count * size)
      for (number, place) in places.enumerated() {
        gather(numbers, place, channels, into: exact.pointer + number * size, bytes.pointer + number * size)
      }
      add(block, first: channels.lowerBound * layer.taps, size, places.count, exact, bytes)
    }
    count += Double(places.count)
  }

  private mutating func add(
    _ block: Int, first: Int, _ size: Int, _ windows: Int, _ exact: FloatBuffer, _ bytes: FloatBuffer
  ) {
    if count == 0 {
      centres += (0..<size).map { place in
        let sum = (0..<windows).reduce(0.0) { $0 + Double(bytes.pointer[$1 * size + place]) }
        return Float(sum / Double(windows))
      }
    }
    for window in 0..<windows {
      for place in 0..<size { bytes.pointer[window * size + place] -= centres[first + place] }
    }
    let product = FloatBuffer(count: size * size)
    MatrixProduct(
      a: bytes.pointer, b: bytes.pointer, c: product.pointer, rows: size, columns: size, depth: windows, aRow: 1,
      aColumn: size, bRow: size, cRow: size
    ).multiply()
    products[block].withUnsafeMutableBufferPointer { sums in
      for place in sums.indices { sums[place] += Double(product.pointer[place]) }
    }
    for window in 0..<windows {
      for place in 0..<size {
        sums[first + place] += Double(bytes.pointer[window * size + place])
        exactSums[first + place] += Double(exact.pointer[window * size + place])
      }
    }
  }

  /// The numbers of a window, [channel][tap], and the values of their bytes; around the map lie zeros.
  private func gather(
    _ numbers: [Float], _ place: (row: Int, column: Int), _ channels: Range<Int>,
    into exact: UnsafeMutablePointer<Float>, _ values: UnsafeMutablePointer<Float>
  ) {
    let (rows, columns, shape) = (layer.windows.rows, layer.windows.columns, layer.shape)
    var next = 0
    for channel in channels {
      for tap in 0..<layer.taps {
        let y = place.row * rows.stride - rows.before + tap / columns.kernel * rows.dilation
        let x = place.column * columns.stride - columns.before + tap % columns.kernel * columns.dilation
        let isInside = y >= 0 && y < shape.height && x >= 0 && x < shape.width
        let number = isInside ? numbers[(channel * shape.height + y) * shape.width + x] : 0
        exact[next] = number.isFinite ? number : 0
        values[next] = value(number, channel)
        next += 1
      }
    }
  }

  /// What the byte of a number stands for, before the factor and the offset of its channel.
  private func value(_ number: Float, _ channel: Int) -> Float {
    let own = (number - (values.offsets.isEmpty ? 0 : values.offsets[channel])) / scale.factor(channel)
    let byte = (own / scale.step).rounded(.toNearestOrEven) + Float(scale.zero)
    let within = byte >= 0 ? min(byte, Float(QuantizedWeights.mostOfMap)) : 0
    return (within - Float(scale.zero)) * scale.step
  }
}
