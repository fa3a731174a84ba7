import Tensors

/// Halves as files have them: two bytes each, least significant first.
extension HalfPrecision {
  /// The numbers that these bytes stand for.
  static func expand(_ bytes: Bytes) -> [Float] {
    let count = bytes.count / 2
    return [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      bytes.withUnsafeBytes { source in
        for index in 0..<count {
          buffer[index] = number(source.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
        }
      }
      filled = count
    }
  }

  /// The bytes of the halves nearest to these numbers.
  static func compress(_ numbers: [Float]) -> Bytes {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 2)
    for number in numbers {
      let half = bits(number)
      bytes.append(UInt8(truncatingIfNeeded: half))
      bytes.append(UInt8(truncatingIfNeeded: half >> 8))
    }
    return bytes[...]
  }
}
