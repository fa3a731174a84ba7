import Tensors
import Testing
import Training

@Suite struct NearestCentroidTests {
  /// Two samples of each of three classes in the plane; the means are (1, 0), (0, 2) and (-3, -3).
  private static let features = Tensor(shape: [6, 2], values: [0, 0, 2, 0, 0, 1, 0, 3, -4, -3, -2, -3])
  private static let targets = [0, 0, 1, 1, 2, 2]

  private func rule() throws -> NearestCentroid {
    try NearestCentroid(Self.features, targets: Self.targets, classes: 3)
  }

  @Test func `the means and the spread by hand`() throws {
    let rule = try rule()
    #expect(rule.centroids == Tensor(shape: [3, 2], values: [1, 0, 0, 2, -3, -3]))
    #expect(rule.spread == 1)
  }

  @Test func `the nearest mean answers, of equally near ones the first`() throws {
    let rule = try rule()
    let samples: [[Float]] = [[1, 0.5], [0, 1.8], [-2, -2]]
    #expect(samples.map { rule.answer(to: $0[...]) } == [0, 1, 2])
    #expect(rule.answer(to: [0.5, 1]) == 0)
  }

  /// A grid of samples, as many outputs as classes and more: the largest score is the nearest mean's.
  @Test(arguments: [([0, 1, 2], 3), ([0, 1, 2], 10), ([4, 0, 2], 5)])
  func `the layer answers by the same rule`(places: [Int], outputs: Int) throws {
    let rule = try rule()
    let layer = rule.layer(outputs: outputs, places: places)
    #expect(layer.weights.shape == [outputs, 2] && layer.biases.shape == [outputs])
    for step in 0..<1681 {
      // An odd share, so that no sample lies between two means.
      let sample = [Float(step % 41) / 2 - 10.13, Float(step / 41) / 2 - 10.29]
      let scores = (0..<outputs).map { output in
        layer.weights.row(output).first.map { $0 * sample[0] }.map {
          $0 + layer.weights.values[2 * output + 1] * sample[1] + layer.biases.values[output]
        } ?? .nan
      }
      let best = scores.indices.max { scores[$0] < scores[$1] }
      #expect(best == places[rule.answer(to: sample[...])], "\(sample)")
    }
  }

  @Test func `samples that are all alike leave numbers finite`() throws {
    let rule = try NearestCentroid(Tensor(shape: [2, 1], values: [3, 3]), targets: [0, 1], classes: 2)
    let layer = rule.layer(outputs: 2, places: [0, 1])
    let numbers = layer.weights.values + layer.biases.values
    #expect(numbers.allSatisfy { $0.isFinite })
  }

  @Test func `what does not fit is refused`() {
    let cases: [(Tensor, [Int], Int, TrainingError)] = [
      (Tensor(shape: [2]), [0, 1], 2, .shape([2])),
      (Self.features, [0], 1, .count(of: "labels", expected: 6, actual: 1)),
      (Self.features, [0, 0, 1, 1, 2, 3], 3, .unknownClass(sample: 5, target: 3, classes: 3)),
      (Self.features, Self.targets, 4, .noSamples),
      (Tensor(shape: [1, 2], values: [0, .nan]), [0], 1, .notFinite(sample: 0, position: 1)),
      (Tensor(shape: [0, 2]), [], 0, .noSamples),
    ]
    for (features, targets, classes, error) in cases {
      #expect(throws: error) { try NearestCentroid(features, targets: targets, classes: classes) }
    }
  }
}
