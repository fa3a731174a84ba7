import Tensors
public import Training

/// How a model's accuracy grows, or the error of its numbers falls, with the number of examples it learns from.
public struct LearningCurve: Sendable {
  /// The model, and how it was made.
  public let name: String, configuration: CandidateConfiguration
  /// The points, fewest examples first.
  public var points: [Point]

  /// Puts it together.
  public init(name: String, configuration: CandidateConfiguration, points: [Point]) {
    self.name = name
    self.configuration = configuration
    self.points = points
  }

  /// What came of one number of examples.
  public struct Point: Sendable {
    /// How many examples of each class; of numbers how many in all.
    public let size: Int
    /// The accuracy of each draw, 0…1, or the root of its mean squared error.
    public let scores: [Double]

    /// Puts it together.
    public init(size: Int, scores: [Double]) {
      self.size = size
      self.scores = scores
    }

    /// Their mean.
    public var mean: Double { scores.reduce(0, +) / Double(max(1, scores.count)) }

    /// Where the middle 80 % of the draws lie: from the first to the last decile.
    public var band: ClosedRange<Double> { quantile(0.1)...quantile(0.9) }

    /// Linear between the draws next to it, as NumPy's `quantile`.
    private func quantile(_ share: Double) -> Double {
      let sorted = scores.sorted()
      guard let last = sorted.last else { return 0 }
      let place = share * Double(sorted.count - 1)
      let below = Int(place)
      guard below + 1 < sorted.count else { return last }
      return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
    }
  }

  /// Which examples are drawn, and which samples are asked about.
  public struct Examples: Sendable {
    /// How many examples of each class, of numbers how many in all; ascending.
    public let sizes: [Int]
    /// How often each is drawn.
    public let draws: Int
    /// What they are drawn from.
    public let seed: UInt64
    /// The places that examples are drawn from, and their labels.
    private let pool: [Int], labels: [String]
    /// The places asked about; nil for all that were not drawn.
    private let held: [Int]?
    private let count: Int

    /// Prepares the draws: by test from the training samples, which are asked about the test samples; otherwise from all
    /// samples, the rest being asked about.
    ///
    /// - Throws: `EvidenceDiagnostic` where there are not so many examples.
    public init(
      sizes: [Int], draws: Int, seed: UInt64, way: EvaluationProtocol.Method, selection: Selection
    ) throws(ExperimentError) {
      self.sizes = sizes
      self.draws = draws
      self.seed = seed
      let truths = selection.truths
      count = truths.count
      if way == .test {
        let split = try EvaluationProtocol.trainAndTest(of: selection)
        (pool, held) = (split.learning, split.held)
      } else {
        (pool, held) = (Array(truths.indices), nil)
      }
      // Numbers are of one class, which has no name.
      labels = selection.isRegression ? pool.map { _ in "" } : pool.map { truths[$0] }
      for label in selection.isRegression ? [""] : selection.labels {
        let own = labels.count { LabelSpelling.areSame($0, label) }
        let isRestAsked = held == nil
        // A class that is nowhere is asked about nowhere.
        let isAsked = own > 0 || (held ?? []).contains { LabelSpelling.areSame(truths[$0], label) }
        if isAsked, let most = sizes.last, most > own - (isRestAsked ? 1 : 0) {
          throw ExperimentError.evidence(
            .tooFewExamples(
              most, label: label, count: own, selection: way == .test ? "\(selection.text).train" : selection.text,
              isRestAsked: isRestAsked))
        }
      }
    }

    /// The samples of one draw.
    public func split(_ size: Int, draw: Int) -> Folds.Split {
      let drawn = Subsets.draw(size, of: labels, seeds: SeedPlan(seed: seed), draw: draw).map { pool[$0] }
      let taken = Set(drawn)
      return Folds.Split(learning: drawn, held: held ?? (0..<count).filter { !taken.contains($0) })
    }
  }
}
