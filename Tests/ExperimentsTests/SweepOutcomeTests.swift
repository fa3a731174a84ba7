import Tensors
import Testing
import Training

@testable import Experiments

/// What the trainings of a row come to, and by what rows are sorted.
struct SweepOutcomeTests {
  private func classes(_ right: [Bool], losses: [Double] = [], hasDiverged: Bool = false) throws -> FoldResult {
    let evaluation = try Evaluation(
      probabilities: Tensor(shape: [right.count, 2], values: right.flatMap { $0 ? [0.75, 0.25] : [0.25, 0.75] }),
      labels: ["a", "b"], truths: right.map { _ in "a" })
    return FoldResult(answers: .classes(evaluation), losses: losses, hasDiverged: hasDiverged)
  }

  private func numbers(_ differences: [Double]) -> FoldResult {
    let truths = differences.indices.map { Double($0) }
    return FoldResult(
      answers: .numbers(NumberEvaluation(truths: truths, answers: zip(truths, differences).map { $0 + $1 })))
  }

  @Test func `the folds of a repetition are counted together, and repetitions apart`() throws {
    let outcome = SweepOutcome([
      (try classes([true, true]), 0), (try classes([false]), 0), (try classes([true]), 1), (try classes([true]), 2),
    ])
    #expect(outcome.accuracies == [2.0 / 3, 1, 1] && outcome.scores == outcome.accuracies)
    #expect(outcome.accuracy == (2.0 / 3 + 2) / 3 && outcome.median == 1)
    #expect(outcome.trainings == 4 && outcome.diverged == 0 && outcome.errors.isEmpty)
  }

  @Test func `the course is the mean loss of each epoch that all trainings have`() throws {
    let outcome = SweepOutcome([
      (try classes([true], losses: [4, 2, 1]), 0), (try classes([true], losses: [2, 1]), 0),
    ])
    #expect(outcome.course == [3, 1.5] && outcome.trainLoss == 1.5)
  }

  @Test func `a training that left the numbers makes the row's losses infinite`() throws {
    let outcome = SweepOutcome([
      (try classes([true], losses: [1]), 0), (try classes([true], losses: [1], hasDiverged: true), 0),
    ])
    #expect(outcome.diverged == 1 && outcome.loss == .infinity && outcome.trainLoss == .infinity)
  }

  @Test func `of numbers the errors of a repetition's samples are measured together`() {
    let outcome = SweepOutcome([(numbers([1, -1]), 0), (numbers([3, 3, 3, 3]), 0), (numbers([0, 0]), 1)])
    #expect(outcome.errors.count == 2)
    #expect(outcome.errors[0].squared == 38.0 / 6 && outcome.errors[0].absolute == 14.0 / 6)
    #expect(outcome.loss == 19.0 / 6 && outcome.root == (19.0 / 6).squareRoot() && outcome.absolute == 7.0 / 6)
    #expect(outcome.scores == [(38.0 / 6).squareRoot(), 0] && outcome.accuracies.isEmpty)
  }

  @Test(arguments: SweepRank.allCases) func `each metric prefers the better outcome`(rank: SweepRank) throws {
    let isOfNumbers = rank.measures(numbers: true) && !rank.measures(numbers: false)
    let (good, bad) =
      isOfNumbers
      ? (SweepOutcome([(numbers([0, 1]), 0)]), SweepOutcome([(numbers([2, 2]), 0)]))
      : (
        SweepOutcome([(try classes([true, true], losses: [0.5]), 0)]),
        SweepOutcome([(try classes([true, false], losses: [0.9], hasDiverged: true), 0)])
      )
    #expect(rank.prefers(good, to: bad) && !rank.prefers(bad, to: good) && !rank.prefers(good, to: good))
  }
}
