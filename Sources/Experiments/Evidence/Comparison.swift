public import Training

/// Models asked about the same samples, none of which they had seen: what is to be compared.
public struct Comparison: Sendable {
  /// What became of one model.
  public struct Entrant: Sendable {
    /// Its name, how it was made, and what it looked at.
    public let name: String, recipe: Recipe, looksAt: String
    /// For each sample the share of repetitions in which it was answered rightly, 0…1.
    public let rightness: [Double]
    /// The mean loss over samples and repetitions.
    public let loss: Double

    /// The share of right answers.
    public var accuracy: Double { rightness.isEmpty ? 0 : rightness.reduce(0, +) / Double(rightness.count) }

    /// How many samples were answered rightly, rounded where repetitions differ.
    public var correct: Int { Int(rightness.reduce(0, +).rounded()) }

    /// Wilson's interval around the accuracy. Repetitions ask about the same samples again, so they do not count as more.
    public func interval(confidence: Double) -> ClosedRange<Double> {
      Statistics.wilsonInterval(successes: correct, of: rightness.count, confidence: confidence)
    }
  }

  /// Two models on the same samples.
  public struct Pair: Sendable {
    /// Their places among the entrants; the better one first.
    public let better: Int, worse: Int
    /// How many samples only the one, and only the other, answered rightly; with repetitions, more often than the other.
    public let onlyBetter: Int, onlyWorse: Int
    /// How probable so uneven a split is by chance: McNemar's exact test.
    public var probability: Double { Statistics.mcNemar(onlyFirst: onlyBetter, onlySecond: onlyWorse) }
    /// The same, corrected for the other pairs (Holm).
    public var correctedProbability = 1.0
  }

  /// The models, in the order named.
  public var entrants: [Entrant]
  /// How sure an interval is to be, and from where on a difference is told: 1 − confidence.
  public let confidence: Double

  /// Puts it together.
  public init(entrants: [Entrant], confidence: Double) {
    self.entrants = entrants
    self.confidence = confidence
  }

  /// Every two of them.
  public var pairs: [Pair] {
    var pairs = entrants.indices.flatMap { first in entrants.indices.dropFirst(first + 1).map { pair(first, $0) } }
    for (index, corrected) in Statistics.holm(pairs.map(\.probability)).enumerated() {
      pairs[index].correctedProbability = corrected
    }
    return pairs
  }

  /// Whether a pair's difference is more than chance would make, among as many pairs as there are.
  public func isDecided(_ pair: Pair) -> Bool { pair.correctedProbability < 1 - confidence }

  private func pair(_ first: Int, _ second: Int) -> Pair {
    let both = Array(zip(entrants[first].rightness, entrants[second].rightness))
    let onlyFirst = both.count { $0.0 > $0.1 }
    let onlySecond = both.count { $0.0 < $0.1 }
    return onlyFirst >= onlySecond
      ? Pair(better: first, worse: second, onlyBetter: onlyFirst, onlyWorse: onlySecond)
      : Pair(better: second, worse: first, onlyBetter: onlySecond, onlyWorse: onlyFirst)
  }
}

extension Comparison.Entrant {
  /// What a candidate's trials come to.
  ///
  /// - Parameters:
  ///   - candidate: The model.
  ///   - splits: The split of each trial.
  ///   - trials: What came of each.
  public init(_ candidate: Candidate, _ splits: [Folds.Split], _ trials: [Trial]) {
    var asked: [Int: (right: Int, times: Int)] = [:]
    var losses = 0.0
    var count = 0
    for (split, trial) in zip(splits, trials) {
      for (place, row) in zip(split.held, trial.answers.rows) {
        let before = asked[place, default: (0, 0)]
        asked[place] = (before.right + (row.isCorrect ? 1 : 0), before.times + 1)
        losses += row.loss
        count += 1
      }
    }
    self.init(
      name: candidate.name, recipe: candidate.recipe, looksAt: candidate.looksAt,
      rightness: asked.sorted { $0.key < $1.key }.map { Double($0.value.right) / Double($0.value.times) },
      loss: losses / Double(max(1, count)))
  }
}

extension Comparison {
  /// Trains models anew on a part of some samples and asks them about the rest, each by its own recipe.
  ///
  /// - Parameters:
  ///   - models: The models.
  ///   - selection: The samples, of a whole dataset.
  ///   - questioning: What is learnt from and what is asked about, trial by trial.
  ///   - inference: Where features are worked out; asked whether to stop.
  ///   - confidence: How sure an interval is to be.
  /// - Throws: `ExperimentError` where a model cannot learn from such samples, `Interruption`.
  public init(
    of models: [Model], on selection: Selection, by questioning: EvaluationProtocol, _ inference: Inference,
    confidence: Double = 0.95
  ) throws {
    let splits = questioning.trials.map(\.split)
    let entrants = try models.map { model in
      let candidate = try inference.candidate(model, on: selection)
      let trials = try splits.map { try candidate.run($0) { !inference.signal.isInterrupted } }
      return Entrant(candidate, splits, trials)
    }
    self.init(entrants: entrants, confidence: confidence)
  }
}
