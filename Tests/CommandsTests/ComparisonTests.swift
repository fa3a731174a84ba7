import Figures
import Language
import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct ComparisonTests {
  private func entrant(_ name: String, _ rightness: [Double]) -> Comparison.Entrant {
    Comparison.Entrant(
      name: name, configuration: .neighbors(NearestNeighbors(dimension: 1)), looksAt: "",
      score: .classes(rightness: rightness, loss: 0))
  }

  @Test func `what only one of two answered rightly counts`() {
    let comparison = Comparison(
      entrants: [entrant("a", [1, 1, 0, 0, 0]), entrant("b", [1, 0, 1, 1, 0])], confidence: 0.95)
    let pair = comparison.pairs[0]
    #expect((pair.better, pair.worse) == (1, 0))
    guard case .rightness(let onlyBetter, let onlyWorse) = pair.difference else {
      Issue.record("classes differ in right answers")
      return
    }
    #expect((onlyBetter, onlyWorse) == (2, 1))
    #expect(pair.probability == 1)
    #expect(!comparison.isDecided(pair))
  }

  @Test(arguments: [(5, 0, false), (6, 0, true), (16, 0, true), (8, 1, true), (7, 1, false), (10, 3, false)])
  func `a difference is told from p below 0.05 on`(only: Int, other: Int, isDecided: Bool) {
    let first = [Double](repeating: 1, count: only) + [Double](repeating: 0, count: other)
    let comparison = Comparison(
      entrants: [entrant("a", first), entrant("b", first.map { 1 - $0 })], confidence: 0.95)
    #expect(comparison.isDecided(comparison.pairs[0]) == isDecided)
  }

  @Test func `repetitions ask about the same samples: they make no interval narrower`() {
    let once = entrant("a", [1, 1, 0, 0])
    let often = entrant("a", [0.75, 1, 0.25, 0])
    #expect(often.correct == 2 && often.accuracy == 0.5)
    #expect(once.interval(confidence: 0.95) == often.interval(confidence: 0.95))
  }

  @Test func `three models make three pairs`() {
    let comparison = Comparison(entrants: ["a", "b", "c"].map { entrant($0, [1]) }, confidence: 0.95)
    #expect(comparison.pairs.map { [$0.better, $0.worse] } == [[0, 1], [0, 2], [1, 2]])
  }
}
