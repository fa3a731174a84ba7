import Tensors

/// Numbers of a layer as they are stored (format message `WeightParams`); expanded only when asked for.
public struct WeightParameters: Sendable, Equatable {
  /// The ways to store numbers.
  public enum Encoding: Sendable, Equatable {
    /// Single precision.
    case float32
    /// Half precision.
    case float16
    /// Whole numbers of so many bits, with a scale and an offset, per channel or for all.
    case linear(bits: Int)
    /// Places in a table of 2^bits numbers.
    case lookupTable(bits: Int)
    /// Whole numbers of 8 bits with sign, and a scale.
    case int8
    /// Raw bytes without a word on what they mean.
    case raw
    /// More than one of these at once.
    case several
  }

  let wire: WireMessage

  init(_ wire: WireMessage) { self.wire = wire }

  /// How the numbers are stored; nil when there are none.
  public var encoding: Encoding? {
    let filled = filledFields
    guard let field = filled.first else { return nil }
    guard filled.count == 1 else { return .several }
    switch field {
    case 1: return .float32
    case 2: return .float16
    case 31: return .int8
    default:
      switch wire.message(40).flatMap(Quantization.init) {
      case .linear(let bits, _, _): return .linear(bits: bits)
      case .lookupTable(let bits, _): return .lookupTable(bits: bits)
      case nil: return .raw
      }
    }
  }

  /// Whether training may change them.
  public var isUpdatable: Bool { wire.bool(50) }

  /// Whether there is a word on quantisation, sensible or not.
  public var isQuantized: Bool { wire.message(40) != nil }

  /// How many bytes the numbers take in the file.
  public var byteCount: Int { wire.bytes.count }

  /// How many bytes the numbers take in single precision, at most seven numbers too many.
  var unpackedByteCount: Int {
    switch encoding {
    case .float16: 2 * wire.data(2).count
    case .int8: 4 * wire.data(31).count
    case .linear(let bits), .lookupTable(let bits): wire.data(30).count * 8 / max(1, bits) * 4
    case .float32, .raw, .several, nil: byteCount
    }
  }

  /// How many numbers there are, where the file alone tells: quantised ones of less than 8 bits may be followed by a few
  /// empty bits, so their layer has to say.
  var storedCount: Int? {
    switch encoding {
    case .float32: wire[repeated: 1].floatCount
    case .float16: wire.data(2).count / 2
    case .int8: wire.data(31).count
    case .linear(8), .lookupTable(8): wire.data(30).count
    default: nil
    }
  }

  /// Which of the four fields for numbers hold any.
  private var filledFields: [Int] {
    [1, 2, 30, 31].filter { $0 == 1 ? wire[repeated: 1].floatCount > 0 : !wire.data($0).isEmpty }
  }

  /// The numbers in single precision.
  func values(_ layout: WeightLayout) throws(WeightError) -> [Float] {
    let filled = filledFields
    guard filled.count < 2 else { throw WeightError(.severalEncodings) }
    switch filled.first {
    case nil:
      guard layout.count == 0 else { throw WeightError(.missing) }
      return []
    case 1:
      try expect(layout.count, wire[repeated: 1].floatCount)
      return wire[repeated: 1].floats
    case 2:
      let bytes = wire.data(2)
      guard bytes.count.isMultiple(of: 2) else {
        throw WeightError(.byteCount(expected: layout.count * 2, actual: bytes.count))
      }
      try expect(layout.count, bytes.count / 2)
      return HalfPrecision.expand(bytes)
    case 31: return try signedBytes(layout)
    default: return try quantized(layout)
    }
  }

  private func quantized(_ layout: WeightLayout) throws(WeightError) -> [Float] {
    guard let quantization = wire.message(40).flatMap(Quantization.init) else { throw WeightError(.noQuantization) }
    try quantization.verify(layout)
    let bytes = wire.data(30)
    // Counted in bits only after the number of values is known to fit: a byte holds at most eight of them.
    guard layout.count <= bytes.count * 8, (layout.count * quantization.bits + 7) / 8 <= bytes.count else {
      let needed = layout.count.multipliedReportingOverflow(by: quantization.bits)
      throw WeightError(
        .byteCount(expected: needed.overflow ? Int.max : (needed.partialValue - 1) / 8 + 1, actual: bytes.count))
    }
    return quantization.expand(bytes, layout: layout)
  }

  private func signedBytes(_ layout: WeightLayout) throws(WeightError) -> [Float] {
    let bytes = wire.data(31)
    try expect(layout.count, bytes.count)
    guard case .linear(_, let scales, let biases)? = wire.message(40).flatMap(Quantization.init) else {
      throw WeightError(.noQuantization)
    }
    try Quantization.linear(bits: 8, scales: scales, biases: biases).verify(layout)
    return bytes.enumerated().map { index, byte in
      let channel = layout.channel(of: index, of: scales.count)
      return Float(Int8(bitPattern: byte)) * scales[channel] + (biases.isEmpty ? 0 : biases[channel])
    }
  }

  private func expect(_ expected: Int, _ actual: Int) throws(WeightError) {
    guard expected == actual else { throw WeightError(.count(expected: expected, actual: actual)) }
  }
}

/// A `WeightProblem` on its way to the layer it is in.
struct WeightError: Error {
  let problem: WeightProblem

  init(_ problem: WeightProblem) { self.problem = problem }
}
