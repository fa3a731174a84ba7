import Testing

@testable import Samples

struct NoiseRowsTests {
  /// Rows one after the other, with a leap and back again; their places lie on both sides of 0.
  @Test(arguments: [1, 3, 4]) func `rows of noise are the noise at each of their places`(layers: Int) {
    let noise = Noise(seed: 11)
    let columns = (0..<50).map { Double($0) * 0.37 - 4 }
    let weights = Array(NoiseRows.layered.prefix(layers))
    var rows = NoiseRows(noise, columns: columns, weights: weights)
    let row = Doubles(columns.count)
    for y in [-1.3, -1.1, -0.2, 0.4, 1.9, 30.5, 0.4] {
      rows.write(y, in: 0..<columns.count, to: row.start)
      for (place, x) in columns.enumerated() {
        #expect(row.start[place] == layered(noise, x, y, weights))
      }
    }
  }

  @Test func `columns that are not asked for stay`() {
    var rows = NoiseRows(Noise(seed: 3), columns: (0..<20).map { Double($0) * 0.4 })
    let (whole, part) = (Doubles(20), Doubles(20))
    rows.write(0.7, in: 0..<20, to: whole.start)
    rows.write(0.7, in: 5..<9, to: part.start)
    for place in 0..<20 { #expect(part.start[place] == ((5..<9).contains(place) ? whole.start[place] : 0)) }
  }
}

/// Noise of several sizes, place by place.
func layered(_ noise: Noise, _ x: Double, _ y: Double, _ weights: [Double]) -> Double {
  weights.enumerated().reduce(0) { sum, layer in
    var walk = NoiseSampler(noise)
    let scale = Double(1 << layer.offset)
    return sum + walk.at(x * scale, y * scale) * layer.element
  }
}
