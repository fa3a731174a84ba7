import Foundation

/// Turns samples of another colour profile into sRGB: through light, relative to white, colours outside of sRGB cut to its edge.
///
/// All steps are in whole numbers, so that a picture has the same bits on every machine.
struct ColorConversion: Sendable {
  /// Light has 15 bits, and a factor 13: three products fit into 32.
  private static let full = 32_767.0, unit = 8192.0

  /// The light of each of 256 samples, for each channel.
  private let light: [[Int32]]
  /// From light to light of sRGB: three rows of three.
  private let factors: [Int32]

  /// The conversion from a profile.
  ///
  /// - Returns: nil where nothing is to be done: for sRGB itself, and for the profiles that stand for it but differ in the
  ///   last digits. Also where a profile leads to numbers that are no colours.
  init?(from profile: ColorProfile) {
    let product = Self.multiplied(Self.inverseOfSRGB, profile.matrix)
    // A row of larger factors would not fit into 32 bits.
    guard product.allSatisfy({ $0.reduce(0) { $0 + abs($1) } < 7 }) else { return nil }
    factors = product.joined().map { Int32(($0 * Self.unit).rounded()) }
    light = profile.curves.map { curve in
      (0..<256).map { Int32((curve.light(Double($0) / 255) * Self.full).rounded()) }
    }
    guard changesColours else { return nil }
  }

  /// Converts pixels where they are.
  ///
  /// - Parameters:
  ///   - pixels: red, green and blue of each pixel, then what else it has.
  ///   - channels: how many bytes a pixel has, 3 or more.
  func convert(_ pixels: inout [UInt8], channels: Int) {
    pixels.withUnsafeMutableBufferPointer { pixels in
      Self.samples.withUnsafeBufferPointer { samples in
        light[0].withUnsafeBufferPointer { reds in
          light[1].withUnsafeBufferPointer { greens in
            light[2].withUnsafeBufferPointer { blues in
              factors.withUnsafeBufferPointer { m in
                for place in stride(from: 0, to: pixels.count - channels + 1, by: channels) {
                  let (r, g, b) = (
                    reds[Int(pixels[place])], greens[Int(pixels[place + 1])], blues[Int(pixels[place + 2])]
                  )
                  for row in 0..<3 {
                    let sum = m[3 * row] &* r &+ m[3 * row + 1] &* g &+ m[3 * row + 2] &* b &+ 4096
                    pixels[place + row] = samples[Int(min(max(sum >> 13, 0), 32_767))]
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Whether a colour comes out more than three levels from what it was.
  private var changesColours: Bool {
    let levels = (0...15).map { UInt8($0 * 17) }
    var colours: [UInt8] = (0...255).flatMap { [UInt8($0), UInt8($0), UInt8($0)] }
    for red in levels { for green in levels { for blue in levels { colours += [red, green, blue] } } }
    var converted = colours
    convert(&converted, channels: 3)
    return zip(colours, converted).contains { abs(Int($0) - Int($1)) > 3 }
  }

  /// The sample of sRGB for each light.
  private static let samples: [UInt8] = (0...32_767).map { light in
    let value = Double(light) / full
    let sample = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    return UInt8((sample * 255).rounded())
  }

  /// From X, Y and Z under D50 to light of sRGB.
  private static let inverseOfSRGB = inverse(ColorProfile.sRGB.matrix)

  private static func multiplied(_ left: [[Double]], _ right: [[Double]]) -> [[Double]] {
    left.map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * right[$1][column] } } }
  }

  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    func minor(_ row: Int, _ column: Int) -> Double {
      let (a, b, c, d) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
      return m[a][c] * m[b][d] - m[a][d] * m[b][c]
    }
    let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
    return (0..<3).map { row in (0..<3).map { column in minor(column, row) / determinant } }
  }
}
