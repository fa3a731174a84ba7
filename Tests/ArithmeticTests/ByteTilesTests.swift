import Arithmetic
import Tensors
import Testing

@Suite(.enabled(if: ByteTiles.isSupported, "this processor has no products of bytes")) struct ByteTilesTests {
  @Test(arguments: [1, 3, 4, 15, 16, 17, 33, 784], [1, 31, 32])
  func `bytes stand for their vectors up to what is missed`(dimension: Int, count: Int) {
    var generator = SeededGenerator(seed: UInt64(dimension))
    let vectors = (0..<count * dimension).map { _ in generator.uniform(-3, 5) }
    let centre = (0..<dimension).map { _ in generator.uniform(0, 1) }
    let tiles = ByteTiles(count: count, dimension: dimension)
    let known = tiles.fill(tile: 0, vectors, centre: centre)
    #expect(known.count == count)
    for (index, vector) in known.enumerated() {
      let shifted = (0..<dimension).map { vectors[index * dimension + $0] - centre[$0] }
      let (low, high) = (shifted.min() ?? 0, shifted.max() ?? 0)
      #expect(vector.low == low)
      // 255 steps, or 127 where products take two bytes at a time.
      #expect(
        abs(vector.step - (high - low) / 255) <= 1e-6 * (high - low)
          || abs(vector.step - (high - low) / 127) <= 1e-6 * (high - low))
      #expect(vector.missed <= vector.step * Float(dimension).squareRoot() * 0.51)
      let square = shifted.reduce(0) { $0 + $1 * $1 }
      #expect(abs(vector.squaredLength - square) <= 1e-5 * square)
    }
  }

  @Test(arguments: [1, 5, 16, 50], [1, 4, 11, 12])
  func `scores lie as near to the products as bytes can say`(dimension: Int, queries: Int) {
    var generator = SeededGenerator(seed: 3)
    let count = 71
    let vectors = (0..<count * dimension).map { _ in generator.uniform(-1, 1) }
    let tiles = ByteTiles(count: count, dimension: dimension)
    var known: [ByteTiles.Vector] = []
    for tile in 0..<tiles.tileCount {
      let own = Array(
        vectors[tile * ByteTiles.width * dimension..<min((tile + 1) * ByteTiles.width, count) * dimension])
      known += tiles.fill(tile: tile, own, centre: [Float](repeating: 0, count: dimension))
    }
    let length = ByteTiles.length(dimension: dimension)
    var bytes = [Int8](repeating: 0, count: queries * length)
    var sides: [ByteTiles.Query] = []
    for query in 0..<queries {
      var total = 0
      for position in 0..<dimension {
        let most = ByteTiles.mostOfQuery
        bytes[query * length + position] = Int8(generator.below(2 * most + 1) - most)
        total += Int(bytes[query * length + position])
      }
      sides.append(ByteTiles.Query(total: Float(total), factor: -2))
    }
    let findings = ByteTiles.Findings(tiles: tiles.tileCount)
    for query in 0..<queries {
      let own = Array(bytes[query * length..<(query + 1) * length])
      tiles.find(in: 0..<tiles.tileCount, for: own, [sides[query]], count: 1, keepsScores: true, into: findings)
      // The same scores decide when all queries are looked at together.
      for index in 0..<count {
        let product = (0..<dimension).reduce(Float(0)) {
          $0 + vectors[index * dimension + $1] * Float(bytes[query * length + $1])
        }
        let score = findings.scores.pointer[index], exact = known[index].squaredLength - 2 * product
        #expect(abs(score - exact) <= 2 * 127 * known[index].missed * Float(dimension).squareRoot() + 1e-3)
      }
      let sorted = (0..<count).map { findings.scores.pointer[$0] }.sorted()
      sides[query].bound = sorted[count / 3]
    }
    var found = [Int](repeating: 0, count: queries)
    tiles.find(in: 0..<tiles.tileCount, for: bytes, sides, count: queries, into: findings)
    findings.forEach { row, _, vectors in found[row] += vectors.nonzeroBitCount }
    #expect(found.allSatisfy { $0 == count / 3 + 1 })
  }

  @Test func `only scores up to the bound are hits`() {
    let tiles = ByteTiles(count: 64, dimension: 1)
    for tile in 0..<2 { _ = tiles.fill(tile: tile, (0..<32).map { Float($0 + 32 * tile) }, centre: [0]) }
    var side = ByteTiles.Query(total: 0, factor: 0)
    let findings = ByteTiles.Findings(tiles: 1)
    for bound in 0..<32 {
      side.bound = Float(bound * bound) + 0.5
      var hits: [UInt32] = []
      tiles.find(in: 0..<1, for: [0, 0, 0, 0], [side], count: 1, into: findings)
      findings.forEach { _, _, vectors in hits.append(vectors) }
      #expect(hits == [UInt32.max >> UInt32(31 - bound)])
      // By itself: within #expect the arrays would be gone before the call.
      let isNear = tiles.find(in: 1..<2, for: [0, 0, 0, 0], [side], count: 1, into: findings)
      #expect(!isNear)
    }
  }

  /// Four products are added up in 16 bits on some processors: the largest fit, of either sign.
  @Test(arguments: [1, -1]) func `sums of the largest bytes are exact`(sign: Int) {
    let dimension = 24
    // The first half of each vector is its least number, the other its largest.
    let vectors = (0..<ByteTiles.width * dimension).map { Float($0 % dimension < dimension / 2 ? 0 : 1) }
    let tiles = ByteTiles(count: ByteTiles.width, dimension: dimension)
    _ = tiles.fill(tile: 0, vectors, centre: [Float](repeating: 0, count: dimension))
    let most = sign * ByteTiles.mostOfQuery
    let bytes = [Int8](repeating: Int8(most), count: dimension)
    let side = ByteTiles.Query(total: Float(most * dimension), factor: 1)
    let findings = ByteTiles.Findings(tiles: 1)
    tiles.find(in: 0..<1, for: bytes, [side], count: 1, keepsScores: true, into: findings)
    let expected = Float(dimension / 2) + Float(most * dimension / 2)
    #expect((0..<ByteTiles.width).allSatisfy { abs(findings.scores.pointer[$0] - expected) < 1e-3 })
  }
}
