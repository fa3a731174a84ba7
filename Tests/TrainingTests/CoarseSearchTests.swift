import Arithmetic
import Tensors
import Testing

@testable import Training

@Suite(.enabled(if: ByteTile.isSupported, "this processor has no products of bytes")) struct CoarseSearchTests {
  private func found(
    _ samples: [Float], _ queries: [Float], dimension: Int, wanted: Int, _ metric: NearestNeighbors.Metric
  ) -> (coarse: [[Candidate]]?, linear: [[Candidate]]) {
    let linear = LinearSearch(samples: samples, dimension: dimension, metric: metric)
    let count = queries.count / dimension
    let coarse = CoarseSearch(linear: linear).nearest(
      wanted, to: queries, leavingOut: [Int](repeating: -1, count: count), workers: WorkerPool(threads: 2))
    return (
      coarse,
      (0..<count).map { linear.nearest(wanted, to: queries[$0 * dimension..<($0 + 1) * dimension]) }
    )
  }

  @Test(arguments: [NearestNeighbors.Metric.euclidean, .cosine], [1, 5, 16, 61])
  func `answers as the linear search does`(metric: NearestNeighbors.Metric, dimension: Int) {
    var generator = SeededGenerator(seed: UInt64(dimension))
    let samples = (0..<777 * dimension).map { _ in generator.uniform(-1, 3) }
    let queries = (0..<29 * dimension).map { _ in generator.uniform(-1, 3) }
    for wanted in [1, 7, 64] {
      let (coarse, linear) = found(samples, queries, dimension: dimension, wanted: wanted, metric)
      #expect(coarse == linear)
    }
  }

  @Test func `among clusters far from each other and from 0`() {
    var generator = SeededGenerator(seed: 1)
    let samples = (0..<600 * 8).map { Float($0 / 8 % 3) * 100 + 500 + generator.uniform(-1, 1) }
    let queries = (0..<30 * 8).map { Float($0 / 8 % 3) * 100 + 500 + generator.uniform(-1, 1) }
    let (coarse, linear) = found(samples, queries, dimension: 8, wanted: 5, .euclidean)
    #expect(coarse == linear)
  }

  @Test(arguments: [1e-20, 1e18, 1e38] as [Float])
  func `leaves numbers to others that single precision cannot square`(scale: Float) {
    let samples = (0..<64).map { Float($0) / 64 * scale }
    let (coarse, _) = found(samples, samples, dimension: 2, wanted: 1, .euclidean)
    #expect(coarse == nil)
  }
}
