import Testing
import Training

struct ParallelTests {
  @Test(arguments: [0, 1, 2, 7, 1000]) func `results come in order, one for each piece`(count: Int) {
    #expect(Parallel.map(count) { $0 * $0 } == (0..<count).map { $0 * $0 })
  }

  @Test func `a piece may share out work of its own`() {
    let sums = Parallel.map(8) { piece in Parallel.map(10) { $0 * piece }.reduce(0, +) }
    #expect(sums == (0..<8).map { $0 * 45 })
  }

  @Test func `there is room for one piece at least`() { #expect(Parallel.width >= 1) }
}
