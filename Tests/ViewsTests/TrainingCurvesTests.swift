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

  @Test(
    arguments: [
      ([0.92, 0.95, 0.98], 90...100), ([0.1, 0.9], 0...100), ([0.971, 0.973], 95...100), ([1, 1], 95...100),
      ([0, 0], 0...5), ([0.5, 0.58], 50...60), ([0.3, 0.54], 30...60), ([], 0...100),
    ] as [([Double], ClosedRange<Double>)])
  func `the axis of accuracies fits, and shows no small difference as a large one`(
    shares: [Double], range: ClosedRange<Double>
  ) {
    let records = shares.enumerated().map { index, share in
      EpochRecord(
        epoch: index + 1, learningRate: 0.1, trainLoss: 1, trainLossMean: 1, trainAccuracy: share, validations: [],
        seconds: 1, seed: 1, miniBatchSize: 1, optimizer: .sgd(learningRate: 0.1))
    }
    let panels = TrainingCurves(records: records, columns: [.trainAccuracy]).chart.panels
    #expect(panels.first?.range == (shares.isEmpty ? nil : range))
  }
}
