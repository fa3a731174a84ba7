/// Makes UTF-8 of UTF-16, piece by piece. What is no UTF-16 becomes the sign for that.
struct UTF16Text {
  private let isBigEndian: Bool
  private var half: UInt8?
  private var high: UInt16?

  /// Nothing has come yet.
  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// The next bytes as UTF-8.
  mutating func utf8(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(piece.count)
    for byte in piece {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      take(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first), &text)
    }
    return text
  }

  private mutating func take(_ unit: UInt16, _ text: inout [UInt8]) {
    if UTF16.isTrailSurrogate(unit), let lead = high {
      high = nil
      let value = 0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(unit & 0x3FF))
      if let scalar = Unicode.Scalar(value) { text += Array(String(Character(scalar)).utf8) }
      return
    }
    if high != nil { text += [0xEF, 0xBF, 0xBD] }
    high = nil
    if UTF16.isLeadSurrogate(unit) {
      high = unit
    } else if let scalar = Unicode.Scalar(unit) {
      // The byte order mark is no text.
      if unit != 0xFEFF { text += Array(String(Character(scalar)).utf8) }
    } else {
      text += [0xEF, 0xBF, 0xBD]
    }
  }
}
