import Testing

@testable import Pictures

@Suite struct ColorConversionTests {
  private static let curves = [ToneCurve.sRGB, .sRGB, .sRGB]

  @Test func `sRGB and what differs from it in the last digits change nothing`() {
    #expect(ColorConversion(from: .sRGB) == nil)
    let nearly = ColorProfile.sRGB.matrix.map { $0.map { $0 + 0.0002 } }
    #expect(ColorConversion(from: ColorProfile(curves: Self.curves, matrix: nearly)) == nil)
  }

  @Test func `the red of Display P3 lies outside of sRGB, its greys stay`() throws {
    let profile = try #require(ColorProfile(primaries: 12, transfer: 13))
    let conversion = try #require(ColorConversion(from: profile))
    var pixels: [UInt8] = [255, 0, 0, 128, 128, 128, 0, 0, 0, 255, 255, 255, 200, 100, 50]
    conversion.convert(&pixels, channels: 3)
    #expect(Array(pixels.prefix(12)) == [255, 0, 0, 128, 128, 128, 0, 0, 0, 255, 255, 255])
    #expect(pixels[12] > 205 && pixels[13] < 100)
  }

  @Test func `opacity is left alone`() throws {
    let profile = try #require(ColorProfile(primaries: 9, transfer: 1))
    var pixels: [UInt8] = [10, 200, 30, 77, 1, 2]
    try #require(ColorConversion(from: profile)).convert(&pixels, channels: 4)
    #expect(pixels[3...] == [77, 1, 2])
  }

  @Test func `a profile of no colours is left alone`() {
    for value in [Double.nan, .infinity, 100] {
      let matrix = [[value, 0, 0], [0, 1, 0], [0, 0, 1]]
      #expect(ColorConversion(from: ColorProfile(curves: Self.curves, matrix: matrix)) == nil)
    }
  }
}
