import Testing

@testable import Pictures

@Suite struct ColorProfileTests {
  /// The profile within a picture: the data of a TIFF, which is not packed.
  private static func bytes() throws -> [UInt8] {
    let file = try Reference.file("TIFF Adobe RGB")
    let mark = try #require(file.indices.first { Array(file[$0...].prefix(4)) == Array("acsp".utf8) })
    let size = file[mark - 36..<mark - 32].reduce(0) { $0 << 8 | Int($1) }
    return Array(file[mark - 36..<mark - 36 + size])
  }

  @Test func `a camera's profile is three curves and a matrix`() throws {
    let profile = try #require(ColorProfile(icc: Self.bytes()[...]))
    #expect(profile.space == .rgb)
    #expect(abs(profile.matrix[0][0] - 0.60974) < 1e-4 && abs(profile.matrix[2][1] - 0.06087) < 1e-4)
    #expect(abs(profile.curves[0].light(0.5) - 0.2177) < 1e-3)
  }

  @Test func `primaries without a profile of their own are those of sRGB`() {
    #expect(ColorProfile(primaries: 1, transfer: 13) == nil)
    #expect(ColorProfile(primaries: 9, transfer: 16) == nil)
    #expect(ColorProfile(primaries: 12, transfer: 13) != nil)
  }

  @Test func `no change of a byte and no cut crashes the reader`() throws {
    let whole = try Self.bytes()
    for index in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = whole
        changed[index] = value
        if let profile = ColorProfile(icc: changed[...]) { _ = ColorConversion(from: profile) }
      }
      if let profile = ColorProfile(icc: whole.prefix(index)) { _ = ColorConversion(from: profile) }
    }
  }
}
