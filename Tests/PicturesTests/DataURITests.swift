import Foundation
import Pictures
import Tensors
import Testing

@Suite struct DataURITests {
  @Test func `a data address carries the scaled picture`() throws {
    let picture = Picture(width: 100, height: 50, red: 10, green: 200, blue: 90)
    let jpeg = try picture.jpegDataURI(longestSide: 20)
    #expect(jpeg.hasPrefix("data:image/jpeg;base64,"))
    let bytes = try #require(Data(base64Encoded: String(jpeg.dropFirst("data:image/jpeg;base64,".count))))
    let back = try Picture(bytes: Array(bytes))
    #expect(back.sides == Sides(width: 20, height: 10))
  }

  @Test func `a PNG address keeps every pixel`() throws {
    let picture = Picture(width: 2, height: 1, pixels: [0, 1, 2, 253, 254, 255])
    let address = try picture.pngDataURI()
    let bytes = try #require(Data(base64Encoded: String(address.dropFirst("data:image/png;base64,".count))))
    #expect(try Picture(bytes: Array(bytes)) == picture)
  }

  @Test func `a tensor holds the channels one after the other`() {
    let picture = Picture(width: 2, height: 1, pixels: [1, 2, 3, 4, 5, 6])
    #expect(picture.tensor == Tensor(shape: [3, 1, 2], values: [1, 4, 2, 5, 3, 6]))
  }
}
