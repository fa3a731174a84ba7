import Experiments
import Training

/// One combination of settings: how it is tried, and what came of it.
struct SweepRow: Sendable {
  /// The settings that tell it from other rows, as typed.
  let settings: [Setting]
  /// The model made by these settings.
  let candidate: Candidate
  /// The statement that tries this row alone, and the one that makes the model so.
  let command: String, keeping: String
  /// What came of it; nil while it is not done.
  var outcome: Outcome?

  /// A setting and its value, as typed.
  struct Setting: Sendable, Equatable {
    let key: String, text: String
  }

  /// What came of all trainings of a row.
  struct Outcome: Sendable, Equatable {
    /// The share of right answers in each repetition, 0…1.
    let accuracies: [Double]
    /// The mean loss of the answers, and of the last epoch's training; infinite where a training left the numbers.
    let loss: Double, trainLoss: Double?
    /// The mean training loss of each epoch.
    let course: [Double]
    /// How many trainings left the numbers, of how many.
    let diverged: Int, trainings: Int

    /// The mean share of right answers.
    var accuracy: Double { accuracies.reduce(0, +) / Double(max(1, accuracies.count)) }

    /// The middle one of the repetitions' shares, or the mean of the middle two.
    var median: Double {
      let sorted = accuracies.sorted()
      guard !sorted.isEmpty else { return 0 }
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
  }

  /// By what rows are sorted.
  enum Rank: String, Sendable, CaseIterable {
    case validationLoss, validationAccuracy, trainLoss

    /// Whether an outcome is better than another.
    func prefers(_ one: Outcome, to other: Outcome) -> Bool {
      switch self {
      case .validationLoss: one.loss < other.loss
      case .validationAccuracy: (one.accuracy, -one.loss) > (other.accuracy, -other.loss)
      case .trainLoss: (one.trainLoss ?? .infinity) < (other.trainLoss ?? .infinity)
      }
    }
  }
}

extension SweepRow.Outcome {
  /// What a row's trials come to.
  ///
  /// - Parameter trials: The trials, each with the repetition it belongs to.
  init(_ trials: [(trial: Trial, repetition: Int)]) {
    var counts: [Int: (right: Int, asked: Int)] = [:]
    for (trial, repetition) in trials {
      let before = counts[repetition, default: (0, 0)]
      counts[repetition] = (before.right + trial.answers.correct, before.asked + trial.answers.count)
    }
    accuracies = counts.sorted { $0.key < $1.key }.map { Double($0.value.right) / Double(max(1, $0.value.asked)) }
    diverged = trials.count { $0.trial.hasDiverged }
    trainings = trials.count
    let rows = trials.flatMap { $0.trial.answers.rows.map(\.loss) }
    loss = diverged > 0 ? .infinity : rows.reduce(0, +) / Double(max(1, rows.count))
    let epochs = trials.map { $0.trial.losses.count }.min() ?? 0
    course = (0..<epochs).map { epoch in
      trials.reduce(0) { $0 + $1.trial.losses[epoch] } / Double(trials.count)
    }
    trainLoss = diverged > 0 ? .infinity : course.last
  }
}
