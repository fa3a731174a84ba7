/// Numbers in bytes, the least significant byte first; nil where the bytes do not reach.
struct LittleEndianBytes: Sendable {
  private let bytes: [UInt8]

  /// Reads a file.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many bytes there are.
  var count: Int { bytes.count }

  func byte(at place: Int) -> Int? { number(at: place, bytes: 1) }
  func short(at place: Int) -> Int? { number(at: place, bytes: 2) }
  func medium(at place: Int) -> Int? { number(at: place, bytes: 3) }
  func long(at place: Int) -> Int? { number(at: place, bytes: 4) }
  func signedLong(at place: Int) -> Int? { long(at: place).map { Int(Int32(truncatingIfNeeded: $0)) } }

  /// Four characters; an empty text where there are none.
  func text(at place: Int) -> String {
    place >= 0 && place + 4 <= count ? String(decoding: bytes[place..<(place + 4)], as: UTF8.self) : ""
  }

  private func number(at place: Int, bytes length: Int) -> Int? {
    guard place >= 0, place <= count - length else { return nil }
    return (0..<length).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
