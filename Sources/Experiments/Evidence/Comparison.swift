public import Training

/// Models asked about the same samples, none of which they had seen: what is to be compared.
public struct Comparison: Sendable {
  /// What became of one model.
  public struct Entrant: Sendable {
    /// Its name, how it was made, and what it looked at.
    public let name: String, configuration: CandidateConfiguration, looksAt: String
    /// What its answers come to.
    public let score: Score

    /// What answers come to, sample by sample.
    public enum Score: Sendable {
      /// For each sample the share of repetitions in which its class was found, 0…1, and the mean loss over samples and
      /// repetitions.
      case classes(rightness: [Double], loss: Double)
      /// The numbers beside the true ones; each repetition counts as an output of its own, so that samples stay what is
      /// drawn for intervals.
      case numbers(NumberEvaluation)
    }

    /// For each sample the share of repetitions in which it was answered rightly, 0…1; empty where numbers are predicted.
    public var rightness: [Double] {
      if case .classes(let rightness, _) = score { rightness } else { [] }
    }

    /// The mean loss over samples and repetitions; nil where numbers are predicted.
    public var loss: Double? {
      if case .classes(_, let loss) = score { loss } else { nil }
    }

    /// The numbers beside the true ones; nil where classes are.
    public var numbers: NumberEvaluation? {
      if case .numbers(let numbers) = score { numbers } else { nil }
    }

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
    /// In what they differ.
    public let difference: Difference
    /// How probable so large a difference is by chance: by McNemar's exact test of classes, by Wilcoxon's signed-rank test of
    /// the amounts of numbers' errors.
    public let probability: Double
    /// The same, corrected for the other pairs (Holm).
    public var correctedProbability = 1.0

    /// In what two models differ.
    public enum Difference: Sendable {
      /// How many samples only the better, and only the worse, answered rightly; with repetitions, more often than the other.
      case rightness(onlyBetter: Int, onlyWorse: Int)
      /// How much larger the worse one's errors are.
      case errors(PairedErrors)
    }
  }

  /// The models, in the order named.
  public var entrants: [Entrant]
  /// What next to no training comes to on the same samples; no pairs are made of it.
  public var baselines: [Entrant] = []
  /// How sure an interval is to be, and from where on a difference is told: 1 − confidence.
  public let confidence: Double

  /// Puts it together.
  public init(entrants: [Entrant], confidence: Double) {
    self.entrants = entrants
    self.confidence = confidence
  }

  /// Whether the models answer with numbers instead of classes.
  public var answersNumbers: Bool { entrants.contains { $0.numbers != nil } }

  /// The models, and below them the baselines.
  public var rows: [Entrant] { entrants + baselines }

  /// Every two of them.
  public var pairs: [Pair] {
    var pairs = entrants.indices.flatMap { first in entrants.indices.dropFirst(first + 1).map { pair(first, $0) } }
    for (index, corrected) in Statistics.holm(pairs.map(\.probability)).enumerated() {
      pairs[index].correctedProbability = corrected
    }
    return pairs
  }

  /// Whether a pair's difference is more than chance would make, among as many pairs as there are.
  public func isDecided(_ pair: Pair) -> Bool {
    if case .errors(let errors) = pair.difference, !errors.isOneSided { return false }
    return pair.correctedProbability < 1 - confidence
  }

  private func pair(_ first: Int, _ second: Int) -> Pair {
    if let one = entrants[first].numbers, let other = entrants[second].numbers {
      let (better, worse) = one.measures.absolute <= other.measures.absolute ? (first, second) : (second, first)
      let errors = better == first ? PairedErrors(one, other) : PairedErrors(other, one)
      return Pair(better: better, worse: worse, difference: .errors(errors), probability: errors.probability)
    }
    let both = Array(zip(entrants[first].rightness, entrants[second].rightness))
    let onlyFirst = both.count { $0.0 > $0.1 }
    let onlySecond = both.count { $0.0 < $0.1 }
    let (better, worse) = onlyFirst >= onlySecond ? (first, second) : (second, first)
    return Pair(
      better: better, worse: worse,
      difference: .rightness(onlyBetter: max(onlyFirst, onlySecond), onlyWorse: min(onlyFirst, onlySecond)),
      probability: Statistics.mcNemar(onlyFirst: onlyFirst, onlySecond: onlySecond))
  }
}

extension Comparison.Entrant {
  /// What a candidate's trials come to.
  ///
  /// - Parameters:
  ///   - candidate: The model.
  ///   - splits: The split of each trial.
  ///   - trials: What came of each.
  public init(_ candidate: Candidate, _ splits: [Folds.Split], _ trials: [FoldResult]) {
    let score: Score =
      if candidate.targets == nil {
        Score(classesOf: splits, trials)
      } else {
        .numbers(NumberEvaluation(of: splits, trials))
      }
    self.init(name: candidate.name, configuration: candidate.configuration, looksAt: candidate.looksAt, score: score)
  }
}

extension Comparison.Entrant.Score {
  fileprivate init(classesOf splits: [Folds.Split], _ trials: [FoldResult]) {
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
    self = .classes(
      rightness: asked.sorted { $0.key < $1.key }.map { Double($0.value.right) / Double($0.value.times) },
      loss: losses / Double(max(1, count)))
  }
}

extension Comparison {
  /// Trains models anew on a part of some samples and asks them about the rest, each by its own configuration.
  ///
  /// - Parameters:
  ///   - models: The models.
  ///   - selection: The samples, of a whole dataset.
  ///   - evaluationProtocol: What is learnt from and what is asked about, trial by trial.
  ///   - inference: Where features are worked out; asked whether to stop.
  ///   - confidence: How sure an interval is to be.
  /// - Throws: `ExperimentError` where a model cannot learn from such samples, `Interruption`.
  public init(
    of models: [Model], on selection: Selection, by evaluationProtocol: EvaluationProtocol, _ inference: Inference,
    confidence: Double = 0.95
  ) throws {
    let splits = evaluationProtocol.trials.map(\.split)
    let candidates = try models.map { try inference.candidate($0, on: selection) }
    try Self.checkAnswers(of: candidates)
    let entrants = try candidates.map { candidate in
      let trials = try splits.map { try candidate.run($0) { !inference.signal.isInterrupted } }
      return Entrant(candidate, splits, trials)
    }
    self.init(entrants: entrants, confidence: confidence)
  }

  /// Sees to it that models answer alike: all with classes, or all with numbers.
  ///
  /// - Parameter candidates: The models.
  /// - Throws: `EvidenceDiagnostic.otherAnswers`.
  public static func checkAnswers(of candidates: [Candidate]) throws(ExperimentError) {
    guard let classifier = candidates.first(where: { $0.targets == nil }),
      let regressor = candidates.first(where: { $0.targets != nil })
    else { return }
    throw ExperimentError.evidence(.otherAnswers(classes: classifier.name, numbers: regressor.name))
  }
}
