/// What a WebP file says of itself before any pixel is decoded (RFC 9649): its chunks, walked once.
struct WebPStructure {
  /// The first picture of an animation.
  struct Frame: Equatable {
    let x: Int, y: Int, width: Int, height: Int
    /// Where its own chunks lie.
    let data: Range<Int>
  }

  /// The sides of an animation's canvas; 0 for a picture that is not animated.
  private(set) var width = 0
  private(set) var height = 0
  /// The first picture of an animation.
  private(set) var frame: Frame?
  private(set) var orientation = Orientation.topLeft
  private(set) var profile: ColorProfile?
  /// Whether all bytes are there that the file says it has.
  private(set) var isComplete = false
  /// Whether the file is an animation.
  private(set) var isAnimated = false

  /// Walks the chunks of a file.
  init(_ bytes: [UInt8]) {
    let file = LittleEndianBytes(bytes)
    guard let size = file.long(at: 4), size + 8 <= bytes.count else { return }
    isComplete = true
    var position = 12
    while position + 8 <= size + 8, let length = file.long(at: position + 4) {
      let start = position + 8
      guard length <= bytes.count - start else { return }
      read(file.text(at: position), start..<(start + length), bytes, file)
      position = start + length + length % 2
    }
  }

  private mutating func read(_ name: String, _ content: Range<Int>, _ bytes: [UInt8], _ file: LittleEndianBytes) {
    let start = content.lowerBound
    switch name {
    case "VP8X" where content.count >= 10:
      isAnimated = bytes[start] & 2 != 0
      (width, height) = ((file.medium(at: start + 4) ?? 0) + 1, (file.medium(at: start + 7) ?? 0) + 1)
    case "ANMF" where content.count > 16 && frame == nil:
      frame = Frame(
        x: 2 * (file.medium(at: start) ?? 0), y: 2 * (file.medium(at: start + 3) ?? 0),
        width: (file.medium(at: start + 6) ?? 0) + 1, height: (file.medium(at: start + 9) ?? 0) + 1,
        data: (start + 16)..<content.upperBound)
    case "ICCP" where content.count <= ICCChunks.mostBytes: profile = ColorProfile(icc: bytes[content])
    case "EXIF":
      // Some programs write the mark of a JPEG's segment before it.
      let mark = Array("Exif\0\0".utf8)
      let data = bytes[content]
      orientation = EXIF.orientation(in: data.starts(with: mark) ? data.dropFirst(mark.count) : data)
    default: break
    }
  }
}
