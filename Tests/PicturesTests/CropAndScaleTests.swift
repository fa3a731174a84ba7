import Pictures
import Testing

@Suite struct CropAndScaleTests {
  @Test(arguments: try Reference.resizing())
  func `row 21: every way of scaling gives Pillow's very bytes`(scaling: Reference.Resizing) throws {
    let picture = Picture(width: scaling.width, height: scaling.height, pixels: Array(scaling.pixels))
    let way = try #require(CropAndScale(rawValue: scaling.way))
    let result = picture.resized(width: scaling.newWidth, height: scaling.newHeight, way)
    #expect(result.sides == Sides(width: scaling.newWidth, height: scaling.newHeight))
    #expect(result.pixels == Array(scaling.expected))
  }

  @Test func `row 20: a stretched picture keeps the colours of its four corners`() {
    var card = Picture(width: 300, height: 100, red: 128, green: 128, blue: 128).pixels
    let corners = [(0, 0), (299, 0), (0, 99), (299, 99)]
    for (index, corner) in corners.enumerated() {
      for dx in 0..<20 {
        for dy in 0..<20 {
          let place = ((abs(corner.1 - dy)) * 300 + abs(corner.0 - dx)) * 3
          card.replaceSubrange(place..<place + 3, with: [UInt8(index * 60), 255, 10])
        }
      }
    }
    let result = Picture(width: 300, height: 100, pixels: card).resized(width: 227, height: 227)
    for (index, place) in [0, 226, 226 * 227, 227 * 227 - 1].enumerated() {
      #expect(Array(result.pixels[place * 3..<place * 3 + 3]) == [UInt8(index * 60), 255, 10])
    }
  }

  @Test func `one colour stays that colour at every size`() {
    for width in 1...20 {
      for height in 1...20 {
        let picture = Picture(width: width, height: height, red: 255, green: 254, blue: 1)
        for way in [CropAndScale.scaleFill, .centerCrop] {
          let result = picture.resized(width: 7, height: 11, way)
          #expect(result == Picture(width: 7, height: 11, red: 255, green: 254, blue: 1))
        }
      }
    }
  }

  @Test(arguments: [
    (4000, 3000, 64, 64, 48), (3000, 4000, 64, 48, 64), (64, 64, 64, 64, 64), (10, 5, 64, 10, 5), (1000, 1, 10, 10, 1),
  ])
  func `a thumbnail keeps proportions and is never enlarged`(
    width: Int, height: Int, side: Int, newWidth: Int, newHeight: Int
  ) {
    let result = Picture(width: width, height: height, red: 1, green: 2, blue: 3).thumbnail(longestSide: side)
    #expect(result == Picture(width: newWidth, height: newHeight, red: 1, green: 2, blue: 3))
  }

  @Test(arguments: [(4000, 3000, 341, 256), (3000, 4000, 256, 341), (224, 224, 224, 224), (256, 9999, 256, 9999)])
  func `an imported photo is scaled to its smallest side`(width: Int, height: Int, newWidth: Int, newHeight: Int) {
    let result = Picture(width: width, height: height, red: 1, green: 2, blue: 3).scaled(smallestSide: 256)
    #expect(result.sides == Sides(width: newWidth, height: newHeight))
  }

  @Test func `flips mirror, and twice is once`() {
    let picture = Picture(width: 2, height: 2, pixels: [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    let mirrored = picture.flipped(horizontally: true, vertically: false)
    #expect(mirrored.pixels == [2, 2, 2, 1, 1, 1, 4, 4, 4, 3, 3, 3])
    #expect(picture.flipped(horizontally: false, vertically: true).pixels == [3, 3, 3, 4, 4, 4, 1, 1, 1, 2, 2, 2])
    #expect(mirrored.flipped(horizontally: true, vertically: false) == picture)
  }
}
