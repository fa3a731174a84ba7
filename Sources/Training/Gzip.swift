/// Unpacks gzip files (RFC 1952): one member after another, each checked against its length and checksum.
enum Gzip {
  /// Whether bytes begin as a gzip file does.
  static func isPacked(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
  }

  /// Unpacks a file that becomes at most so many bytes long.
  static func unpack(_ packed: UnsafeRawBufferPointer, limit: Int) throws(Inflate.Fault) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    repeat {
      let body = try skipHeader(packed, from: start)
      let (bytes, end) = try Inflate.unpack(
        packed, from: body, limit: limit - output.count, hint: 4 * (packed.count - start))
      guard end + 8 <= packed.count else { throw .truncated }
      guard word(packed, end) == Checksum.crc32(bytes), word(packed, end + 4) == UInt32(truncatingIfNeeded: bytes.count)
      else { throw .malformed }
      if output.isEmpty { output = bytes } else { output += bytes }
      start = end + 8
    } while start < packed.count
    return output
  }

  /// Where the packed data of the member that starts here begin.
  private static func skipHeader(_ packed: UnsafeRawBufferPointer, from start: Int) throws(Inflate.Fault) -> Int {
    guard start + 10 <= packed.count else { throw .truncated }
    guard isPacked(UnsafeRawBufferPointer(rebasing: packed[start...])) else { throw .malformed }
    let flags = packed[start + 3]
    var next = start + 10
    if flags & 4 != 0 {
      guard next + 2 <= packed.count else { throw .truncated }
      next += 2 + Int(packed[next]) + Int(packed[next + 1]) << 8
    }
    // The file's name and a comment, each ended by a zero.
    for flag in [8, 16] as [UInt8] where flags & flag != 0 {
      guard next < packed.count, let zero = packed[next...].firstIndex(of: 0) else { throw .truncated }
      next = zero + 1
    }
    if flags & 2 != 0 { next += 2 }
    guard next <= packed.count else { throw .truncated }
    return next
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

/// The checksum of gzip files.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { word, _ in word & 1 == 1 ? word >> 1 ^ 0xEDB8_8320 : word >> 1 }
  }

  /// CRC-32 (RFC 1952, section 8).
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { word, byte in table[Int((word ^ UInt32(byte)) & 0xFF)] ^ word >> 8 }
  }
}
