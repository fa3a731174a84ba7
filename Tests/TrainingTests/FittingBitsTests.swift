import Tensors
import TestSupport
import Testing
import Training

/// What is fitted and voted without mini-batches has the same bits on every processor; see `TrainingBitsTests`.
@Suite struct FittingBitsTests {
  /// Samples of 70 features in three classes.
  private func samples(_ count: Int, seed: UInt64) -> (features: Tensor, classes: [Int]) {
    var generator = SeededGenerator(seed: seed)
    let classes = (0..<count).map { $0 % 3 }
    let values = classes.flatMap { label in
      (0..<70).map { feature in generator.uniform(-1, 1) + (feature % 3 == label ? 0.4 : 0) }
    }
    return (Tensor(shape: [count, 70], values: values), classes)
  }

  @Test(arguments: [(60, 9_398_911_779_515_754_944 as UInt64), (4_000, 4_682_775_369_012_047_846)])
  func `a logistic regression by L-BFGS`(count: Int, expected: UInt64) throws {
    let (features, classes) = samples(count, seed: 3)
    let fit = try LogisticRegression(l2: 0.1, maxIterations: 15).fit(features, targets: classes, classes: 3)
    let asked = samples(20, seed: 4).features
    #expect(Digest.of(fit.weights.values + fit.biases.values + fit.probabilities(asked).values) == expected)
  }

  @Test(
    arguments: [
      (NearestNeighbors.Weighting.uniform, 5_231_351_456_870_279_391 as UInt64),
      (.inverseDistance, 15_969_937_823_992_149_809),
    ])
  func `the votes of nearest neighbours`(weighting: NearestNeighbors.Weighting, expected: UInt64) throws {
    let (features, classes) = samples(300, seed: 5)
    var model = NearestNeighbors(dimension: 70, numberOfNeighbors: 7, weighting: weighting)
    try model.remember(features, labels: classes.map { "\($0)" })
    let votes = try model.classify(samples(40, seed: 6).features)
    let numbers = votes.flatMap { vote in
      vote.neighbors.flatMap { [Float($0.index), Float($0.distance)] }
        + vote.probabilities.map { Float($0.probability) }
    }
    #expect(Digest.of(numbers) == expected)
  }
}
