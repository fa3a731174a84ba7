import Arithmetic
import Tensors
import Testing

@testable import Training

@Suite struct CoarseOrderTests {
  /// The order of vectors of so many numbers.
  private func places(_ vectors: [Float], dimension: Int, threads: Int) -> [Int32] {
    let workers = WorkerPool(threads: threads)
    let linear = LinearSearch(samples: vectors, dimension: dimension, metric: .euclidean)
    return CoarseOrder(of: vectors, CoarseMap(linear, reduces: false, workers: workers), workers: workers).places
  }

  @Test func `near vectors lie together`() {
    var generator = SeededGenerator(seed: 2)
    let count = 9000
    let vectors = (0..<count).flatMap { (place: Int) -> [Float] in
      (0..<6).map { (axis: Int) -> Float in
        Float(place % 3 * (axis % 2 == 0 ? 50 : -20)) + generator.uniform(-1, 1)
      }
    }
    let places = places(vectors, dimension: 6, threads: 2)
    #expect(places.map { Int($0) }.sorted() == Array(0..<count))
    let changes = zip(places, places.dropFirst()).count { $0 % 3 != $1 % 3 }
    #expect(changes < 6)
  }

  @Test func `few vectors stay in their order`() {
    #expect(places((0..<300).map { Float($0 % 7) }, dimension: 3, threads: 1) == (0..<100).map { $0 })
  }
}
