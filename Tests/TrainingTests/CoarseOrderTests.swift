import Arithmetic
import Tensors
import Testing

@testable import Training

@Suite struct CoarseOrderTests {
  @Test func `near vectors lie together`() {
    var generator = SeededGenerator(seed: 2)
    let count = 9000
    let vectors = FloatBuffer(
      (0..<count).flatMap { place in
        (0..<6).map { Float(place % 3) * ($0 % 2 == 0 ? 50 : -20) + generator.uniform(-1, 1) }
      })
    let places = CoarseOrder(of: vectors, dimension: 6, workers: WorkerPool(threads: 2)).places
    #expect(places.map { Int($0) }.sorted() == Array(0..<count))
    let changes = zip(places, places.dropFirst()).count { $0 % 3 != $1 % 3 }
    #expect(changes < 6)
  }

  @Test func `few vectors stay in their order`() {
    let vectors = FloatBuffer((0..<300).map { Float($0 % 7) })
    #expect(CoarseOrder(of: vectors, dimension: 3, workers: WorkerPool(threads: 1)).places == (0..<100).map { $0 })
  }
}
