/// Puts together an ICC profile that a JPEG file holds in segments (ICC.1:2022, B.4): each has its number and how many there are.
struct ICCChunks: Equatable {
  /// The most bytes of a profile that is looked at; those that are converted have a few hundred.
  static let mostBytes = 4 << 20

  /// What a segment of a profile begins with.
  static let mark = Array("ICC_PROFILE\0".utf8)

  private var parts: [Int: ArraySlice<UInt8>] = [:]
  private var count = 0

  /// Takes what stands behind the mark in a segment.
  mutating func add(_ segment: ArraySlice<UInt8>) {
    guard segment.count > 2 else { return }
    count = Int(segment[segment.startIndex + 1])
    parts[Int(segment[segment.startIndex])] = segment.dropFirst(2)
  }

  /// The whole profile; nil where there is none, or a part of it is missing.
  var profile: ArraySlice<UInt8>? {
    guard count > 0, parts.count == count else { return nil }
    let found = (1...count).compactMap { parts[$0] }
    return found.count == count ? ArraySlice(found.joined()) : nil
  }
}
