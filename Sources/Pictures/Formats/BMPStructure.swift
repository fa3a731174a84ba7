/// What a BMP file says of itself before any pixel is decoded: the headers of Windows and of OS/2.
struct BMPStructure: Equatable {
  /// How pixels are stored.
  enum PixelFormat: Equatable {
    /// Indices of colours of so many bits.
    case indices(bits: Int)
    /// Runs of equal indices, of four or eight bits.
    case runs(bits: Int)
    /// Whole numbers of so many bytes, whose bits are the channels: red, green, blue and opacity.
    case channels(bytes: Int, masks: [Int])
    /// Any other; its number.
    case other(Int)
  }

  /// The sides; 0 when the header is incomplete.
  private(set) var width = 0
  private(set) var height = 0
  private(set) var isTopDown = false
  private(set) var packing = PixelFormat.other(0)
  /// Where the colours of the palette lie, how many bytes each has, and how many there are.
  private(set) var paletteStart = 0
  private(set) var colourBytes = 4
  private(set) var colours = 0
  /// Where the pixels begin.
  private(set) var start = 0

  /// Reads the headers of a file.
  init(_ bytes: [UInt8]) {
    let file = LittleEndianBytes(bytes)
    guard let start = file.long(at: 10), let header = file.long(at: 14) else { return }
    self.start = start
    let isOld = header == 12
    guard isOld || header >= 40,
      let width = isOld ? file.short(at: 18) : file.signedLong(at: 18),
      let height = isOld ? file.short(at: 20) : file.signedLong(at: 22), let bits = file.short(at: isOld ? 24 : 28),
      let compression = isOld ? 0 : file.long(at: 30), let used = isOld ? 0 : file.long(at: 46), width > 0, height != 0
    else { return }
    (self.width, self.height, isTopDown) = (width, abs(height), height < 0)
    colourBytes = isOld ? 3 : 4
    // Masks stand behind a header of 40 bytes, within those of more: at the same place.
    paletteStart = 14 + header + (header == 40 && compression == 3 ? 12 : header == 40 && compression == 6 ? 16 : 0)
    let most = bits <= 8 ? 1 << bits : 0
    colours = max(0, min(used == 0 ? most : min(used, most), (min(start, file.count) - paletteStart) / colourBytes))
    packing = Self.packing(bits: bits, compression: compression, header: header, in: file)
  }

  private static func packing(bits: Int, compression: Int, header: Int, in file: LittleEndianBytes) -> PixelFormat {
    switch (compression, bits) {
    case (0, 1), (0, 2), (0, 4), (0, 8): return .indices(bits: bits)
    case (1, 8), (2, 4): return .runs(bits: bits)
    case (0, 16): return .channels(bytes: 2, masks: [0x7C00, 0x3E0, 0x1F, 0])
    case (0, 24), (0, 32): return .channels(bytes: bits / 8, masks: [0xFF0000, 0xFF00, 0xFF, 0])
    case (3, 16), (3, 32), (6, 16), (6, 32):
      let count = header >= 56 || compression == 6 ? 4 : 3
      let masks = (0..<count).compactMap { file.long(at: 54 + 4 * $0) }
      guard masks.count == count else { return .other(compression) }
      return .channels(bytes: bits / 8, masks: masks + (count == 3 ? [0] : []))
    default: return .other(compression)
    }
  }
}
