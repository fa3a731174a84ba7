/// Numbers rounded to few bits each, and what the bits stand for.
struct QuantizedWeights {
  /// The rounded numbers, packed without gaps, most significant bit first.
  let packed: Bytes
  /// What they stand for (format message `QuantizationParams`).
  let message: WireMessage

  /// Evenly spaced between the least and the greatest number of each channel; channels lie one after the other. Nil where
  /// these lie further apart than single precision reaches, or a number is none.
  init?(linear values: [Float], bits: Int, channels: Int) {
    let levels = Float(1 << bits - 1)
    let length = max(values.count / max(channels, 1), 1)
    var codes: [Int] = []
    codes.reserveCapacity(values.count)
    var scales: [Float] = []
    var biases: [Float] = []
    for start in stride(from: 0, to: values.count, by: length) {
      let channel = values[start..<min(start + length, values.count)]
      let least = channel.min() ?? 0
      let scale = ((channel.max() ?? 0) - least) / levels
      guard scale.isFinite else { return nil }
      scales.append(scale)
      biases.append(least)
      for value in channel {
        codes.append(scale == 0 ? 0 : Int(min(max(((value - least) / scale).rounded(), 0), levels)))
      }
    }
    var linear = WireMessage()
    linear[repeated: 1].floats = scales
    linear[repeated: 2].floats = biases
    packed = QuantizedWeights.pack(codes, bits: bits)
    message = QuantizedWeights.message(bits: bits, number: 101, linear)
  }

  /// Places in a table of 2^bits numbers, found by k-means in one dimension (Lloyd's algorithm from evenly spaced
  /// quantiles): deterministic, and exact where there are no more different numbers than places.
  init(table values: [Float], bits: Int) {
    let table = QuantizedWeights.centers(of: values, count: 1 << bits)
    var wire = WireMessage()
    wire[repeated: 1].floats = table
    packed = QuantizedWeights.pack(values.map { QuantizedWeights.nearest($0, in: table) }, bits: bits)
    message = QuantizedWeights.message(bits: bits, number: 102, wire)
  }

  private static func message(bits: Int, number: Int, _ content: WireMessage) -> WireMessage {
    var wire = WireMessage()
    wire.set(1, bits)
    wire.set(number, message: content)
    return wire
  }

  private static func pack(_ codes: [Int], bits: Int) -> Bytes {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(codes.count * bits / 8 + 1)
    var held = 0
    var heldBits = 0
    for code in codes {
      held = held << bits | code
      heldBits += bits
      while heldBits >= 8 {
        heldBits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> heldBits))
      }
      held &= 0xFF
    }
    if heldBits > 0 { bytes.append(UInt8(truncatingIfNeeded: held << (8 - heldBits))) }
    return bytes[...]
  }

  /// The entries of a palette.
  static func centers(of values: [Float], count: Int) -> [Float] {
    let sorted = values.sorted()
    guard let last = sorted.last else { return [Float](repeating: 0, count: count) }
    var distinct: [Float] = []
    for value in sorted where value != distinct.last {
      distinct.append(value)
      if distinct.count > count { break }
    }
    if distinct.count <= count { return distinct + [Float](repeating: last, count: count - distinct.count) }
    var centers = (0..<count).map { sorted[(2 * $0 + 1) * sorted.count / (2 * count)] }
    for _ in 0..<20 {
      let moved = means(of: sorted, around: centers)
      if moved == centers { break }
      centers = moved
    }
    return centers
  }

  /// The mean of those numbers that are nearest to each centre; a centre that no number is nearest to stays.
  private static func means(of sorted: [Float], around centers: [Float]) -> [Float] {
    var result = centers
    var start = 0
    for index in centers.indices {
      let border = index + 1 < centers.count ? centers[index] / 2 + centers[index + 1] / 2 : .infinity
      var end = start
      var sum = 0.0
      while end < sorted.count, sorted[end] <= border || border == .infinity {
        sum += Double(sorted[end])
        end += 1
      }
      if end > start { result[index] = Float(sum / Double(end - start)) }
      start = end
    }
    return result
  }

  /// The place of the entry nearest to a number, in a palette that ascends.
  static func nearest(_ value: Float, in table: [Float]) -> Int {
    var low = 0
    var high = table.count - 1
    while low < high {
      let middle = (low + high) / 2
      if value <= table[middle] / 2 + table[middle + 1] / 2 { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
