import Tensors

/// How a network's numbers are stored in the file.
public enum WeightPrecision: Sendable, Equatable {
  /// Numbers that have not changed stay as they are in the model they came from, changed and new ones are single
  /// precision.
  case asStored
  /// Four bytes each.
  case float32
  /// Two bytes each.
  case float16
  /// So many bits each (1 to 8), evenly spaced between the least and the greatest of each output channel.
  case linear(bits: Int)
  /// So many bits each (1 to 8), places in a table of 2^bits numbers.
  case lookupTable(bits: Int)
}

extension WeightPrecision {
  /// How numbers are written that cannot stay as they are; nil when they cannot be stored this way.
  func encode(_ values: [Float], channels: Int) -> WireMessage? {
    guard self == .float32 || values.allSatisfy(holds) else { return nil }
    return encode(held: values, channels: channels)
  }

  private func encode(held values: [Float], channels: Int) -> WireMessage? {
    switch self {
    case .asStored, .float32: WeightParameters.float32(values)
    case .float16: WeightParameters.float16(values)
    case .linear(let bits): WeightParameters.linear(values, bits: bits, channels: channels)
    case .lookupTable(let bits): WeightParameters.lookupTable(values, bits: bits)
    }
  }

  /// Whether a number can be stored this way: quantised ones have to be finite, a finite one must not be too large for half
  /// precision.
  private func holds(_ value: Float) -> Bool {
    switch self {
    case .asStored, .float32: true
    case .float16: !value.isFinite || abs(value) < 65520
    case .linear, .lookupTable: value.isFinite
    }
  }

  /// Whether numbers are rounded to fewer bits than half precision has.
  var quantizes: Bool {
    switch self {
    case .linear, .lookupTable: true
    case .asStored, .float32, .float16: false
    }
  }

  /// Whether numbers that are already stored this way may stay so.
  func keeps(_ encoding: WeightParameters.Encoding) -> Bool {
    switch (self, encoding) {
    case (_, .several), (_, .raw): false
    case (.asStored, _): true
    case (.float32, .float32), (.float16, .float16): true
    case (.linear(let wanted), .linear(let bits)), (.lookupTable(let wanted), .lookupTable(let bits)): wanted == bits
    default: false
    }
  }
}

extension WeightParameters {
  static func float32(_ values: [Float]) -> WireMessage {
    var wire = WireMessage()
    wire[repeated: 1].floats = values
    return wire
  }

  static func float16(_ values: [Float]) -> WireMessage {
    var wire = WireMessage()
    wire.set(2, data: HalfPrecision.compress(values))
    return wire
  }

  static func linear(_ values: [Float], bits: Int, channels: Int) -> WireMessage? {
    guard let quantized = QuantizedWeights(linear: values, bits: bits, channels: channels) else { return nil }
    var wire = WireMessage()
    wire.set(30, data: quantized.packed)
    wire.set(40, message: quantized.message)
    return wire
  }

  static func lookupTable(_ values: [Float], bits: Int) -> WireMessage {
    let quantized = QuantizedWeights(table: values, bits: bits)
    var wire = WireMessage()
    wire.set(30, data: quantized.packed)
    wire.set(40, message: quantized.message)
    return wire
  }
}
