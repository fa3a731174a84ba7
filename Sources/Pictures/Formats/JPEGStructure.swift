import Foundation

/// What a JPEG file says of itself before any pixel is decoded (ITU-T T.81, annex B): its markers, walked once.
struct JPEGStructure: Equatable {
  /// The stored sides; 0 as long as no frame header was met.
  private(set) var width = 0
  private(set) var height = 0
  /// Bits per sample; decoders here read 8.
  private(set) var precision = 8
  /// 1 for grey, 3 for colour, 4 for CMYK.
  private(set) var components = 0
  /// The marker of the frame header: 0xC0 baseline, 0xC2 progressive …
  private(set) var process: UInt8 = 0
  /// The ICC profile, in its segments.
  private var profileChunks = ICCChunks()
  private(set) var orientation = Orientation.topLeft
  /// Whether the end-of-image marker was reached.
  private(set) var isComplete = false

  /// The ICC profile; nil without one that is converted.
  var profile: ColorProfile? {
    let profile = profileChunks.profile.flatMap { ColorProfile(icc: $0) }
    return profile?.space == .grey && components != 1 ? nil : profile
  }

  /// Walks the markers of a file up to the end-of-image marker, or as far as the bytes go.
  init(_ bytes: [UInt8]) {
    var position = 2
    while let marker = nextMarker(in: bytes, at: &position) {
      if marker == Marker.endOfImage {
        isComplete = true
        return
      }
      guard !Marker.standsAlone(marker) else { continue }
      guard position + 2 <= bytes.count else { return }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2, position + length <= bytes.count else { return }
      read(marker, bytes[(position + 2)..<(position + length)])
      position += length
    }
  }

  /// Finds the next marker and steps behind it. Stuffed zeros and restart markers inside of compressed data are data.
  private func nextMarker(in bytes: [UInt8], at position: inout Int) -> UInt8? {
    while let found = bytes.firstIndex(of: 0xFF, from: position) {
      var next = found + 1
      while next < bytes.count, bytes[next] == 0xFF { next += 1 }
      guard next < bytes.count else { return nil }
      position = next + 1
      if bytes[next] != 0 { return bytes[next] }
    }
    return nil
  }

  private mutating func read(_ marker: UInt8, _ segment: ArraySlice<UInt8>) {
    let start = segment.startIndex
    if Marker.isFrame(marker), process == 0, segment.count >= 6 {
      process = marker
      precision = Int(segment[start])
      height = Int(segment[start + 1]) << 8 | Int(segment[start + 2])
      width = Int(segment[start + 3]) << 8 | Int(segment[start + 4])
      components = Int(segment[start + 5])
    } else if marker == Marker.application1, orientation == .topLeft, segment.starts(with: Marker.exif) {
      orientation = EXIF.orientation(in: segment.dropFirst(Marker.exif.count))
    } else if marker == Marker.application2, segment.starts(with: ICCChunks.mark) {
      profileChunks.add(segment.dropFirst(ICCChunks.mark.count))
    }
  }
}

private enum Marker {
  static let endOfImage: UInt8 = 0xD9
  static let application1: UInt8 = 0xE1
  static let application2: UInt8 = 0xE2
  static let exif = Array("Exif\0\0".utf8)

  /// Restart markers, start of image and TEM have no segment behind them.
  static func standsAlone(_ marker: UInt8) -> Bool { (0xD0...0xD8).contains(marker) || marker == 0x01 }

  /// SOF0 … SOF15, among which lie three that are no frame headers: DHT, JPG and DAC.
  static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }
}

extension [UInt8] {
  /// The place of the first such byte at or behind a place. Compressed data is long: the C library's search is fast in
  /// debug builds, too.
  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + start, Int32(byte), count - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }
}
