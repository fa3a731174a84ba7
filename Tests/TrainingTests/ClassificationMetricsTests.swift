import Foundation
import Tensors
import Testing
import Training

/// Equal to scikit-learn on the same answers: see Tests/Reference/metrics.py.
struct ClassificationMetricsTests {
  private struct Reference: Decodable {
    struct Case: Decodable {
      let classes: Int
      let probabilities: [Float]
      let truths: [Int]
      let accuracy: Double, f1: Double, precision: Double, recall: Double, logLoss: Double, auc: Double
    }
    let cases: [Case]

    static func read() throws -> Reference {
      let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Goldens/Training/metrics.json")
      return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    }
  }

  private func evaluation(_ probabilities: [Float], classes: Int, truths: [Int]) throws -> Evaluation {
    try Evaluation(
      probabilities: Tensor(shape: [truths.count, classes], values: probabilities),
      labels: (0..<classes).map { "class \($0)" }, truths: truths.map { "class \($0)" })
  }

  @Test(arguments: 0..<5) func `row 36: the measures are scikit-learn's`(number: Int) throws {
    let expected = try Reference.read().cases[number]
    let metrics = ClassificationMetrics(
      try evaluation(expected.probabilities, classes: expected.classes, truths: expected.truths))
    #expect(abs(metrics.accuracy - expected.accuracy) < 1e-6)
    #expect(abs(metrics.f1 - expected.f1) < 1e-6)
    #expect(abs(metrics.precision - expected.precision) < 1e-6)
    #expect(abs(metrics.recall - expected.recall) < 1e-6)
    #expect(abs(metrics.logLoss - expected.logLoss) < 1e-6)
    #expect(abs((metrics.areaUnderCurve ?? -1) - expected.auc) < 1e-6)
  }

  @Test func `a curve goes from corner to corner, passing equal probabilities together`() throws {
    let metrics = ClassificationMetrics(
      try evaluation([0.9, 0.1, 0.5, 0.5, 0.5, 0.5, 0.2, 0.8], classes: 2, truths: [0, 0, 1, 1]))
    let curve = try #require(metrics.curves.first)
    #expect(curve.label == "class 0")
    #expect(curve.points.map(\.x) == [0, 0, 0.5, 1])
    #expect(curve.points.map(\.y) == [0, 0.5, 1, 1])
    #expect(curve.area == 0.875)
  }

  @Test func `truths of one class have no curve`() throws {
    let metrics = ClassificationMetrics(try evaluation([0.9, 0.1, 0.2, 0.8], classes: 2, truths: [0, 0]))
    #expect(metrics.areaUnderCurve == nil && metrics.curves.isEmpty)
    #expect(metrics.accuracy == 0.5)
    #expect(metrics.recall == 0.25, "an answer that is never true has recall 0")
  }
}
