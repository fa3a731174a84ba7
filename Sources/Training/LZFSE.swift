import Foundation

/// Unpacks LZFSE files, as Apple's tools write them: blocks one after the other, each stored as it is, packed by LZVN, or
/// packed with finite-state entropy codes (the format's reference implementation is lzfse/lzfse).
enum LZFSE {
  /// Whether bytes begin as an LZFSE file does: `bvx` and the kind of the first block.
  static func isPacked(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 4 && bytes[0] == UInt8(ascii: "b") && bytes[1] == UInt8(ascii: "v") && bytes[2] == UInt8(ascii: "x")
      && "-n12$".utf8.contains(bytes[3])
  }

  /// Unpacks a file that becomes at most so many bytes long.
  static func unpack(_ packed: UnsafeRawBufferPointer, limit: Int) throws(Inflate.Fault) -> [UInt8] {
    var output: [UInt8] = []
    var reader = LittleEndianReader(packed)
    while true {
      guard try reader.take(3) == 0x78_7662 else { throw .malformed }
      switch UInt8(truncatingIfNeeded: try reader.take(1)) {
      case UInt8(ascii: "$"): return output
      case UInt8(ascii: "-"):
        let count = Int(try reader.take(4))
        guard count <= limit - output.count else { throw .tooLong }
        output += try reader.slice(count)
      case UInt8(ascii: "n"):
        let (count, length) = (Int(try reader.take(4)), Int(try reader.take(4)))
        guard count <= limit - output.count else { throw .tooLong }
        try LZVN.unpack(try reader.slice(length), count: count, onto: &output)
      case UInt8(ascii: "1"):
        try LZFSEBlock(plain: &reader).unpack(&reader, limit: limit, onto: &output)
      case UInt8(ascii: "2"):
        try LZFSEBlock(packed: &reader).unpack(&reader, limit: limit, onto: &output)
      default: throw .malformed
      }
    }
  }

  /// Repeats what was written `distance` bytes before, which may run into itself.
  static func copy(_ count: Int, from distance: Int, onto output: inout [UInt8]) throws(Inflate.Fault) {
    guard count > 0 else { return }
    guard distance > 0, distance <= output.count else { throw .malformed }
    if distance >= count {
      output += output[output.count - distance..<output.count - distance + count]
    } else {
      for _ in 0..<count { output.append(output[output.count - distance]) }
    }
  }
}

/// Reads numbers of whole bytes, the least significant byte first.
struct LittleEndianReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// A number of up to eight bytes.
  mutating func take(_ count: Int) throws(Inflate.Fault) -> UInt64 {
    guard count <= bytes.count - position else { throw .truncated }
    var number: UInt64 = 0
    for place in 0..<count { number |= UInt64(bytes[position + place]) << UInt64(8 * place) }
    position += count
    return number
  }

  /// So many bytes as they are.
  mutating func slice(_ count: Int) throws(Inflate.Fault) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= bytes.count - position else { throw .truncated }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }
}
