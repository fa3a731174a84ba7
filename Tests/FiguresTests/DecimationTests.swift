import Testing

@testable import Figures

@Suite struct DecimationTests {
  @Test func `few points are left alone`() {
    let points = (0..<40).map { Point(Double($0), Double($0 % 3)) }
    #expect(Decimation.thinned(points, column: 2) == points)
    #expect(Decimation.thinned([], column: 2) == [])
  }

  @Test func `of many points each column keeps its first, lowest, highest and last`() {
    var noise = Noise(state: 2)
    let points = (0..<10_000).map { Point(Double($0) / 100, noise.next()) }
    let kept = Decimation.thinned(points, column: 2)
    #expect(kept.count <= 51 * 4)
    for column in 0..<50 {
      let all = points.filter { Int($0.x / 2) == column }
      let some = kept.filter { Int($0.x / 2) == column }
      #expect(some.first == all.first)
      #expect(some.last == all.last)
      #expect(some.map(\.y).min() == all.map(\.y).min())
      #expect(some.map(\.y).max() == all.map(\.y).max())
    }
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.x < $1.x })
  }

  @Test func `a stroke that goes back is left alone`() {
    let points = (0..<1000).map { Point(Double($0 % 10), Double($0)) }
    #expect(Decimation.thinned(points, column: 1) == points)
  }
}
