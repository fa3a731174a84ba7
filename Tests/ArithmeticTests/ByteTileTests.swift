import Arithmetic
import Tensors
import Testing

@Suite(.enabled(if: ByteTile.isSupported, "this processor has no products of bytes")) struct ByteTileTests {
  @Test(arguments: [1, 3, 4, 15, 16, 17, 33, 784], [1, 31, 32])
  func `bytes stand for their vectors up to what is missed`(dimension: Int, count: Int) {
    var generator = SeededGenerator(seed: UInt64(dimension))
    let vectors = (0..<count * dimension).map { _ in generator.uniform(-3, 5) }
    let centre = (0..<dimension).map { _ in generator.uniform(0, 1) }
    let tile = ByteTile(dimension: dimension)
    tile.fill(vectors, count: count, centre: centre)
    for index in 0..<count {
      let shifted = (0..<dimension).map { vectors[index * dimension + $0] - centre[$0] }
      let (low, high) = (shifted.min() ?? 0, shifted.max() ?? 0)
      #expect(tile[index].low == low)
      #expect(abs(tile[index].step - (high - low) / 255) <= 1e-6 * (high - low))
      #expect(tile[index].missed <= tile[index].step * Float(dimension).squareRoot() * 0.51)
      let square = shifted.reduce(0) { $0 + $1 * $1 }
      #expect(abs(tile[index].squaredLength - square) <= 1e-5 * square)
    }
  }

  @Test(arguments: [1, 5, 16, 50], [1, 13, 14])
  func `scores lie as near to the products as bytes can say`(dimension: Int, queries: Int) {
    var generator = SeededGenerator(seed: 3)
    let vectors = (0..<32 * dimension).map { _ in generator.uniform(-1, 1) }
    let tile = ByteTile(dimension: dimension)
    tile.fill(vectors, count: 32, centre: [Float](repeating: 0, count: dimension))
    let length = ByteTile.length(dimension: dimension)
    var bytes = [Int8](repeating: 0, count: queries * length)
    var sides: [ByteTile.Query] = []
    for query in 0..<queries {
      var total = 0
      for position in 0..<dimension {
        bytes[query * length + position] = Int8(generator.below(255) - 127)
        total += Int(bytes[query * length + position])
      }
      sides.append(ByteTile.Query(total: Float(total), factor: -0.5))
    }
    for index in 0..<32 { tile.setScore(of: index, offset: Float(index), scale: 2) }
    let hits = tile.score(bytes, sides, count: queries)
    for query in 0..<queries {
      #expect(hits[query] == .max)
      for index in 0..<32 {
        let product = (0..<dimension).reduce(Float(0)) {
          $0 + vectors[index * dimension + $1] * Float(bytes[query * length + $1])
        }
        let score = tile.scores.pointer[query * ByteTile.width + index]
        #expect(
          abs(score - (Float(index) - product)) <= 127 * tile[index].missed * Float(dimension).squareRoot() + 1e-3)
      }
    }
  }

  @Test func `only scores up to the bound are hits`() {
    let tile = ByteTile(dimension: 1)
    tile.fill((0..<32).map { Float($0) }, count: 32, centre: [0])
    for index in 0..<32 { tile.setScore(of: index, offset: 0, scale: 1) }
    var side = ByteTile.Query(total: 1, factor: 1)
    for bound in 0..<32 {
      side.bound = Float(bound) + 0.5
      #expect(tile.score([1, 0, 0, 0], [side], count: 1)[0] == UInt32.max >> UInt32(31 - bound))
    }
  }
}
