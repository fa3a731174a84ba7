import Tensors
import Testing

@testable import Training

@Suite struct NearestCandidatesTests {
  @Test(arguments: [1, 2, 3, 10, 99, 100, 101, 1000, Int.max])
  func `equal a sorted list cut off`(wanted: Int) {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<20 {
      let all = (0..<100).map { Candidate(distance: Double(generator.below(12)), index: $0) }
      var order = all
      for last in order.indices.reversed() { order.swapAt(last, generator.below(last + 1)) }
      var nearest = NearestCandidates(wanted)
      for candidate in order { nearest.consider(candidate) }
      #expect(nearest.finish() == Array(all.sorted().prefix(wanted)))
    }
  }
}
