public import Experiments
public import Training

/// One combination of settings: how it is tried, and what came of it.
public struct SweepRow: Sendable {
  /// The settings that tell it from other rows, as typed.
  let settings: [Setting]
  /// The model made by these settings.
  public let candidate: Candidate
  /// The statement that tries this row alone, and the one that makes the model so.
  let command: String, keeping: String
  /// The network of the workspace its features come from; nil for all others.
  public var basis: FeatureBasis?
  /// What came of it; nil while it is not done.
  public var outcome: Outcome?

  /// Takes what is to be shown.
  public init(
    settings: [Setting], candidate: Candidate, command: String, keeping: String, basis: FeatureBasis? = nil,
    outcome: Outcome? = nil
  ) {
    (self.settings, self.candidate, self.command, self.keeping) = (settings, candidate, command, keeping)
    (self.basis, self.outcome) = (basis, outcome)
  }

  /// A setting and its value, as typed.
  public struct Setting: Sendable, Equatable {
    let key: String, text: String

    /// Takes what is to be shown.
    public init(key: String, text: String) { (self.key, self.text) = (key, text) }
  }

  /// What came of all trainings of a row.
  public struct Outcome: Sendable, Equatable {
    /// The share of right answers in each repetition, 0…1; empty where numbers are predicted.
    let accuracies: [Double]
    /// How far predicted numbers are from the true ones, in each repetition; empty where classes are.
    let errors: [NumberEvaluation.Measures]
    /// The mean loss of the answers, of numbers the mean squared error, and of the last epoch's training; infinite where a
    /// training left the numbers.
    let loss: Double, trainLoss: Double?
    /// The mean training loss of each epoch.
    let course: [Double]
    /// How many trainings left the numbers, of how many.
    let diverged: Int, trainings: Int

    /// Takes what is to be shown.
    public init(
      accuracies: [Double], errors: [NumberEvaluation.Measures], loss: Double, trainLoss: Double?, course: [Double],
      diverged: Int, trainings: Int
    ) {
      (self.accuracies, self.errors, self.loss, self.trainLoss) = (accuracies, errors, loss, trainLoss)
      (self.course, self.diverged, self.trainings) = (course, diverged, trainings)
    }

    /// The mean share of right answers.
    public var accuracy: Double { accuracies.reduce(0, +) / Double(max(1, accuracies.count)) }

    /// The root of the mean squared error, over all repetitions.
    public var root: Double { Self.mean(errors.map(\.squared)).squareRoot() }
    /// The mean absolute error, over all repetitions.
    public var absolute: Double { Self.mean(errors.map(\.absolute)) }
    /// The mean share of the variance explained; nil where a repetition's numbers do not vary.
    var explained: Double? {
      let shares = errors.compactMap(\.explained)
      return shares.count == errors.count && !shares.isEmpty ? Self.mean(shares) : nil
    }

    private static func mean(_ numbers: [Double]) -> Double {
      numbers.reduce(0, +) / Double(max(1, numbers.count))
    }

    /// The middle one of the repetitions' shares, of numbers of their roots, or the mean of the middle two.
    public var median: Double {
      let sorted = scores.sorted()
      guard !sorted.isEmpty else { return 0 }
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
  }

  /// By what rows are sorted.
  public enum Rank: String, Sendable, CaseIterable {
    case validationLoss, validationAccuracy, validationRMSE, validationMAE, trainLoss

    /// Whether it measures answers of this kind.
    public func measures(numbers: Bool) -> Bool {
      switch self {
      case .validationLoss, .trainLoss: true
      case .validationAccuracy: !numbers
      case .validationRMSE, .validationMAE: numbers
      }
    }

    /// Whether an outcome is better than another.
    func prefers(_ one: Outcome, to other: Outcome) -> Bool {
      switch self {
      case .validationLoss: one.loss < other.loss
      case .validationAccuracy: (one.accuracy, -one.loss) > (other.accuracy, -other.loss)
      case .validationRMSE: one.loss < other.loss
      case .validationMAE: one.comparable(one.absolute) < other.comparable(other.absolute)
      case .trainLoss: (one.trainLoss ?? .infinity) < (other.trainLoss ?? .infinity)
      }
    }
  }
}

extension SweepRow.Outcome {
  /// What a row's trials come to.
  ///
  /// - Parameter trials: The trials, each with the repetition it belongs to.
  public init(_ trials: [(trial: Trial, repetition: Int)]) {
    var counts: [Int: (right: Int, asked: Int)] = [:]
    for (trial, repetition) in trials {
      guard let answers = trial.answers.classes else { continue }
      let before = counts[repetition, default: (0, 0)]
      counts[repetition] = (before.right + answers.correct, before.asked + answers.count)
    }
    accuracies = counts.sorted { $0.key < $1.key }.map { Double($0.value.right) / Double(max(1, $0.value.asked)) }
    diverged = trials.count { $0.trial.hasDiverged }
    trainings = trials.count
    let rows = trials.flatMap { $0.trial.answers.rows.map(\.loss) }
    errors = Self.errors(trials)
    let mean = errors.isEmpty ? rows.reduce(0, +) / Double(max(1, rows.count)) : Self.mean(errors.map(\.squared))
    loss = diverged > 0 || mean.isNaN ? .infinity : mean
    let epochs = trials.map { $0.trial.losses.count }.min() ?? 0
    course = (0..<epochs).map { epoch in
      trials.reduce(0) { $0 + $1.trial.losses[epoch] } / Double(trials.count)
    }
    trainLoss = diverged > 0 ? .infinity : course.last
  }

  /// The errors of each repetition, over all its trials.
  private static func errors(_ trials: [(trial: Trial, repetition: Int)]) -> [NumberEvaluation.Measures] {
    let repetitions = Dictionary(grouping: trials) { $0.repetition }.sorted { $0.key < $1.key }
    return repetitions.compactMap { _, own in
      let numbers = own.compactMap(\.trial.answers.numbers)
      guard let first = numbers.first else { return nil }
      return NumberEvaluation(
        truths: numbers.flatMap(\.truths), answers: numbers.flatMap(\.answers), outputs: first.outputs
      ).measures
    }
  }

  /// A measure that a row which diverged has not.
  fileprivate func comparable(_ measure: Double) -> Double { diverged > 0 || measure.isNaN ? .infinity : measure }

  /// What each repetition comes to: the share of right answers, of numbers the root of the mean squared error.
  public var scores: [Double] { errors.isEmpty ? accuracies : errors.map(\.root) }
}
