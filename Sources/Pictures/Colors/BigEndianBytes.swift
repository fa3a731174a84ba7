/// Numbers in bytes, the most significant byte first; nil where the bytes do not reach.
struct BigEndianBytes: Sendable, Equatable {
  private let bytes: ArraySlice<UInt8>

  /// Reads these bytes; the first is at place 0, wherever the slice begins.
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// How many bytes there are.
  var count: Int { bytes.count }

  func short(at place: Int) -> Int? { number(at: place, bytes: 2) }
  func long(at place: Int) -> Int? { number(at: place, bytes: 4) }

  /// A signed number with 16 bits behind the point.
  func fixed(at place: Int) -> Double? {
    long(at: place).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }

  /// Four characters; an empty text where there are none.
  func text(at place: Int) -> String { String(decoding: part(at: place, count: 4)?.bytes ?? [], as: UTF8.self) }

  /// A part of the bytes.
  func part(at place: Int, count: Int) -> BigEndianBytes? {
    guard place >= 0, count >= 0, place <= bytes.count, count <= bytes.count - place else { return nil }
    return BigEndianBytes(bytes[(bytes.startIndex + place)..<(bytes.startIndex + place + count)])
  }

  private func number(at place: Int, bytes count: Int) -> Int? {
    part(at: place, count: count)?.bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
