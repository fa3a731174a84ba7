/// How numbers of few bits stand for single-precision ones (format message `QuantizationParams`).
enum Quantization {
  /// w = q · scale + bias, one of each for all or one for each channel.
  case linear(bits: Int, scales: [Float], biases: [Float])
  /// w = table[q].
  case lookupTable(bits: Int, table: [Float])

  init?(_ wire: WireMessage) {
    let bits = wire.count(1)
    switch wire.oneOf([101, 102]) {
    case (101, let linear)?:
      self = .linear(bits: bits, scales: linear[repeated: 1].floats, biases: linear[repeated: 2].floats)
    case (_, let table)?: self = .lookupTable(bits: bits, table: table[repeated: 1].floats)
    case nil: return nil
    }
  }

  var bits: Int {
    switch self {
    case .linear(let bits, _, _), .lookupTable(let bits, _): bits
    }
  }

  /// Checks the settings against the layer they are for.
  func verify(_ layout: WeightLayout) throws(WeightError) {
    guard (1...8).contains(bits) else { throw WeightError(.bits(bits)) }
    switch self {
    case .lookupTable(let bits, let table):
      guard table.count == 1 << bits else {
        throw WeightError(.tableLength(expected: 1 << bits, actual: table.count))
      }
    case .linear(_, let scales, let biases):
      let counts = [1, layout.channels, layout.channels * layout.groups]
      guard counts.contains(scales.count), biases.isEmpty || biases.count == scales.count else {
        throw WeightError(.scaleCount(channels: counts[2], scales: scales.count, biases: biases.count))
      }
    }
  }

  /// Expands `layout.count` numbers of `bits` bits each, packed without gaps, most significant bit first.
  ///
  /// Precondition: `verify` found nothing, and there are enough bytes.
  func expand(_ bytes: Bytes, layout: WeightLayout) -> [Float] {
    switch self {
    case .lookupTable(let bits, let table):
      return Quantization.map(bytes, bits: bits, count: layout.count) { _, code in table[code] }
    case .linear(let bits, let scales, let biases):
      let offsets = biases.isEmpty ? [Float](repeating: 0, count: scales.count) : biases
      if scales.count == 1 {
        let (scale, offset) = (scales[0], offsets[0])
        return Quantization.map(bytes, bits: bits, count: layout.count) { _, code in Float(code) * scale + offset }
      }
      return Quantization.map(bytes, bits: bits, count: layout.count) { index, code in
        let channel = layout.channel(of: index, of: scales.count)
        return Float(code) * scales[channel] + offsets[channel]
      }
    }
  }

  private static func map(_ bytes: Bytes, bits: Int, count: Int, _ value: (Int, Int) -> Float) -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      var held = 0
      var heldBits = 0
      var position = bytes.startIndex
      for index in 0..<count {
        if heldBits < bits {
          held = (held << 8 | Int(bytes[position])) & 0xFFFF
          heldBits += 8
          position += 1
        }
        heldBits -= bits
        buffer[index] = value(index, held >> heldBits & (1 << bits - 1))
      }
      filled = count
    }
  }
}

/// How many numbers a layer wants and which output channel each belongs to.
struct WeightLayout {
  /// The lengths of the axes.
  let shape: [Int]
  /// The axis of the output channels: the first, but the second in a deconvolution.
  let channelAxis: Int
  /// The groups of a deconvolution, whose output channels the shape names once for all of them; 1 elsewhere.
  let groups: Int
  /// How many numbers that makes.
  let count: Int
  private let stride: Int

  /// Nil when the shape describes more numbers than a machine can address.
  init?(_ shape: [Int], channelAxis: Int = 0, groups: Int = 1) {
    guard let count = shape.product else { return nil }
    self.shape = shape
    self.channelAxis = channelAxis
    self.groups = groups
    self.count = count
    stride = shape.dropFirst(channelAxis + 1).reduce(1, *)
  }

  var channels: Int { shape.indices.contains(channelAxis) ? shape[channelAxis] : 1 }

  /// Which of so many scales a number has: its channel's, or in a deconvolution of groups its channel's in its group.
  func channel(of index: Int, of scales: Int) -> Int {
    let channel = index / stride % channels
    guard groups > 1, scales > channels else { return scales == 1 ? 0 : channel }
    return index / (stride * channels) / (shape[0] / groups) * channels + channel
  }
}

extension Collection<Int> {
  /// The product of non-negative numbers; nil when one is negative or the product cannot be held.
  var product: Int? {
    var result = 1
    for factor in self {
      let (product, overflow) = result.multipliedReportingOverflow(by: factor)
      guard factor >= 0, !overflow else { return nil }
      result = product
    }
    return result
  }
}
