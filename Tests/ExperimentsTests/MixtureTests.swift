import Tensors
import Testing
import Training

@testable import Experiments

struct MixtureTests {
  private func rows(_ chances: [[Float]], _ truths: [String], _ labels: [String] = ["a", "b"]) throws -> Evaluation {
    try Evaluation(
      probabilities: Tensor(shape: [chances.count, labels.count], values: chances.flatMap { $0 }), labels: labels,
      truths: truths)
  }

  @Test func `each class has the weighted mean, also one that only one model knows`() {
    let first = [LabelProbability(label: "a", probability: 0.75), LabelProbability(label: "b", probability: 0.25)]
    let second = [LabelProbability(label: "c", probability: 0.5), LabelProbability(label: "a", probability: 0.5)]
    let mixed = Mixture(weight: 0.5).mixed(first, second)
    #expect(mixed.map(\.label) == ["a", "b", "c"])
    #expect(mixed.map(\.probability) == [0.625, 0.125, 0.25])
  }

  @Test func `the weight goes to the model that is right`() throws {
    let truths = ["a", "b", "a", "b"]
    let right = try rows([[0.9, 0.1], [0.1, 0.9], [0.9, 0.1], [0.1, 0.9]], truths)
    let wrong = try rows([[0.1, 0.9], [0.9, 0.1], [0.1, 0.9], [0.9, 0.1]], truths)
    #expect(Mixture.best(right.rows, wrong.rows).weight == 1)
    #expect(Mixture.best(wrong.rows, right.rows).weight == 0)
    #expect(Mixture.best(right.rows, right.rows).weight == 0.5)
    #expect(try Mixture(weight: 1).mixed(right, wrong).correct == 4)
  }

  @Test func `the gain is told by weights that the other folds give`() throws {
    let good = try rows([[0.9, 0.1]], ["a"])
    let bad = try rows([[0.2, 0.8]], ["a"])
    let search = try MixtureSearch([(good, bad), (good, bad)])
    #expect(search.mixture.weight == 1)
    #expect(search.together.correct == 2 && search.first.correct == 2 && search.second.correct == 0)
  }
}
