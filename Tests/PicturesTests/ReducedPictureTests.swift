import Foundation
import Testing

@testable import Pictures

@Suite struct ReducedPictureTests {
  @Test(arguments: [
    (800, 600, 300, 2), (800, 600, 301, 1), (4032, 3024, 454, 4), (4032, 3024, 224, 8), (3024, 4032, 454, 4),
    (227, 227, 454, 1), (1, 1, 1, 1), (16, 8, 1, 8),
  ])
  func `the shorter side keeps enough pixels`(_ example: (width: Int, height: Int, enough: Int, divisor: Int)) {
    #expect(
      ReducedPicture.divisor(width: example.width, height: example.height, enough: example.enough) == example.divisor)
  }

  @Test func `the sides are the file's by 1, 2, 4 or 8, upright, and rounded up`() throws {
    for name in [
      "JPEG 4:4:4", "JPEG 4:2:0", "JPEG CMYK", "JPEG progressive", "JPEG orientation 6", "JPEG orientation 8",
    ] {
      try withFile(Reference.file(name)) { url in
        let whole = try Picture(contentsOf: url)
        for divisor in [1, 2, 4, 8] where min(whole.width, whole.height) / divisor > 0 {
          let reduced = try ReducedPicture(contentsOf: url, enough: min(whole.width, whole.height) / divisor)
          #expect((reduced.width, reduced.height) == (whole.width, whole.height))
          let sides = ((whole.width + divisor - 1) / divisor, (whole.height + divisor - 1) / divisor)
          #expect((reduced.picture.width, reduced.picture.height) == sides, "\(name) by \(divisor)")
        }
      }
    }
  }

  @Test(arguments: [1, 2, 4, 8])
  func `each pixel is the mean of those it stands for`(divisor: Int) throws {
    var pixels: [UInt8] = []
    for y in 0..<240 {
      for x in 0..<320 { pixels += [UInt8(x * 4 / 5), UInt8(y), UInt8(96 + (x + y) % 64)] }
    }
    let scene = Picture(width: 320, height: 240, pixels: pixels)
    try withFile(Array(scene.jpegData(quality: 0.95))) { url in
      let whole = try Picture(contentsOf: url)
      let reduced = try ReducedPicture(contentsOf: url, enough: 240 / divisor).picture
      var worst = 0
      for place in 0..<reduced.width * reduced.height {
        let (x, y) = (place % reduced.width * divisor, place / reduced.width * divisor)
        for channel in 0..<2 {
          var sum = 0
          for row in y..<y + divisor {
            for column in x..<x + divisor { sum += Int(whole.pixels[(row * whole.width + column) * 3 + channel]) }
          }
          let mean = sum / (divisor * divisor)
          worst = max(worst, abs(mean - Int(reduced.pixels[place * 3 + channel])))
        }
      }
      #expect(worst <= (divisor == 1 ? 0 : 6))
    }
  }

  @Test func `a PNG is decoded whole`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "whet-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: url) }
    let picture = Picture(width: 40, height: 30, red: 1, green: 2, blue: 3)
    try picture.pngData().write(to: url)
    #expect(try ReducedPicture(contentsOf: url, enough: 2) == ReducedPicture(picture: picture, width: 40, height: 30))
  }

  @Test func `what cannot be read is told as of whole pictures`() throws {
    let url = URL(filePath: "/nowhere/x.jpg")
    #expect(throws: PictureError(file: "/nowhere/x.jpg", problem: .missing)) {
      try ReducedPicture(contentsOf: url, enough: 10)
    }
  }

  private func withFile(_ bytes: [UInt8], _ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "whet-\(UUID().uuidString).jpg")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    try body(url)
  }
}
