/// What the samples of a picture mean as colours: for each channel a curve from sample to light, and what each light adds to
/// CIE's X, Y and Z under D50.
///
/// Profiles of three curves and a matrix are read, and those of one curve for grey: cameras, telephones and screens have such
/// ones. Profiles with tables of colours, of printers above all, are not.
struct ColorProfile: Sendable, Equatable {
  /// Which samples a profile is about.
  enum Space: Sendable, Equatable { case rgb, grey }

  let space: Space
  /// The curves of red, green and blue; three equal ones for grey.
  let curves: [ToneCurve]
  /// X, Y and Z of red, green and blue at their full light: three rows of three columns, a column for each channel.
  let matrix: [[Double]]

  /// A profile of three channels.
  init(curves: [ToneCurve], matrix: [[Double]]) {
    space = .rgb
    self.curves = curves
    self.matrix = matrix
  }

  /// Reads an ICC profile (ICC.1:2022 and those before it).
  ///
  /// - Returns: nil for a profile that contradicts itself, or is of a kind that is not converted.
  init?(icc bytes: ArraySlice<UInt8>) {
    let data = BigEndianBytes(bytes)
    guard data.text(at: 36) == "acsp", data.text(at: 20) == "XYZ ", let count = data.long(at: 128) else { return nil }
    var tags: [String: BigEndianBytes] = [:]
    for index in 0..<min(count, 256) {
      let entry = 132 + 12 * index
      guard let start = data.long(at: entry + 4), let size = data.long(at: entry + 8) else { return nil }
      tags[data.text(at: entry)] = data.part(at: start, count: size)
    }
    switch data.text(at: 16) {
    case "GRAY":
      guard let curve = tags["kTRC"].flatMap(ToneCurve.init) else { return nil }
      space = .grey
      curves = [curve, curve, curve]
      matrix = Self.sRGB.matrix
    case "RGB ":
      let curves = ["rTRC", "gTRC", "bTRC"].compactMap { tags[$0].flatMap(ToneCurve.init) }
      let columns = ["rXYZ", "gXYZ", "bXYZ"].compactMap { tags[$0].flatMap(Self.point) }
      guard curves.count == 3, columns.count == 3 else { return nil }
      space = .rgb
      self.curves = curves
      matrix = (0..<3).map { row in columns.map { $0[row] } }
    default: return nil
    }
  }

  /// Primaries and transfer as numbers of ITU-T H.273: those of Display P3 and of BT.2020 on the curve of sRGB.
  ///
  /// - Returns: nil for all others: sRGB's own, and those of high dynamic range, which are not converted.
  init?(primaries: Int, transfer: Int) {
    // BT.709, unspecified, BT.601, sRGB and BT.2020's two; decoders show all of them on the curve of sRGB.
    guard [1, 2, 6, 13, 14, 15].contains(transfer) else { return nil }
    switch primaries {
    case 9: self.init(curves: [.sRGB, .sRGB, .sRGB], matrix: Self.bt2020)
    case 12: self.init(curves: [.sRGB, .sRGB, .sRGB], matrix: Self.displayP3)
    default: return nil
    }
  }

  /// The profile every picture has once it is decoded.
  static let sRGB = ColorProfile(
    curves: [.sRGB, .sRGB, .sRGB],
    matrix: [
      [0.4360657, 0.3851515, 0.1430784], [0.2224932, 0.7168870, 0.0606169], [0.0139160, 0.0970764, 0.7140961],
    ])

  private static let displayP3 = [
    [0.515121, 0.291977, 0.157104], [0.241196, 0.692245, 0.066574], [-0.001053, 0.041885, 0.784073],
  ]
  private static let bt2020 = [
    [0.673459, 0.165661, 0.125100], [0.279033, 0.675338, 0.045629], [-0.001931, 0.029984, 0.797134],
  ]

  /// A point of type `XYZ `.
  private static func point(_ data: BigEndianBytes) -> [Double]? {
    guard data.text(at: 0) == "XYZ " else { return nil }
    let values = [8, 12, 16].compactMap { data.fixed(at: $0) }
    // No light of a camera adds more; a profile that says so is broken.
    return values.count == 3 && values.allSatisfy { abs($0) <= 4 } ? values : nil
  }
}
