/// Unpacks what LZVN packed: instructions of one to three bytes, each to take so many bytes as they are and then to repeat so
/// many from before.
///
/// In the layouts below L counts bytes taken as they are, M bytes repeated (less 3 where both stand together), and D is how
/// far before; where D is missing it is the last one.
enum LZVN {
  /// Unpacks a block that becomes exactly so many bytes long.
  static func unpack(
    _ packed: UnsafeRawBufferPointer, count: Int, onto output: inout [UInt8]
  ) throws(UnpackingError) {
    var reader = LittleEndianReader(packed)
    let end = output.count + count
    var distance = 0
    while let step = try next(&reader, distance) {
      distance = step.distance
      guard step.literals + step.match <= end - output.count else { throw .malformed }
      output += try reader.slice(step.literals).octets
      try LZFSE.copy(step.match, from: distance, onto: &output)
    }
    guard output.count == end else { throw .malformed }
  }

  private struct Step {
    var literals = 0, match = 0
    var distance: Int
  }

  /// The next instruction; nil for the one that ends the block.
  private static func next(_ reader: inout LittleEndianReader, _ last: Int) throws(UnpackingError) -> Step? {
    let code = Int(try reader.take(1))
    switch code {
    case 0x06: return nil
    case 0x0E, 0x16: return Step(distance: last)
    case 0x1E, 0x26, 0x2E, 0x36, 0x3E, 0x70...0x7F, 0xD0...0xDF: throw .malformed
    case 0xA0...0xBF:  // 101LLMMM DDDDDDMM DDDDDDDD
      let rest = Int(try reader.take(2))
      return Step(literals: code >> 3 & 3, match: (code & 7) << 2 + (rest & 3) + 3, distance: rest >> 2)
    case 0xE0: return Step(literals: Int(try reader.take(1)) + 16, distance: last)
    case 0xE1...0xEF: return Step(literals: code & 15, distance: last)
    case 0xF0: return Step(match: Int(try reader.take(1)) + 16, distance: last)
    case 0xF1...0xFF: return Step(match: code & 15, distance: last)
    default:
      let (literals, match) = (code >> 6, (code >> 3 & 7) + 3)
      switch code & 7 {
      case 7: return Step(literals: literals, match: match, distance: Int(try reader.take(2)))
      case 6: return Step(literals: literals, match: match, distance: last)
      default: return Step(literals: literals, match: match, distance: (code & 7) << 8 | Int(try reader.take(1)))
      }
    }
  }
}
