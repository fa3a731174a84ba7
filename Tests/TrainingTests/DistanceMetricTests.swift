import Testing

@testable import Training

@Suite struct DistanceMetricTests {
  @Test(arguments: [(DistanceMetric.euclidean, [20.0, 1]), (.cosine, [0.4, 1])])
  func `each is what it says, a vector of zeros too`(metric: DistanceMetric, distances: [Double]) {
    let search = LinearSearch(samples: [3, 4, 0, 0], dimension: 2, metric: metric)
    let nearest = search.nearest(2, to: [1, 0]).sorted { $0.index < $1.index }
    #expect(zip(nearest, distances).allSatisfy { abs($0.distance - $1) < 1e-12 })
  }

  @Test func `its words are those of the command language and of kept models`() {
    #expect(DistanceMetric.allCases.map(\.rawValue) == ["euclidean", "cosine"])
  }
}
