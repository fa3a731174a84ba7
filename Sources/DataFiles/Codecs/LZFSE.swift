import Foundation

/// Unpacks LZFSE files, as Apple's tools write them: blocks one after the other, each stored as it is, packed by LZVN, or
/// packed with finite-state entropy codes (the format's reference implementation is lzfse/lzfse).
enum LZFSE {
  /// Whether bytes begin as an LZFSE file does: `bvx` and the kind of the first block.
  static func isPacked(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 4 && bytes[0] == UInt8(ascii: "b") && bytes[1] == UInt8(ascii: "v") && bytes[2] == UInt8(ascii: "x")
      && "-n12$".utf8.contains(bytes[3])
  }

  /// How far back repeats reach.
  private static let reach = 1 << 18
  /// When so much is unpacked it is handed on.
  private static let chunkSize = 1 << 20
  /// The most bytes one block packed by LZVN may become; the format's own packer makes such of a few thousand.
  private static let longestBlock = 1 << 26

  /// Unpacks a file that becomes at most so many bytes long.
  ///
  /// - Parameters:
  ///   - window: The file.
  ///   - limit: The most bytes that may come of it.
  ///   - sink: Takes what is unpacked, in order; answers whether it wants more.
  /// - Throws: `UnpackingError`.
  static func unpack(
    _ window: inout PackedWindow, limit: Int, to sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(UnpackingError) {
    var (output, limit): ([UInt8], Int) = ([], limit)
    func handOn(keeping kept: Int) throws(UnpackingError) {
      let count = output.count - kept
      guard output.withUnsafeBytes({ sink(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else { throw .unwanted }
      output.removeFirst(count)
      limit -= count
    }
    // How much of a block that is stored as it is has not come yet.
    var stored = 0
    while true {
      let isLast = try window.read { (reader) throws(UnpackingError) in
        guard stored == 0 else {
          let count = min(stored, chunkSize)
          output += try reader.slice(count).octets
          stored -= count
          return false
        }
        return try unpackBlock(&reader, limit: limit, &stored, onto: &output)
      }
      if isLast { return try handOn(keeping: 0) }
      if output.count >= chunkSize + reach { try handOn(keeping: reach) }
    }
  }

  /// Unpacks a block; answers whether it was the mark at the end. Of one that is stored only its length is read.
  private static func unpackBlock(
    _ reader: inout LittleEndianReader, limit: Int, _ stored: inout Int, onto output: inout [UInt8]
  ) throws(UnpackingError) -> Bool {
    guard try reader.take(3) == 0x78_7662 else { throw .malformed }
    switch UInt8(truncatingIfNeeded: try reader.take(1)) {
    case UInt8(ascii: "$"): return true
    case UInt8(ascii: "-"):
      stored = Int(try reader.take(4))
      guard stored <= limit - output.count else { throw .tooLong }
    case UInt8(ascii: "n"):
      let (count, length) = (Int(try reader.take(4)), Int(try reader.take(4)))
      guard count <= min(limit - output.count, longestBlock) else { throw .tooLong }
      try LZVN.unpack(try reader.slice(length), count: count, onto: &output)
    case UInt8(ascii: "1"):
      try LZFSEBlock(plain: &reader).unpack(&reader, limit: limit, onto: &output)
    case UInt8(ascii: "2"):
      try LZFSEBlock(packed: &reader).unpack(&reader, limit: limit, onto: &output)
    default: throw .malformed
    }
    return false
  }

  /// Unpacks bytes that are in memory.
  static func unpack(_ packed: UnsafeRawBufferPointer, limit: Int) throws(UnpackingError) -> [UInt8] {
    var window = PackedWindow(packed)
    var bytes: [UInt8] = []
    try unpack(&window, limit: limit) { piece in
      bytes += piece.octets
      return true
    }
    return bytes
  }

  /// Repeats what was written `distance` bytes before, which may run into itself.
  static func copy(_ count: Int, from distance: Int, onto output: inout [UInt8]) throws(UnpackingError) {
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
  mutating func take(_ count: Int) throws(UnpackingError) -> UInt64 {
    guard count <= bytes.count - position else { throw .truncated }
    var number: UInt64 = 0
    for place in 0..<count { number |= UInt64(bytes[position + place]) << UInt64(8 * place) }
    position += count
    return number
  }

  /// So many bytes as they are.
  mutating func slice(_ count: Int) throws(UnpackingError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= bytes.count - position else { throw .truncated }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }
}
