import Arithmetic
import Testing

/// Sums over two vectors in double precision.
@Suite struct WideSumsTests {
  private let x = (0..<1000).map { (place: Int) -> Float in Float(place * 7919 % 1009) / 64 - 7 }
  private let y = (0..<1000).map { (place: Int) -> Float in Float(place * 104_729 % 997) / 128 - 3 }

  /// The same sum in eight lanes, which are added up one after the other.
  private func lanes(_ count: Int, _ term: (Double, Double) -> Double) -> Double {
    var lanes = [Double](repeating: 0, count: 8)
    for place in 0..<count { lanes[place % 8] += term(Double(x[place]), Double(y[place])) }
    return lanes.dropFirst().reduce(lanes[0], +)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 784, 1000]) func `they are those of eight lanes, bit for bit`(count: Int) {
    #expect(WideSums.squaredDistance(x, y, count: count) == lanes(count) { ($0 - $1) * ($0 - $1) })
    #expect(WideSums.dot(x, y, count: count) == lanes(count) { $0 * $1 })
  }

  @Test func `equal vectors lie at no distance`() {
    WideSums.bringNearer(x, count: x.count)
    #expect(WideSums.squaredDistance(x, x, count: x.count) == 0)
  }
}
