/// Reads the one thing of a photo's EXIF data that changes its pixels: the orientation.
///
/// EXIF data is a TIFF file in small (Exif 2.32, 4.5.2): a byte order, the offset of the first directory, and in it
/// entries of twelve bytes. Data that contradicts itself counts as upright: a photo is not refused for its notes.
enum EXIF {
  /// The orientation noted in EXIF data (from its byte-order mark on).
  static func orientation(in data: ArraySlice<UInt8>) -> Orientation {
    let reader = TIFFReader(data)
    guard let reader, let directory = reader.long(at: 4), let entries = reader.short(at: directory) else {
      return .topLeft
    }
    for index in 0..<min(entries, 512) {
      let entry = directory + 2 + index * 12
      guard let tag = reader.short(at: entry), let type = reader.short(at: entry + 2) else { break }
      guard tag == orientationTag else { continue }
      guard type == shortType, let value = reader.short(at: entry + 8) else { break }
      return Orientation(rawValue: UInt16(value)) ?? .topLeft
    }
    return .topLeft
  }

  private static let orientationTag = 0x0112
  private static let shortType = 3
}

/// Numbers of a TIFF file in its own byte order; nil where the data is too short.
private struct TIFFReader {
  private let data: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  /// Starts reading; nil when the data does not begin with a byte-order mark.
  init?(_ data: ArraySlice<UInt8>) {
    self.data = data
    if data.starts(with: [0x49, 0x49, 0x2A, 0x00]) {
      isLittleEndian = true
    } else if data.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
      isLittleEndian = false
    } else {
      return nil
    }
  }

  func short(at offset: Int) -> Int? { number(at: offset, bytes: 2) }
  func long(at offset: Int) -> Int? { number(at: offset, bytes: 4) }

  private func number(at offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset <= data.count - bytes else { return nil }
    let field = data[(data.startIndex + offset)...].prefix(bytes)
    return (isLittleEndian ? Array(field.reversed()) : Array(field)).reduce(0) { $0 << 8 | Int($1) }
  }
}
