import Tensors

/// How far two models' numbers are from the true ones, sample by sample on the same samples.
public struct PairedErrors: Sendable, Equatable {
  /// What the second model's error is above the first's, sample by sample; of several numbers the mean of their amounts.
  public let differences: [Double]

  /// Compares errors.
  ///
  /// Precondition: as many samples of both.
  ///
  /// - Parameters:
  ///   - first: One model's numbers.
  ///   - second: The other's, on the same samples in the same order.
  public init(_ first: NumberEvaluation, _ second: NumberEvaluation) {
    precondition(first.count == second.count, "\(first.count) and \(second.count) samples")
    // An error without bounds on both sides says nothing.
    differences = zip(first.errors, second.errors).map { $1 - $0 }.map { $0.isNaN ? 0 : $0 }
  }

  /// The mean difference: what the second's mean absolute error is above the first's.
  public var mean: Double { differences.isEmpty ? 0 : differences.reduce(0, +) / Double(differences.count) }

  /// On how many samples the first model's number is nearer to the truth, and the second's.
  public var nearer: (first: Int, second: Int) { (differences.count { $0 > 0 }, differences.count { $0 < 0 }) }

  /// How probable differences at least as uneven are by chance: Wilcoxon's signed-rank test.
  public var probability: Double { Statistics.wilcoxon(differences) }

  /// Whether the ranks, which the test looks at, and the mean prefer the same model: a few large errors may turn the mean.
  public var isOneSided: Bool { mean * Statistics.signedRankBalance(differences) > 0 }

  /// Where the mean difference may well lie: the middle of resamples of the samples, drawn with replacement.
  ///
  /// - Parameters:
  ///   - confidence: The share of resamples within, 0 ..< 1.
  ///   - resamples: How many are drawn.
  ///   - seed: What they are drawn from.
  /// - Returns: The interval; 0…0 without samples.
  public func interval(confidence: Double = 0.95, resamples: Int = 1000, seed: UInt64 = 1) -> ClosedRange<Double> {
    guard !differences.isEmpty else { return 0...0 }
    let plan = SeedPlan(seed: seed)
    let means = Parallel.map(resamples) { number -> Double in
      var generator = plan.generator(for: .resamples, number)
      let sum = differences.indices.reduce(0.0) { sum, _ in sum + differences[generator.below(differences.count)] }
      return sum / Double(differences.count)
    }
    return Statistics.middle(confidence, of: means.map { $0.isNaN ? 0 : $0 })
  }
}
