import Figures
import Foundation
import Language
import ModelFile
import Networks
import Pictures
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct OcclusionTests {
  /// A picture whose squares of eight pixels have these shades.
  private func picture(_ shades: [[UInt8]]) -> PixelBuffer {
    let (rows, columns) = (shades.count, shades[0].count)
    let bytes = (0..<rows * 8).flatMap { y in
      (0..<columns * 8).flatMap { x in [UInt8](repeating: shades[y / 8][x / 8], count: 3) }
    }
    return PixelBuffer(width: columns * 8, height: rows * 8, bytes: bytes)
  }

  private func mean(_ picture: PixelBuffer) -> Double {
    picture.bytes.reduce(0) { $0 + Double($1) } / Double(picture.bytes.count)
  }

  @Test func `for a sum over the pixels the falls add up to what all grey would take away`() {
    let picture = picture([[200, 10, 128], [50, 255, 0]])
    let map = Occlusion(of: picture, side: 8) { $0.map(mean) }
    #expect((map.rows, map.columns) == (2, 3))
    let shades: [Double] = [200, 10, 128, 50, 255, 0]
    for (fall, shade) in zip(map.falls, shades) { #expect(abs(fall - (shade - 128) / 6) < 1e-9) }
    #expect(abs(map.falls.reduce(0, +) - (mean(picture) - 128)) < 1e-9)
  }

  @Test func `a painted-in marker is found`() {
    for place in 0..<12 {
      var shades = [[UInt8]](repeating: [UInt8](repeating: 128, count: 4), count: 3)
      shades[place / 4][place % 4] = 255
      let strongest = Occlusion(of: picture(shades), side: 8) { $0.map(mean) }.strongest
      #expect((strongest.row, strongest.column) == (place / 4, place % 4))
      #expect(strongest.fall > 0)
    }
  }

  @Test func `squares cover a picture whose sides they do not divide, 7 by 7 on 227 pixels`() {
    let picture = PixelBuffer(width: 227, height: 227, bytes: [UInt8](repeating: 255, count: 227 * 227 * 3))
    var asked = 0
    let map = Occlusion(of: picture) { pictures in
      asked = pictures.count
      return pictures.map(mean)
    }
    #expect(asked == 50 && map.falls.count == 49)
    #expect(abs(map.falls.reduce(0, +) - 127) < 1e-6, "every pixel is under one square")
  }

  @Test func `the overlay colours what matters and fades the rest`() {
    let picture = picture([[255, 128]])
    let overlay = Occlusion(of: picture, side: 8) { $0.map(mean) }.overlay(on: picture)
    let left = Array(overlay.pixels[0..<3]), right = Array(overlay.pixels[24..<27])
    #expect(left[0] > left[2], "in colour")
    #expect(right[0] == right[1] && right[1] == right[2], "in grey")
  }
}
