import Testing

@testable import Pictures

@Suite struct ToneCurveTests {
  @Test func `the curve of sRGB is straight near black`() {
    #expect(abs(ToneCurve.sRGB.light(0.04) - 0.04 / 12.92) < 1e-12)
    #expect(abs(ToneCurve.sRGB.light(0.5) - 0.21404) < 1e-5)
    #expect(ToneCurve.sRGB.light(1) == 1)
  }

  @Test func `curves of one number, of samples and without either are read`() throws {
    let head = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0]
    #expect(try curve(head + [0]).light(0.3) == 0.3)
    #expect(abs(try curve(head + [1, 2, 0]).light(0.5) - 0.25) < 1e-12)
    #expect(abs(try curve(head + [3, 0, 0, 0, 0, 255, 255]).light(0.75) - 0.5) < 1e-12)
  }

  @Test func `formulas of every kind are read`() throws {
    // 2 as an exponent, then a = 1, b = 0, c = 0.5, d = 0.25, e = 0, f = 0.
    let numbers: [UInt8] =
      [0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0, 64, 0] + [UInt8](repeating: 0, count: 8)
    for (kind, count) in [(0, 1), (1, 3), (3, 5), (4, 7)] {
      let data = Array("para".utf8) + [0, 0, 0, 0, 0, UInt8(kind), 0, 0] + numbers.prefix(4 * count)
      #expect(abs(try curve(data).light(0.5) - 0.25) < 1e-12, "kind \(kind)")
      #expect(abs(try curve(data).light(0.125) - (kind >= 3 ? 0.0625 : 0.015625)) < 1e-12, "kind \(kind)")
    }
  }

  @Test func `other data is no curve`() {
    #expect(ToneCurve(BigEndianBytes(Array("mft2".utf8)[...])) == nil)
    #expect(ToneCurve(BigEndianBytes((Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 9])[...])) == nil)
    #expect(ToneCurve(BigEndianBytes((Array("para".utf8) + [0, 0, 0, 0, 0, 9, 0, 0])[...])) == nil)
  }

  private func curve(_ data: [UInt8]) throws -> ToneCurve { try #require(ToneCurve(BigEndianBytes(data[...]))) }
}
