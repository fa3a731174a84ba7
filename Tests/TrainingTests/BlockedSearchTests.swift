import Arithmetic
import Tensors
import Testing

@testable import Training

@Suite struct BlockedSearchTests {
  private func check(
    _ samples: [Float], _ queries: [Float], dimension: Int, wanted: [Int] = [1, 3, 10, 64],
    metrics: [DistanceMetric] = [.euclidean, .cosine], threads: Int = 2
  ) {
    let pool = WorkerPool(threads: threads)
    for metric in metrics {
      let linear = LinearSearch(samples: samples, dimension: dimension, metric: metric)
      for wanted in wanted {
        let found = BlockedSearch(linear: linear).nearest(
          wanted, to: queries, leavingOut: { $0 % 3 == 0 ? $0 : nil }, workers: pool)
        for row in found.indices {
          let query = queries[row * dimension..<(row + 1) * dimension]
          #expect(found[row] == linear.nearest(wanted, to: query, leavingOut: row % 3 == 0 ? row : nil))
        }
      }
    }
  }

  @Test(arguments: [1, 2, 17], [0, 1, 5, 191, 192, 193, 400])
  func `finds what the linear search finds, ties and all`(dimension: Int, count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let samples = (0..<count * dimension).map { _ in Float(generator.below(5)) }
    let queries = (0..<20 * dimension).map { _ in Float(generator.below(6)) }
    check(samples, queries, dimension: dimension)
  }

  @Test(arguments: [1, 2, 4])
  func `on any number of threads`(threads: Int) {
    var generator = SeededGenerator(seed: 8)
    let samples = (0..<1000 * 9).map { _ in generator.uniform(-1, 1) }
    let queries = (0..<113 * 9).map { _ in generator.uniform(-1, 1) }
    check(samples, queries, dimension: 9, wanted: [5], threads: threads)
  }

  @Test func `among distances that single precision cannot tell apart`() {
    var generator = SeededGenerator(seed: 6)
    let samples = (0..<500 * 8).map { _ in 1000 + generator.uniform(-1, 1) / 1024 }
    let queries = (0..<30 * 8).map { _ in 1000 + generator.uniform(-1, 1) / 1024 }
    check(samples, queries, dimension: 8, wanted: [1, 7])
  }

  @Test(arguments: [1e-30, 1e-15, 1e15, 1e18, 1e30] as [Float])
  func `of any magnitude`(scale: Float) {
    var generator = SeededGenerator(seed: 2)
    let samples = (0..<300 * 4).map { _ in scale * generator.uniform(-1, 1) }
    let queries = (0..<20 * 4).map { _ in scale * generator.uniform(-1, 1) }
    check(samples, queries, dimension: 4, wanted: [3])
  }

  @Test func `a zero vector among the directions`() {
    check([0, 0, 1, 0, 0, 1, 0, 0], [0, 0, 1, 1, 0, 0, 2, 0, 0, 0, 0, 3, 1, 2, 2, 1], dimension: 2, wanted: [1, 4])
  }

  @Test func `many queries of a model take this way and answer alike`() throws {
    var generator = SeededGenerator(seed: 12)
    var model = NearestNeighbors(dimension: 64)
    let samples = Tensor(shape: [2000, 64], values: (0..<128_000).map { _ in generator.uniform(-1, 1) })
    try model.remember(samples, labels: (0..<2000).map { "\($0 % 7)" })
    let queries = Tensor(shape: [64, 64], values: (0..<4096).map { _ in generator.uniform(-1, 1) })
    let linear = LinearSearch(samples: model.samples, dimension: 64, metric: .euclidean)
    #expect(BlockedSearch(linear: linear).isWorthwhile(queries: 64, wanted: 3))
    let together = try model.classify(queries)
    for row in 0..<64 {
      #expect(try model.classify(Tensor(shape: [1, 64], values: Array(queries.row(row)))) == [together[row]])
    }
  }
}
