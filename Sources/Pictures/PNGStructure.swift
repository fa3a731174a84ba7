/// What a PNG file says of itself before any pixel is decoded (ISO/IEC 15948, clause 5): its chunks, walked once.
struct PNGStructure: Equatable {
  /// The stored sides; 0 when the header chunk is missing.
  private(set) var width = 0
  private(set) var height = 0
  private(set) var orientation = Orientation.topLeft
  /// Whether the end chunk was reached.
  private(set) var isComplete = false

  /// Walks the chunks of a file up to the end chunk, or as far as the bytes go.
  init(_ bytes: [UInt8]) {
    var position = 8
    while position + 12 <= bytes.count {
      let length = Self.number(bytes[position..<(position + 4)])
      guard length <= bytes.count - position - 12 else { return }
      let data = bytes[(position + 8)..<(position + 8 + length)]
      switch String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self) {
      case "IHDR" where width == 0 && length == 13:
        width = Self.number(data.prefix(4))
        height = Self.number(data.dropFirst(4).prefix(4))
      case "eXIf": orientation = EXIF.orientation(in: data)
      case "IEND":
        isComplete = true
        return
      default: break
      }
      position += 12 + length
    }
  }

  /// Four bytes, the most significant first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
