import Tensors
import Testing

@testable import Training

@Suite struct KdTreeTests {
  /// Points on a coarse grid, so that equal distances and equal points abound.
  private func points(_ count: Int, _ dimension: Int, grid: Int, seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count * dimension).map { _ in Float(generator.below(grid)) }
  }

  @Test(arguments: [1, 2, 3, 8], [1, 2, 5, 30])
  func `finds what the linear search finds, ties and all`(dimension: Int, leafSize: Int) {
    for count in [0, 1, 2, 3, 7, 30, 31, 100, 257] {
      for grid in [1, 3, 1000] {
        let samples = points(count, dimension, grid: grid, seed: UInt64(count + grid))
        let queries = points(12, dimension, grid: grid + 2, seed: 77)
        let tree = KdTree(samples: samples, dimension: dimension, leafSize: leafSize)
        let linear = LinearSearch(samples: samples, dimension: dimension, metric: .euclidean)
        for row in 0..<12 {
          let query = queries[row * dimension..<(row + 1) * dimension]
          for (wanted, left) in [(1, nil), (3, nil), (10, row), (300, 0)] as [(Int, Int?)] {
            #expect(
              tree.nearest(wanted, to: query, leavingOut: left)
                == linear.nearest(wanted, to: query, leavingOut: left))
          }
        }
      }
    }
  }

  @Test func `finds them among uneven distances too`() {
    var generator = SeededGenerator(seed: 4)
    let samples = (0..<3000).map { _ in generator.uniform(-1, 1) * generator.uniform(0, 1000) }
    let tree = KdTree(samples: samples, dimension: 3, leafSize: 30)
    let linear = LinearSearch(samples: samples, dimension: 3, metric: .euclidean)
    for _ in 0..<200 {
      let query = (0..<3).map { _ in generator.uniform(-500, 500) }[...]
      #expect(tree.nearest(7, to: query) == linear.nearest(7, to: query))
    }
  }

  @Test func `a model with a tree answers as one without, before and after it learns more`() throws {
    var linear = NearestNeighbors(dimension: 2)
    var tree = NearestNeighbors(dimension: 2)
    tree.index = .kdTree(leafSize: 2)
    for round in 0..<3 {
      let samples = Tensor(shape: [20, 2], values: points(20, 2, grid: 9, seed: UInt64(round)))
      let labels = (0..<20).map { "\($0 % 4)" }
      try linear.remember(samples, labels: labels)
      try tree.remember(samples, labels: labels)
      let queries = Tensor(shape: [10, 2], values: points(10, 2, grid: 11, seed: 99))
      #expect(try linear.classify(queries) == tree.classify(queries))
      #expect(linear.classifyEachByTheOthers() == tree.classifyEachByTheOthers())
      tree.metric = .cosine
      linear.metric = .cosine
      #expect(try linear.classify(queries) == tree.classify(queries))
      tree.metric = .euclidean
      linear.metric = .euclidean
    }
    linear.index = .kdTree(leafSize: 2)
    #expect(linear == tree)
    tree.forget([0])
    #expect(linear != tree)
    #expect(try tree.classify(Tensor(shape: [1, 2])).count == 1)
  }
}
