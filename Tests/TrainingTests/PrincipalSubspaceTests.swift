import Arithmetic
import Tensors
import Testing

@testable import Training

@Suite struct PrincipalSubspaceTests {
  private func vectors(_ count: Int, _ dimension: Int, deviation: (Int) -> Float) -> FloatBuffer {
    var generator = SeededGenerator(seed: 2)
    let deviations = (0..<dimension).map(deviation)
    return FloatBuffer((0..<count).flatMap { _ in deviations.map { $0 * generator.uniform(-1, 1) } })
  }

  @Test func `finds the directions of the largest variance`() throws {
    let vectors = vectors(1000, 200) { 11 + $0 % 10 == 11 ? 5 : 0.3 }
    let subspace = try #require(PrincipalSubspace(of: vectors, dimension: 200, workers: WorkerPool(threads: 2)))
    #expect(subspace.rank == 31)
    #expect(subspace.skew < 1e-5)
    // The first 20 directions are the axes of large variance among themselves.
    for row in 0..<20 {
      let within = (0..<20).reduce(Float(0)) {
        let part = subspace.directions.pointer[row * 200 + $1 * 10]
        return $0 + part * part
      }
      #expect(within > 0.95)
    }
  }

  @Test func `gives up where no few directions hold most`() {
    let workers = WorkerPool(threads: 1)
    #expect(PrincipalSubspace(of: vectors(2000, 300) { _ in 1 }, dimension: 300, workers: workers) == nil)
    #expect(PrincipalSubspace(of: vectors(100, 20) { _ in 1 }, dimension: 20, workers: workers) == nil)
    #expect(PrincipalSubspace(of: vectors(1000, 100) { _ in 0 }, dimension: 100, workers: workers) == nil)
  }
}
