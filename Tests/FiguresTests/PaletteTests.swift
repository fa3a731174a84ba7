import Foundation
import Testing

@testable import Figures

@Suite struct PaletteTests {
  private static let inks: [Ink] = [.text, .muted, .good, .bad] + (0..<8).map(Ink.series)

  @Test(arguments: inks)
  func `an ink can be seen on both pages, and its twin well on the dark one`(ink: Ink) {
    let pair = Palette.pair(ink)
    #expect(contrast(pair.light, "#ffffff") >= 3)
    #expect(contrast(pair.light, "#111111") >= 3)
    #expect(contrast(pair.dark, "#111111") >= 7)
  }

  @Test func `inks repeat after the eighth, and any number has one`() {
    #expect(Palette.pair(.series(8)) == Palette.pair(.series(0)))
    #expect(Palette.pair(.series(-1)) == Palette.pair(.series(7)))
    #expect(Set((0..<8).map { Palette.pair(.series($0)).light }).count == 8)
  }

  /// Viénot, Brettel and Mollon's way of seeing with the eyes of others, in Machado's matrices (2009, severity 1).
  @Test(arguments: [
    (
      "protanopia",
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    (
      "deuteranopia",
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    (
      "tritanopia",
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
  ])
  func `the first four series are told apart by colour-blind readers`(name: String, matrix: [[Double]]) {
    for side in [\Palette.Pair.light, \.dark] {
      let colours = (0..<4).map { seen(linear(Palette.pair(.series($0))[keyPath: side]), matrix) }
      for first in 0..<4 {
        for second in (first + 1)..<4 {
          let distance = zip(colours[first], colours[second]).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
          #expect(distance > 10, "\(name): series \(first) and \(second)")
        }
      }
    }
  }

  private func linear(_ colour: String) -> [Double] {
    (0..<3).map { place in
      let digits = colour.dropFirst(1 + place * 2).prefix(2)
      let value = Double(Int(digits, radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
  }

  /// The ratio of WCAG 2.1, 1.4.3.
  private func contrast(_ first: String, _ second: String) -> Double {
    let light = [first, second].map { zip(linear($0), [0.2126, 0.7152, 0.0722]).map(*).reduce(0, +) }.sorted()
    return (light[1] + 0.05) / (light[0] + 0.05)
  }

  /// A colour as seen, in CIE L*a*b*.
  private func seen(_ colour: [Double], _ matrix: [[Double]]) -> [Double] {
    let rgb = matrix.map { min(1, max(0, zip($0, colour).map(*).reduce(0, +))) }
    let root = { (value: Double) in value > 0.008856 ? cbrt(value) : 7.787 * value + 16 / 116 }
    let x = root((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047)
    let y = root(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2])
    let z = root((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
}
