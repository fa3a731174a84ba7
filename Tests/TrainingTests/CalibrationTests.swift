import Foundation
import Testing
import Training

struct CalibrationTests {
  private func row(_ confidence: Double, isRight: Bool) -> Evaluation.Row {
    Evaluation.Row(
      index: 0, truth: isRight ? "a" : "b", predicted: "a",
      probabilities: [
        LabelProbability(label: "a", probability: confidence),
        LabelProbability(label: "b", probability: 1 - confidence),
      ])
  }

  private func evaluation(_ rows: [(Double, Bool)]) -> Evaluation {
    Evaluation(rows: rows.map { row($0.0, isRight: $0.1) }, classes: 2)
  }

  @Test func `answers fall into ten bins, an upper edge belonging to its bin`() {
    let calibration = Calibration(evaluation([(0.5, true), (0.51, false), (0.55, true), (1, true), (0.6, false)]))
    #expect(calibration.bins.count == 10)
    #expect(calibration.bins.map(\.count) == [0, 0, 0, 0, 1, 3, 0, 0, 0, 1])
    #expect(calibration.bins[5].correct == 1)
    #expect(abs(calibration.bins[5].confidence - 1.66 / 3) < 1e-12)
  }

  @Test func `the error is how far confidence and rightness are apart`() {
    #expect(abs(Calibration(evaluation([(0.8, true), (0.8, true)])).error - 0.2) < 1e-12)
    #expect(abs(Calibration(evaluation([(1, false), (0.75, true), (0.75, false)])).error - (1 + 0.5) / 3) < 1e-12)
    #expect(Calibration(evaluation([])).error == 0)
  }
}

struct TemperatureTests {
  private let probabilities = [0.9, 0.09, 0.01].enumerated().map {
    LabelProbability(label: "\($0.offset)", probability: $0.element)
  }

  @Test func `temperature 1 changes nothing, and every temperature keeps order and sum`() {
    for temperature in [0.1, 0.5, 1, 3, 50] {
      let changed = Temperature.apply(temperature, to: probabilities).map(\.probability)
      #expect(abs(changed.reduce(0, +) - 1) < 1e-12)
      #expect(changed == changed.sorted(by: >))
      if temperature == 1 {
        for (one, other) in zip(changed, probabilities) { #expect(abs(one - other.probability) < 1e-12) }
      }
    }
  }

  @Test func `a model that is too sure by a factor gets that factor`() throws {
    // Scores that are twice too large: an answer of odds 81 : 1 is right nine times in ten.
    let sure = [LabelProbability(label: "a", probability: 81 / 82), LabelProbability(label: "b", probability: 1 / 82)]
    let rows = (0..<10).map {
      Evaluation.Row(index: $0, truth: $0 == 0 ? "b" : "a", predicted: "a", probabilities: sure)
    }
    let temperature = try #require(Temperature.fit(rows))
    #expect(abs(temperature - 2) < 1e-4)
    let before = Evaluation(rows: rows, classes: 2)
    let after = Temperature.apply(temperature, to: before)
    #expect(Calibration(after).error < 1e-4)
    #expect(Calibration(before).error > 0.08)
    #expect((after.loss ?? 9) < (before.loss ?? 0))
    #expect(after.correct == before.correct)
  }

  @Test func `probabilities of 0 stay numbers`() {
    let flat = Temperature.apply(
      100, to: [LabelProbability(label: "a", probability: 1), LabelProbability(label: "b", probability: 0)])
    #expect(flat.allSatisfy { $0.probability.isFinite && $0.probability > 0 })
    #expect(Temperature.fit([]) == nil)
  }
}
