/// A digest of numbers' bits (FNV-1a; Fowler, Noll and Vo), for tests that expect the same bits on every processor.
public enum Digest {
  /// The digest of bytes.
  public static func of(bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The digest of the bits of numbers in single precision, the lowest byte of each first.
  public static func of(_ numbers: some Sequence<Float>) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for number in numbers {
      let bits = number.bitPattern
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        digest = (digest ^ UInt64(bits >> shift & 0xFF)) &* 0x100_0000_01B3
      }
    }
    return digest
  }
}
