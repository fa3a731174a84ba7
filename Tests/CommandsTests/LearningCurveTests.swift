import Figures
import Foundation
import Language
import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// The same draws of the same samples, learnt by scikit-learn: see Tests/Reference/learning_curves.py.
struct LearningCurveTests {
  private struct Reference: Decodable {
    let seed: UInt64
    let sizes: [Int]
    let train: [Float], test: [Float]
    let trainLabels: [Int], testLabels: [Int]
    let draws: [[[Int]]]
    let folds: [[[Int]]]
    let correct: [String: [[Int]]]

    static func read() throws -> Reference {
      let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Goldens/Training/learning-curves.json")
      return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    }

    func candidate(_ configuration: CandidateConfiguration) -> Candidate {
      Candidate(
        configuration, features: train + test, width: train.count / trainLabels.count,
        truths: (trainLabels + testLabels).map { "class \($0)" })
    }
  }

  @Test(arguments: [
    ("neighbors", CandidateConfiguration.neighbors(NearestNeighbors(dimension: 6, numberOfNeighbors: 3))),
    (
      "logistic",
      CandidateConfiguration.linear(LogisticRegression(l2: 1, maxIterations: 1000, tolerance: 1e-9, rescales: false))
    ),
  ])
  func `beyond 2: at the same draws the curves are scikit-learn's`(
    name: String, configuration: CandidateConfiguration
  ) throws {
    let reference = try Reference.read()
    let candidate = reference.candidate(configuration)
    let labels = reference.trainLabels.map { "class \($0)" }
    let held = Array(labels.count..<labels.count + reference.testLabels.count)
    let expected = try #require(reference.correct[name])
    for (size, corrects) in zip(reference.sizes, expected) {
      for (draw, correct) in corrects.enumerated() {
        let learning = Subsets.draw(size, of: labels, seeds: SeedPlan(seed: reference.seed), draw: draw)
        let trial = try candidate.run(Folds.Split(learning: learning, held: held)) { true }
        #expect(trial.answers.classes?.correct == correct, "\(size) per class, draw \(draw)")
      }
    }
  }

  @Test func `draws and folds are the reference's`() throws {
    let reference = try Reference.read()
    let labels = reference.trainLabels.map { "class \($0)" }
    let plan = SeedPlan(seed: reference.seed)
    for (size, draws) in zip(reference.sizes, reference.draws) {
      #expect(draws == draws.indices.map { Subsets.draw(size, of: labels, seeds: plan, draw: $0) })
    }
    for (repetition, folds) in reference.folds.enumerated() {
      #expect(Folds.stratified(labels, count: 4, seeds: plan, repetition: repetition).map(\.held) == folds)
    }
  }

  @Test func `a band holds the middle 80 % of the draws`() {
    let point = LearningCurve.Point(size: 1, scores: (0...10).map { Double($0) / 10 }.reversed())
    #expect(abs(point.mean - 0.5) < 1e-12)
    #expect(abs(point.band.lowerBound - 0.1) < 1e-12 && abs(point.band.upperBound - 0.9) < 1e-12)
    #expect(LearningCurve.Point(size: 1, scores: [0.25]).band == 0.25...0.25)
  }
}
