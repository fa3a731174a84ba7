import Arithmetic
import Tensors
import Testing

@testable import Training

@Suite(.enabled(if: ByteTiles.isSupported, "this processor has no products of bytes")) struct CoarseLookTests {
  private static let whole = 61, count = 333, queries = 12

  /// Images of drawn vectors: they are the vectors less their mean.
  private func images(
    _ count: Int, seed: UInt64, scale: Float = 1, _ map: CoarseMap? = nil
  ) -> (FloatBuffer, CoarseMap) {
    var generator = SeededGenerator(seed: seed)
    let samples = (0..<count * Self.whole).map { scale * generator.uniform(-1, 2) / Float($0 % Self.whole + 1) }
    let (linear, workers) = (
      LinearSearch(samples: samples, dimension: Self.whole, metric: .euclidean), WorkerPool(threads: 1)
    )
    let map = map ?? CoarseMap(linear, reduces: false, workers: workers)
    return (CoarseImages(samples, map, at: Array(0..<count), workers: workers).numbers, map)
  }

  @Test(arguments: [1, 4, 12, 30, 61])
  func `a look leaves every image that lies as near as is asked`(dimension: Int) throws {
    let (samples, map) = images(Self.count, seed: 1), (queries, _) = images(Self.queries, seed: 2, map)
    let look = CoarseLook(count: Self.count, dimension: dimension)
    let errors = try #require(look.take(samples, length: Self.whole, tile: 0))
    let questions = try #require(
      CoarseQuestions(queries, length: Self.whole, order: Array(0..<Self.queries), dimension: dimension))
    let findings = ByteTiles.Findings(tiles: look.tiles.tileCount)
    var left = 0, near = 0
    for reach in [0.2, 0.8] {
      var sides = questions.sides
      for query in sides.indices { sides[query].bound = questions.bound(query, reach: reach, errors) }
      look.tiles.find(
        in: 0..<look.tiles.tileCount, for: questions.bytes, sides, count: Self.queries, into: findings)
      var found = [Set<Int>](repeating: [], count: Self.queries)
      findings.forEach { row, tile, vectors in
        for bit in 0..<32 where vectors >> UInt32(bit) & 1 == 1 { found[row].insert(tile * ByteTiles.width + bit) }
      }
      for query in 0..<Self.queries {
        for sample in 0..<Self.count {
          let square = Distance.squaredEuclidean(
            queries.pointer + query * Self.whole, samples.pointer + sample * Self.whole,
            count: Self.whole)
          guard square <= reach * reach else { continue }
          near += 1
          #expect(found[query].contains(sample))
        }
        left += found[query].count
      }
    }
    #expect(near > 100)
    #expect(left < Self.queries * Self.count * 3 / 2)
  }

  @Test func `numbers too large or too small for single precision are not taken`() {
    for scale in [1e-20, 1e18] as [Float] {
      let (samples, _) = images(64, seed: 3, scale: scale)
      #expect(CoarseLook(count: 64, dimension: 8).take(samples, length: Self.whole, tile: 0) == nil)
      #expect(CoarseQuestions(samples, length: Self.whole, order: [0], dimension: 8) == nil)
    }
  }
}
