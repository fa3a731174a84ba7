/// What a GIF file says of its first picture before any pixel is decoded (GIF89a specification): its blocks, walked up to that
/// picture's end.
struct GIFStructure: Equatable {
  /// A part of the screen, in pixels.
  struct Frame: Equatable {
    var x = 0, y = 0, width = 0, height = 0
  }

  /// The sides of the screen, or of the first picture where it is larger; 0 when there is none.
  private(set) var width = 0
  private(set) var height = 0
  /// Where on the screen the first picture lies.
  private(set) var frame = Frame()
  private(set) var isInterlaced = false
  /// The index that is transparent.
  private(set) var transparentIndex: Int?
  /// Where the colours lie: three bytes each, at most 256 of them; empty without any.
  private(set) var palette = 0..<0
  /// How many bits the first codes' values have.
  private(set) var codeBits = 0
  /// The blocks of compressed data, one behind the other.
  private(set) var data: [Range<Int>] = []
  /// Whether the first picture's data ends as it should.
  private(set) var isComplete = false

  /// Walks the blocks of a file.
  init(_ bytes: [UInt8]) {
    let file = LittleEndianBytes(bytes)
    guard let width = file.short(at: 6), let height = file.short(at: 8), let flags = file.byte(at: 10) else { return }
    var position = 13
    guard let whole = Self.palette(flags: flags, at: &position, in: file) else { return }
    while let introducer = file.byte(at: position) {
      position += 1
      switch introducer {
      case 0x21:
        guard let label = file.byte(at: position) else { return }
        // Of a graphic control: how many bytes follow, flags, a delay, the transparent index.
        if label == 0xF9, let flags = file.byte(at: position + 2), let index = file.byte(at: position + 5) {
          transparentIndex = flags & 1 == 1 ? index : nil
        }
        position += 1
        guard Self.blocks(at: &position, in: file, { _ in }) else { return }
      case 0x2C:
        readPicture(at: position, in: file, whole: whole)
        if self.width > 0 { (self.width, self.height) = (max(width, self.width), max(height, self.height)) }
        return
      default: return
      }
    }
  }

  private mutating func readPicture(at start: Int, in file: LittleEndianBytes, whole: Range<Int>) {
    guard let x = file.short(at: start), let y = file.short(at: start + 2), let width = file.short(at: start + 4),
      let height = file.short(at: start + 6), let flags = file.byte(at: start + 8), width > 0, height > 0
    else { return }
    frame = Frame(x: x, y: y, width: width, height: height)
    (self.width, self.height) = (x + width, y + height)
    isInterlaced = flags & 0x40 != 0
    var position = start + 9
    guard let own = Self.palette(flags: flags, at: &position, in: file), let bits = file.byte(at: position)
    else { return }
    palette = own.isEmpty ? whole : own
    codeBits = bits
    position += 1
    var found: [Range<Int>] = []
    isComplete = Self.blocks(at: &position, in: file) { found.append($0) }
    data = found
  }

  /// The colours that flags announce, and the place behind them; nil where the file ends before.
  private static func palette(flags: Int, at position: inout Int, in file: LittleEndianBytes) -> Range<Int>? {
    guard flags & 0x80 != 0 else { return position..<position }
    let start = position
    position += 3 << (flags & 7 + 1)
    return position <= file.count ? start..<position : nil
  }

  /// Steps over blocks up to the empty one that ends them. Whether it is there.
  private static func blocks(at position: inout Int, in file: LittleEndianBytes, _ body: (Range<Int>) -> Void) -> Bool {
    while let length = file.byte(at: position) {
      position += 1
      if length == 0 { return true }
      guard position + length <= file.count else { return false }
      body(position..<(position + length))
      position += length
    }
    return false
  }
}
