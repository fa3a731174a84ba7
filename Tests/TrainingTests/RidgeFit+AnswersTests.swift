import Tensors
import Testing

@testable import Training

struct RidgeFitAnswersTests {
  @Test func `answers lie on the line, and their errors are those of the fit`() throws {
    let features = Tensor(shape: [4, 2], values: [0, 9, 1, 8, 2, 9, 3, 7])
    let targets: [Float] = [1, 3, 4, 8]
    let fit = try #require(RidgeRegression(l2: 0.1).fit(features, targets: targets))
    let answers = fit.answers(features)
    let line = (0..<4).map { sample in
      Double(fit.bias.values[0]) + Double(fit.weights.values[0]) * Double(features.values[2 * sample])
        + Double(fit.weights.values[1]) * Double(features.values[2 * sample + 1])
    }
    for (one, other) in zip(answers, line) { #expect(abs(one - other) < 1e-9) }
    let squares = zip(answers, targets).map { ($0 - Double($1)) * ($0 - Double($1)) }
    #expect(abs(squares.reduce(0, +) / 4 - fit.meanSquaredError) < 1e-5)
    #expect(fit.answers(Tensor(shape: [0, 2], values: [])).isEmpty)
  }
}
