public import Training

/// What came of all trainings of a sweep's row.
public struct SweepOutcome: Sendable, Equatable {
  /// The share of right answers in each repetition, 0…1; empty where numbers are predicted.
  public let accuracies: [Double]
  /// How far predicted numbers are from the true ones, in each repetition; empty where classes are.
  public let errors: [NumberEvaluation.Measures]
  /// The mean loss of the answers, of numbers the mean squared error, and of the last epoch's training; infinite where a
  /// training left the numbers.
  public let loss: Double, trainLoss: Double?
  /// The mean training loss of each epoch.
  public let course: [Double]
  /// How many trainings left the numbers, of how many.
  public let diverged: Int, trainings: Int

  /// What a row's trials come to.
  ///
  /// - Parameter trials: The trials, each with the repetition it belongs to.
  public init(_ trials: [(trial: FoldResult, repetition: Int)]) {
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

  /// The mean share of right answers.
  public var accuracy: Double { accuracies.reduce(0, +) / Double(max(1, accuracies.count)) }

  /// The root of the mean squared error, over all repetitions.
  public var root: Double { Self.mean(errors.map(\.squared)).squareRoot() }
  /// The mean absolute error, over all repetitions.
  public var absolute: Double { Self.mean(errors.map(\.absolute)) }
  /// The mean share of the variance explained; nil where a repetition's numbers do not vary.
  public var explained: Double? {
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

  /// What each repetition comes to: the share of right answers, of numbers the root of the mean squared error.
  public var scores: [Double] { errors.isEmpty ? accuracies : errors.map(\.root) }

  /// The errors of each repetition, over all its trials.
  private static func errors(_ trials: [(trial: FoldResult, repetition: Int)]) -> [NumberEvaluation.Measures] {
    let repetitions = Dictionary(grouping: trials) { $0.repetition }.sorted { $0.key < $1.key }
    return repetitions.compactMap { _, own in
      let numbers = own.compactMap(\.trial.answers.numbers)
      guard let first = numbers.first else { return nil }
      return NumberEvaluation(
        truths: numbers.flatMap(\.truths), answers: numbers.flatMap(\.answers), outputs: first.outputs
      ).measures
    }
  }
}
