/// Appends fields in Protocol Buffers' wire format.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  /// Makes room beforehand, where the final size is known.
  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Appends bytes as they are: fields that already are in wire format.
  mutating func append(raw: Bytes) { bytes.append(contentsOf: raw) }

  /// Appends a field: its tag and its value.
  mutating func append(_ number: Int, _ value: WireValue) {
    switch value {
    case .varint(let value):
      tag(number, 0)
      varint(value)
    case .fixed64(let value):
      tag(number, 1)
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    case .bytes(let value):
      tag(number, 2)
      varint(UInt64(value.count))
      bytes.append(contentsOf: value)
    case .group(let value):
      tag(number, 3)
      bytes.append(contentsOf: value)
      tag(number, 4)
    case .fixed32(let value):
      tag(number, 5)
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// Appends the beginning of a field of so many bytes, which are to follow.
  mutating func begin(_ number: Int, count: Int) {
    tag(number, 2)
    varint(UInt64(count))
  }

  /// Appends a number of seven bits a byte, in as few bytes as it needs.
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func tag(_ number: Int, _ type: UInt64) { varint(UInt64(number) << 3 | type) }
}
