/// What a PNG file says of itself before any pixel is decoded (ISO/IEC 15948, clause 5): its chunks, walked once.
struct PNGStructure: Equatable {
  /// The stored sides; 0 when the header chunk is missing.
  private(set) var width = 0
  private(set) var height = 0
  private(set) var orientation = Orientation.topLeft
  /// Whether the end chunk was reached.
  private(set) var isComplete = false
  /// Where the chunks of an ICC profile and of a gamma lie, with length and checksum; empty without any.
  private var profileChunk = 0..<0, gammaChunk = 0..<0
  /// Whether the samples are grey.
  private var isGrey = false

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
        isGrey = data[data.startIndex + 9] & 2 == 0
      case "iCCP": profileChunk = position..<(position + 12 + length)
      case "gAMA": gammaChunk = position..<(position + 12 + length)
      case "eXIf": orientation = EXIF.orientation(in: data)
      case "IEND":
        isComplete = true
        return
      default: break
      }
      position += 12 + length
    }
  }

  /// The ICC profile of the file whose structure this is; nil without one that is converted.
  func profile(in bytes: [UInt8]) -> ColorProfile? {
    guard !profileChunk.isEmpty else { return nil }
    // A name, a zero and the number of zlib's method stand before the data.
    let content = bytes[profileChunk].dropFirst(8).dropLast(4)
    guard let end = content.prefix(80).firstIndex(of: 0) else { return nil }
    let profile = inflated(content[(end + 1)...].dropFirst(), atMost: ICCChunks.mostBytes)
      .flatMap { ColorProfile(icc: $0[...]) }
    return profile?.space == .grey && !isGrey ? nil : profile
  }

  /// The file without the chunk of its gamma.
  func withoutGamma(_ bytes: [UInt8]) -> [UInt8] {
    gammaChunk.isEmpty ? bytes : Array(bytes[..<gammaChunk.lowerBound] + bytes[gammaChunk.upperBound...])
  }

  /// Four bytes, the most significant first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
