import Figures
import Networks
import Testing
import Training

@testable import Experiments
@testable import Views

struct TrainingCurvesTests {
  private func panel(_ losses: [Double], isLogarithmic: Bool = false) -> LineChart.Panel? {
    let records = losses.enumerated().map { index, loss in
      EpochRecord(
        epoch: index + 1, learningRate: 0.1, trainLoss: loss, trainLossMean: loss, trainAccuracy: 0.5, validations: [],
        seconds: 1, seed: 1, miniBatchSize: 1, optimizer: .sgd(learningRate: 0.1))
    }
    return TrainingCurves(records: records, isLogarithmic: isLogarithmic).chart.panels.first
  }

  @Test(
    arguments: [
      ([2, 1, 0.5], nil), ([2, 1, 0.5, 39, 1], nil), ([2, 1, 0.5, 41, 1], 8), ([2, 1, 1e9, 90], 8),
      ([1e9, 90, 4, 2], nil),
      ([2, 100, 200, 300], nil), ([.nan, 1, 500], nil), ([2, 1, 1e9, .nan, 1], 8), ([], nil),
    ] as [([Double], Double?)])
  func `a loss far above the first epoch's does not lay the others flat`(losses: [Double], ceiling: Double?) {
    #expect(panel(losses)?.ceiling == ceiling)
    #expect(panel(losses, isLogarithmic: true)?.ceiling == nil)
  }
}
