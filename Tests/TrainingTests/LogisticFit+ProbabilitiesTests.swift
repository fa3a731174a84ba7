import Tensors
import Testing

@testable import Training

struct LogisticFitProbabilitiesTests {
  private func fit(weights: [Float], biases: [Float]) -> LogisticRegression.Fit {
    LogisticRegression.Fit(
      weights: Tensor(shape: [biases.count, weights.count / biases.count], values: weights),
      biases: Tensor(shape: [biases.count], values: biases),
      progress: LogisticRegression.Progress(iterations: 0, evaluations: 0, objective: 0), isConverged: true)
  }

  @Test func `probabilities are the softmax of the scores`() {
    let fit = fit(weights: [1, 0, 0, 1], biases: [0, 1])
    let result = fit.probabilities(Tensor(shape: [2, 2], values: [2, 1, 0, 0]))
    #expect(result.shape == [2, 2])
    let second: Float = 0.731058579  // e / (1 + e)
    for (value, expected) in zip(result.values, [0.5, 0.5, 1 - second, second]) {
      #expect(abs(value - expected) < 1e-7)
    }
  }

  @Test func `scores far apart give 0 and 1, and no samples give none`() {
    let fit = fit(weights: [1000, -1000], biases: [0, 0])
    #expect(fit.probabilities(Tensor(shape: [1, 1], values: [1000])).values == [1, 0])
    #expect(fit.probabilities(Tensor(shape: [0, 1])) == Tensor(shape: [0, 2]))
  }

  @Test func `the mean loss is the mean of minus the logarithms of the true classes' probabilities`() {
    let fit = fit(weights: [1, 0, 0, 1], biases: [0, 1])
    let asked = Tensor(shape: [2, 2], values: [2, 1, 0, 0])
    // Equal scores, and e / (1 + e): ln 2, and ln(1 + 1 / e).
    #expect(abs(fit.meanLoss(asked, targets: [0, 1]) - (0.6931471805599453 + 0.3132616875182228) / 2) < 1e-12)
    #expect(fit.meanLoss(Tensor(shape: [0, 2]), targets: []) == 0)
  }
}
