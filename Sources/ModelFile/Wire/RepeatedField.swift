/// A repeated field of a message: all its values, read as what the field holds. Setting them to what they are leaves their
/// bytes as they lie, packed or not.
struct RepeatedField {
  /// The values in wire format, in order.
  var values: [WireValue]

  /// All messages.
  var messages: [WireMessage] {
    get { payloads.map(WireMessage.init) }
    set { if newValue != messages { values = newValue.map { .bytes($0.bytes) } } }
  }

  /// All texts.
  var texts: [String] {
    get { payloads.map { String(decoding: $0, as: UTF8.self) } }
    set { if newValue != texts { values = newValue.map { .bytes(Bytes($0.utf8)) } } }
  }

  /// All whole numbers, packed or not.
  var unsigned: [UInt64] {
    var result: [UInt64] = []
    for value in values {
      if case .varint(let number) = value { result.append(number) }
      guard case .bytes(let packed) = value else { continue }
      var reader = WireReader(packed)
      while reader.position < packed.endIndex, let number = try? reader.varint() { result.append(number) }
    }
    return result
  }

  /// All sizes, each held to what an `Int` can hold.
  var counts: [Int] { unsigned.map { Int(clamping: $0) } }

  /// All whole numbers with sign; they are written packed.
  var integers: [Int] {
    get { unsigned.map { Int(truncatingIfNeeded: $0) } }
    set {
      guard newValue != integers else { return }
      var packed = WireWriter()
      for value in newValue { packed.varint(UInt64(bitPattern: Int64(value))) }
      values = newValue.isEmpty ? [] : [.bytes(packed.bytes[...])]
    }
  }

  /// How many single-precision numbers there are, without unpacking them.
  var floatCount: Int {
    values.reduce(0) { count, value in
      switch value {
      case .fixed32: count + 1
      case .bytes(let packed): count + packed.count / 4
      case .varint, .fixed64, .group: count
      }
    }
  }

  /// All single-precision numbers, packed or not; they are written packed.
  var floats: [Float] {
    get {
      var result: [Float] = []
      result.reserveCapacity(floatCount)
      for value in values {
        if case .fixed32(let bits) = value { result.append(Float(bitPattern: bits)) }
        if case .bytes(let packed) = value { result.append(packed: packed) }
      }
      return result
    }
    set { values = newValue.isEmpty ? [] : [.bytes(newValue.withUnsafeBytes { Bytes($0) })] }
  }

  private var payloads: [Bytes] { values.compactMap { if case .bytes(let value) = $0 { value } else { nil } } }
}

extension [Float] {
  /// Appends numbers of four bytes each, least significant byte first.
  mutating func append(packed bytes: Bytes) {
    let count = bytes.count / 4
    let numbers = [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      bytes.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source.prefix(count * 4)))
      }
      filled = count
    }
    if isEmpty { self = numbers } else { append(contentsOf: numbers) }
  }
}
