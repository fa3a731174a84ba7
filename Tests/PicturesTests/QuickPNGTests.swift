import Foundation
import Pictures
import Testing

@Suite struct QuickPNGTests {
  @Test(arguments: [(1, 1), (3, 2), (64, 65), (257, 3)]) func `a written file reads back the same`(
    width: Int, height: Int
  ) throws {
    let picture = Picture(width: width, height: height, pixels: noise(width * height * 3))
    #expect(try Picture(bytes: Array(picture.quickPNGData())) == picture)
  }

  @Test func `what is even takes little room`() throws {
    let data = try Picture(width: 200, height: 100, red: 3, green: 5, blue: 250).quickPNGData()
    #expect(data.count < 200 * 100 * 3 / 7)
  }
}
