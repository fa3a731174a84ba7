/// Half-precision numbers (IEEE 754 binary16) as they are stored: two bytes each, least significant first.
enum HalfPrecision {
  /// The single-precision numbers that these bytes stand for; exact, subnormals and infinities included.
  static func expand(_ bytes: Bytes) -> [Float] {
    let count = bytes.count / 2
    return [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      bytes.withUnsafeBytes { source in
        for index in 0..<count {
          buffer[index] = Float(Float16(bitPattern: source.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)))
        }
      }
      filled = count
    }
  }

  /// The half-precision bytes nearest to these numbers, ties to even; too large ones become infinite.
  static func compress(_ numbers: [Float]) -> Bytes {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 2)
    for number in numbers {
      let half = Float16(number).bitPattern
      bytes.append(UInt8(truncatingIfNeeded: half))
      bytes.append(UInt8(truncatingIfNeeded: half >> 8))
    }
    return bytes[...]
  }
}
