import Arithmetic
import Tensors
import Testing

@testable import Training

@Suite(.enabled(if: ByteTiles.isSupported, "this processor has no products of bytes")) struct CoarseSearchTests {
  private func found(
    _ samples: [Float], _ queries: [Float], dimension: Int, wanted: Int, _ metric: DistanceMetric,
    reduces: Bool = false, leavingOut left: Int = -1
  ) -> (coarse: [[Candidate]]?, linear: [[Candidate]], index: CoarseIndex?) {
    let linear = LinearSearch(samples: samples, dimension: dimension, metric: metric)
    let count = queries.count / dimension, workers = WorkerPool(threads: 2)
    let index = CoarseIndex(linear, reduces: reduces, workers: workers)
    let coarse = index.flatMap {
      CoarseSearch(linear: linear, index: $0).nearest(
        wanted, to: queries, leavingOut: [Int](repeating: left, count: count), workers: workers)
    }
    let expected = (0..<count).map {
      linear.nearest(wanted, to: queries[$0 * dimension..<($0 + 1) * dimension], leavingOut: left < 0 ? nil : left)
    }
    return (coarse, expected, index)
  }

  /// Vectors most of whose variance lies in twenty directions, none of them an axis.
  private func flat(_ count: Int, dimension: Int, seed: UInt64, shift: Float = 0) -> [Float] {
    var (shape, generator) = (SeededGenerator(seed: 9), SeededGenerator(seed: seed))
    let weights = (0..<dimension).map { _ in shape.uniform(-1, 1) }
    var vectors = [Float](repeating: shift, count: count * dimension)
    for vector in 0..<count {
      let parts = (0..<20).map { _ in generator.uniform(-1, 1) }
      for position in 0..<dimension {
        vectors[vector * dimension + position] +=
          parts[position % 20] * weights[position] + generator.uniform(-0.1, 0.1)
      }
    }
    return vectors
  }

  @Test(arguments: [DistanceMetric.euclidean, .cosine], [1, 5, 16, 61])
  func `answers as the linear search does`(metric: DistanceMetric, dimension: Int) {
    var generator = SeededGenerator(seed: UInt64(dimension))
    let samples = (0..<1777 * dimension).map { _ in generator.uniform(-1, 3) }
    let queries = (0..<29 * dimension).map { _ in generator.uniform(-1, 3) }
    for wanted in [1, 7, 64] {
      let answers = found(samples, queries, dimension: dimension, wanted: wanted, metric)
      #expect(answers.coarse == answers.linear)
    }
  }

  @Test(arguments: [DistanceMetric.euclidean, .cosine], [70, 131])
  func `and by few directions`(metric: DistanceMetric, dimension: Int) {
    let samples = flat(8300, dimension: dimension, seed: 1), queries = flat(70, dimension: dimension, seed: 2)
    for (wanted, left) in [(1, -1), (5, 17)] {
      let answers = found(
        samples, queries, dimension: dimension, wanted: wanted, metric, reduces: true, leavingOut: left)
      #expect(answers.index?.map.reduces == true)
      #expect(answers.index?.looks.map(\.dimension) == [12, 32])
      #expect(answers.coarse == answers.linear)
    }
  }

  @Test func `whose vectors lie far from 0`() {
    let (samples, queries) = (
      flat(8500, dimension: 80, seed: 1, shift: 300), flat(64, dimension: 80, seed: 2, shift: 300)
    )
    let answers = found(samples, queries, dimension: 80, wanted: 3, .euclidean, reduces: true)
    #expect(answers.index?.map.reduces == true)
    #expect(answers.coarse == answers.linear)
  }

  @Test(arguments: [false, true]) func `equal samples come in the order of remembering`(reduces: Bool) {
    let some = flat(40, dimension: 90, seed: 3)
    let samples = (0..<250).flatMap { _ in some }
    let answers = found(samples, some, dimension: 90, wanted: 9, .euclidean, reduces: reduces)
    #expect(answers.coarse == answers.linear)
  }

  @Test(arguments: [DistanceMetric.euclidean, .cosine]) func `zeros among others`(
    metric: DistanceMetric
  ) {
    var samples = flat(8200, dimension: 80, seed: 4), queries = flat(66, dimension: 80, seed: 5)
    for position in 0..<80 { (samples[position], samples[8000 * 80 + position], queries[position]) = (0, 0, 0) }
    let answers = found(samples, queries, dimension: 80, wanted: 4, metric, reduces: true)
    #expect(answers.coarse == answers.linear)
  }

  @Test func `among clusters far from each other and from 0`() {
    var generator = SeededGenerator(seed: 1)
    let samples = (0..<600 * 8).map { Float($0 / 8 % 3) * 100 + 500 + generator.uniform(-1, 1) }
    let queries = (0..<30 * 8).map { Float($0 / 8 % 3) * 100 + 500 + generator.uniform(-1, 1) }
    let answers = found(samples, queries, dimension: 8, wanted: 5, .euclidean)
    #expect(answers.coarse == answers.linear)
  }

  @Test(arguments: [1e-20, 1e18, 1e38] as [Float])
  func `leaves numbers to others that single precision cannot square`(scale: Float) {
    let samples = (0..<64).map { Float($0) / 64 * scale }
    #expect(found(samples, samples, dimension: 2, wanted: 1, .euclidean).coarse == nil)
  }

  @Test func `more queries than are prepared at once`() {
    var generator = SeededGenerator(seed: 6)
    let samples = (0..<300 * 3).map { _ in generator.uniform(-1, 1) }
    let queries = (0..<5000 * 3).map { _ in generator.uniform(-1, 1) }
    let answers = found(samples, queries, dimension: 3, wanted: 2, .euclidean)
    #expect(answers.coarse == answers.linear)
  }
}
