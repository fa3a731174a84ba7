/// Half-precision numbers (IEEE 754 binary16) as they are stored: two bytes each, least significant first.
///
/// Written out because neither every processor nor every Swift platform has the type.
enum HalfPrecision {
  /// The single-precision numbers that these bytes stand for; exact, subnormals and infinities included.
  static func expand(_ bytes: Bytes) -> [Float] {
    let count = bytes.count / 2
    return [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      bytes.withUnsafeBytes { source in
        for index in 0..<count {
          buffer[index] = expand(source.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
        }
      }
      filled = count
    }
  }

  /// The single-precision number that these half-precision bits stand for, without a branch.
  ///
  /// A normal number keeps its fraction and gets its exponent moved; a subnormal one is its fraction times 2^-24, which
  /// single precision holds as a normal number.
  @inline(__always)
  static func expand(_ half: UInt16) -> Float {
    let bits = UInt32(half)
    let shifted = (bits & 0x7FFF) << 13
    let exponent = bits & 0x7C00
    let subnormal = (Float(Int32(bitPattern: bits & 0x03FF)) * 0x1p-24).bitPattern
    let finite = exponent == 0 ? subnormal : shifted &+ (112 << 23)
    return Float(bitPattern: (exponent == 0x7C00 ? shifted | 0x7F80_0000 : finite) | (bits & 0x8000) << 16)
  }

  /// The half-precision bytes nearest to these numbers, ties to even; too large ones become infinite.
  static func compress(_ numbers: [Float]) -> Bytes {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 2)
    for number in numbers {
      let half = compress(number)
      bytes.append(UInt8(truncatingIfNeeded: half))
      bytes.append(UInt8(truncatingIfNeeded: half >> 8))
    }
    return bytes[...]
  }

  private static func compress(_ number: Float) -> UInt16 {
    let bits = number.bitPattern
    let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
    let magnitude = bits & 0x7FFF_FFFF
    if magnitude > 0x7F80_0000 { return sign | 0x7E00 }
    if magnitude >= 0x477F_F000 { return sign | 0x7C00 }
    if magnitude < 0x3880_0000 {
      return sign | UInt16((abs(number) * 0x1p24).rounded(.toNearestOrEven))
    }
    let rebased = magnitude - (112 << 23)
    let rounded = (rebased + 0x0FFF + (rebased >> 13 & 1)) >> 13
    return sign | UInt16(truncatingIfNeeded: rounded)
  }
}
