import Figures
import Testing
import Training

@testable import Views

struct SamplePredictionViewTests {
  private let sure = [LabelProbability(label: "a", probability: 0.9), LabelProbability(label: "b", probability: 0.1)]
  private let even = [LabelProbability(label: "b", probability: 0.55), LabelProbability(label: "a", probability: 0.45)]

  private func text(
    _ samples: [String], _ answers: [[LabelProbability]], top: Int = 2, least: Double? = nil
  ) -> String {
    SamplePredictionView(model: "kind", samples: samples, answers: answers, top: top, least: least).rendering
      .plainText
  }

  @Test func `one sample has its answers below each other`() {
    let shown = text(["[1, 2]"], [sure])
    #expect(shown.hasPrefix("kind: a\n") && shown.contains("90.0 %") && shown.contains("10.0 %"))
    #expect(!text(["[1, 2]"], [sure], top: 1).contains("10.0 %"))
  }

  @Test func `several samples have a row each, and an answer that is not sure enough is none`() {
    let shown = text(["0", "1"], [sure, even], least: 0.6)
    #expect(shown.hasPrefix("kind: 2 samples\n"))
    #expect(shown.contains(#/\n0 +a +90.0 %/#) && shown.contains(#/\n1 +unsure +55.0 %/#))
  }
}
