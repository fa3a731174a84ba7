import Foundation
import Testing

@testable import Pictures

struct PictureChangesTests {
  /// Three by two pixels whose red counts from 10, green from 100; blue is 7.
  private static let small = Picture(
    width: 3, height: 2, pixels: (0..<6).flatMap { [UInt8(10 + $0), UInt8(100 + $0), 7] })

  private func reds(_ picture: Picture) -> [Int] {
    stride(from: 0, to: picture.pixels.count, by: 3).map { Int(picture.pixels[$0]) }
  }

  @Test(arguments: [
    (false, false, [10, 11, 12, 13, 14, 15]), (true, false, [12, 11, 10, 15, 14, 13]),
    (false, true, [13, 14, 15, 10, 11, 12]), (true, true, [15, 14, 13, 12, 11, 10]),
  ])
  func `flips`(horizontally: Bool, vertically: Bool, expected: [Int]) {
    let flipped = Self.small.flipped(horizontally: horizontally, vertically: vertically)
    #expect(reds(flipped) == expected)
    #expect(flipped.flipped(horizontally: horizontally, vertically: vertically) == Self.small)
  }

  /// A square picture turned by quarters moves every pixel to another one's place, exactly.
  @Test func `a quarter turn is exact`() {
    let square = Picture(width: 3, height: 3, pixels: (0..<9).flatMap { [UInt8($0 * 20), 0, 0] })
    #expect(reds(square.turned(by: 90)) == [120, 60, 0, 140, 80, 20, 160, 100, 40])
    #expect(square.turned(by: 180) == square.flipped(horizontally: true, vertically: true))
    #expect(square.turned(by: 0) == square)
    #expect(square.turned(by: 360) == square)
  }

  @Test func `a shift of one pixel repeats the edge`() {
    #expect(reds(Self.small.turned(by: 0, shift: (1 / 3.0, 0))) == [10, 10, 11, 13, 13, 14])
    #expect(reds(Self.small.turned(by: 0, shift: (0, -0.5))) == [13, 14, 15, 13, 14, 15])
  }

  @Test func `a zoom by two shows the middle half, between pixels by bilinear shares`() {
    let row = Picture(width: 4, height: 1, pixels: [0, 40, 80, 120].flatMap { [UInt8($0), 0, 0] })
    #expect(reds(row.turned(by: 0, zoom: 2)) == [30, 50, 70, 90])
    #expect(reds(row.turned(by: 0, zoom: 0.5)) == [0, 20, 100, 120])
  }

  @Test func `a part is cut out`() {
    #expect(reds(Self.small.cropped(x: 1, y: 0, width: 2, height: 2)) == [11, 12, 14, 15])
    #expect(Self.small.cropped(x: 0, y: 0, width: 3, height: 2) == Self.small)
  }

  @Test func `light is a factor for each channel, cut at 255`() {
    let lit = Self.small.lit(red: 2, green: 3, blue: 0)
    #expect(Array(lit.pixels[0..<6]) == [20, 255, 0, 22, 255, 0])
    #expect(Self.small.lit(red: 1, green: 1, blue: 1) == Self.small)
  }

  @Test func `a blur spreads a point evenly and keeps its sum`() {
    var pixels = [UInt8](repeating: 0, count: 15 * 15 * 3)
    pixels[(7 * 15 + 7) * 3] = 250
    let blurred = Picture(width: 15, height: 15, pixels: pixels).blurred(deviation: 1)
    #expect(blurred.pixels[(7 * 15 + 7) * 3] == 40)
    #expect(abs(reds(blurred).reduce(0, +) - 250) <= 25)
    for step in 1...3 {
      let around = [(7, 7 - step), (7, 7 + step), (7 - step, 7), (7 + step, 7)].map { reds(blurred)[$0.0 * 15 + $0.1] }
      // Rounded after each of its two passes, to the side and downwards.
      #expect((around.max() ?? 0) - (around.min() ?? 0) <= 1)
    }
    let plain = Picture(width: 5, height: 4, red: 9, green: 8, blue: 7)
    #expect(plain.blurred(deviation: 2) == plain)
    #expect(Self.small.blurred(deviation: 0) == Self.small)
  }

  @Test(arguments: [(1, 1), (1, 7), (5, 1), (3, 4)])
  func `every change takes pictures of any sides`(width: Int, height: Int) {
    let picture = Picture(width: width, height: height, red: 50, green: 60, blue: 70)
    for changed in [
      picture.turned(by: 33, zoom: 1.3, shift: (0.4, -0.9)), picture.blurred(deviation: 3),
      picture.flipped(horizontally: true, vertically: true), picture.lit(red: 1, green: 1, blue: 1),
    ] { #expect(changed == picture) }
  }
}
