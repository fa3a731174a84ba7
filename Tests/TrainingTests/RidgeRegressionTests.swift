import Tensors
import Testing

@testable import Training

/// Ridge regression.
@Suite struct RidgeRegressionTests {
  /// Samples that follow no line exactly.
  private func samples(_ count: Int, _ width: Int) -> (features: Tensor, targets: [Float]) {
    var generator = SeedPlan(seed: 3).generator(for: .drawings)
    let values = (0..<count * width).map { _ in Float(generator.permutation(1_000)[0]) / 100 - 5 }
    let targets = (0..<count).map { sample in
      (0..<width).reduce(Float(7)) { $0 + Float($1 % 3) * values[sample * width + $1] } + Float(sample % 5)
    }
    return (Tensor(shape: [count, width], values: values), targets)
  }

  /// Where the objective is least, the gradient is zero: Σ r·x = l2·w, and Σ r = 0.
  @Test(arguments: [(40, 6, 0.1), (40, 6, 10), (8, 30, 0.5), (30, 30, 1)])
  func `the objective is least`(count: Int, width: Int, l2: Double) throws {
    let (features, targets) = samples(count, width)
    let fit = try #require(RidgeRegression(l2: l2, rescales: false).fit(features, targets: targets))
    let residuals = (0..<count).map { sample in
      zip(features.row(sample), fit.weights.values).reduce(Double(targets[sample]) - Double(fit.bias.values[0])) {
        $0 - Double($1.0) * Double($1.1)
      }
    }
    #expect(abs(residuals.reduce(0, +)) < 1e-3)
    for place in 0..<width {
      let pull = (0..<count).reduce(0.0) { $0 + residuals[$1] * Double(features.values[$1 * width + place]) }
      #expect(abs(pull - l2 * Double(fit.weights.values[place])) < 5e-3)
    }
    #expect(abs(fit.meanSquaredError - residuals.reduce(0) { $0 + $1 * $1 } / Double(count)) < 1e-4)
  }

  @Test func `without a penalty a line is found, and a column that never changes has no weight`() throws {
    let features = Tensor(shape: [4, 2], values: [0, 9, 1, 9, 2, 9, 3, 9])
    let fit = try #require(RidgeRegression(l2: 0, rescales: false).fit(features, targets: [1, 3, 5, 7]))
    #expect(abs(fit.weights.values[0] - 2) < 1e-5 && fit.weights.values[1] == 0 && abs(fit.bias.values[0] - 1) < 1e-5)
  }

  @Test func `rescaled, the unit of a column does not matter`() throws {
    let (features, targets) = samples(40, 3)
    let other = Tensor(
      shape: [40, 3], values: features.values.enumerated().map { $0.offset % 3 == 1 ? $0.element * 1_024 : $0.element })
    let ridge = RidgeRegression(l2: 0.3)
    let (one, two) = (ridge.fit(features, targets: targets), ridge.fit(other, targets: targets))
    #expect(try #require(one).weights.values[1] == 1_024 * (try #require(two)).weights.values[1])
  }

  @Test func `it stops when it is told to`() {
    let (features, targets) = samples(200, 4)
    #expect(RidgeRegression().fit(features, targets: targets, goesOn: { false }) == nil)
  }
}
