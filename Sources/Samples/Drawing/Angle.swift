/// An angle with its sine and cosine, worked out from sums and products alone, so that every machine finds the same bits
/// whatever its mathematics library.
struct Angle: Equatable {
  let sine: Double
  let cosine: Double

  /// An angle in degrees, of any size.
  init(degrees: Double) {
    let quarters = (degrees / 90).rounded()
    let rest = (degrees - quarters * 90) * (Double.pi / 180)
    let square = rest * rest
    // Taylor's series; the rest is at most an eighth of a turn, so the next term would be below 1e-13.
    let sine =
      rest
      * (1 - square / 6
        * (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110 * (1 - square / 156))))))
    let cosine =
      1 - square / 2
      * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90 * (1 - square / 132)))))
    switch Int(quarters) & 3 {
    case 0: (self.sine, self.cosine) = (sine, cosine)
    case 1: (self.sine, self.cosine) = (cosine, -sine)
    case 2: (self.sine, self.cosine) = (-sine, -cosine)
    default: (self.sine, self.cosine) = (-cosine, sine)
    }
  }
}
