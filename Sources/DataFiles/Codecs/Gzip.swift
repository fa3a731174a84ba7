/// Unpacks gzip files (RFC 1952): one member after another, each checked against its length and checksum.
enum Gzip {
  /// Whether bytes begin as a gzip file does.
  static func isPacked(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
  }

  /// Unpacks a file that becomes at most so many bytes long.
  ///
  /// - Parameters:
  ///   - bits: The file.
  ///   - limit: The most bytes that may come of it.
  ///   - sink: Takes what is unpacked, in order; answers whether it wants more. A member's checksum is known only when all of
  ///     it was taken.
  /// - Throws: `Inflate.Fault`.
  static func unpack(
    _ bits: inout BitReader, limit: Int, to sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(Inflate.Fault) {
    var left = limit
    repeat {
      try skipHeader(&bits)
      var (checksum, count) = (Checksum(), 0)
      try Inflate.unpack(&bits, limit: left) { piece in
        checksum.add(piece)
        count += piece.count
        return sink(piece)
      }
      bits.skipToByte()
      guard try word(&bits) == checksum.value, try word(&bits) == UInt32(truncatingIfNeeded: count) else {
        throw .malformed
      }
      left -= count
    } while !bits.isAtEnd
  }

  /// Unpacks bytes that are in memory.
  static func unpack(_ packed: UnsafeRawBufferPointer, limit: Int) throws(Inflate.Fault) -> [UInt8] {
    var bits = BitReader(packed)
    var bytes: [UInt8] = []
    try unpack(&bits, limit: limit) { piece in
      bytes += piece.octets
      return true
    }
    return bytes
  }

  /// Passes over what stands before the packed data of a member.
  private static func skipHeader(_ bits: inout BitReader) throws(Inflate.Fault) {
    guard try bits.take(8) == 0x1F, try bits.take(8) == 0x8B, try bits.take(8) == 8 else { throw .malformed }
    let flags = try bits.take(8)
    for _ in 0..<6 { _ = try bits.take(8) }
    if flags & 4 != 0 {
      let length = try bits.take(16)
      for _ in 0..<length { _ = try bits.take(8) }
    }
    // The file's name and a comment, each ended by a zero.
    for flag in [8, 16] where flags & flag != 0 {
      while try bits.take(8) != 0 {}
    }
    if flags & 2 != 0 { _ = try bits.take(16) }
  }

  private static func word(_ bits: inout BitReader) throws(Inflate.Fault) -> UInt32 {
    UInt32(try bits.take(16)) | UInt32(try bits.take(16)) << 16
  }
}

/// The checksum of gzip files: CRC-32 (RFC 1952, section 8).
struct Checksum {
  private var word = ~UInt32(0)

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { word, _ in word & 1 == 1 ? word >> 1 ^ 0xEDB8_8320 : word >> 1 }
  }

  /// The checksum of all that was added.
  var value: UInt32 { ~word }

  /// Adds bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    word = Self.table.withUnsafeBufferPointer { table in
      bytes.reduce(word) { word, byte in table[Int((word ^ UInt32(byte)) & 0xFF)] ^ word >> 8 }
    }
  }

  /// The checksum of bytes that are in memory.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var checksum = Checksum()
    bytes.withUnsafeBytes { checksum.add($0) }
    return checksum.value
  }
}
