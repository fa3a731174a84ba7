import Foundation

/// From a stored sample to light: a curve of an ICC profile (ICC.1:2022, 10.6 and 10.18).
struct ToneCurve: Sendable, Equatable {
  private enum Form: Equatable {
    /// Samples of the curve at equal distances, from 0 to 1.
    case table([Double])
    /// `(a·x + b)^g + e` from `d` on, `c·x + f` below.
    case formula(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)
  }

  private let form: Form

  /// The curve of sRGB (IEC 61966-2-1).
  static let sRGB = ToneCurve(
    form: .formula(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045, e: 0, f: 0))

  private init(form: Form) { self.form = form }

  /// Reads a curve as a profile holds it, of type `curv` or `para`.
  ///
  /// - Returns: nil for data of another type, or too short for what it says.
  init?(_ data: BigEndianBytes) {
    switch data.text(at: 0) {
    case "curv":
      guard let count = data.long(at: 8), count <= Self.mostSamples else { return nil }
      let samples = (0..<count).compactMap { data.short(at: 12 + 2 * $0) }
      guard samples.count == count else { return nil }
      form = Self.form(ofTable: samples)
    case "para":
      guard let kind = data.short(at: 8), Self.parameterCounts.indices.contains(kind) else { return nil }
      let values = (0..<Self.parameterCounts[kind]).compactMap { data.fixed(at: 12 + 4 * $0) }
      guard values.count == Self.parameterCounts[kind] else { return nil }
      form = Self.form(ofParameters: values)
    default: return nil
    }
  }

  /// The most samples of a table; profiles have at most 4,096.
  private static let mostSamples = 65_536
  /// How many numbers each kind of `para` has.
  private static let parameterCounts = [1, 3, 4, 5, 7]

  private static func form(ofTable samples: [Int]) -> Form {
    switch samples.count {
    case 0: .formula(g: 1, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0)
    // One sample is an exponent, in 256ths.
    case 1: .formula(g: Double(samples[0]) / 256, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0)
    default: .table(samples.map { Double($0) / 65_535 })
    }
  }

  private static func form(ofParameters values: [Double]) -> Form {
    let (g, a, b) = (values[0], values.count > 1 ? values[1] : 1, values.count > 2 ? values[2] : 0)
    let start = a == 0 ? 0 : -b / a
    return switch values.count {
    case 1: .formula(g: g, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0)
    case 3: .formula(g: g, a: a, b: b, c: 0, d: start, e: 0, f: 0)
    case 4: .formula(g: g, a: a, b: b, c: 0, d: start, e: values[3], f: values[3])
    case 5: .formula(g: g, a: a, b: b, c: values[3], d: values[4], e: 0, f: 0)
    default: .formula(g: g, a: a, b: b, c: values[3], d: values[4], e: values[5], f: values[6])
    }
  }

  /// The light of a sample.
  ///
  /// - Parameter sample: from 0 to 1.
  /// - Returns: from 0 to 1, whatever the profile says.
  func light(_ sample: Double) -> Double {
    let light: Double
    switch form {
    case .table(let samples):
      let place = sample * Double(samples.count - 1)
      let index = min(Int(place), samples.count - 2)
      light = samples[index] + (samples[index + 1] - samples[index]) * (place - Double(index))
    case .formula(let g, let a, let b, let c, let d, let e, let f):
      light = sample >= d ? pow(max(0, a * sample + b), g) + e : c * sample + f
    }
    return light.isFinite ? min(max(light, 0), 1) : 0
  }
}
