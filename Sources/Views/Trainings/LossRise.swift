import Experiments
import Foundation
import Training
import Wording

/// A training that left a network worse than it was, and worse than one that guesses: its learning rate was too large, as a rule.
struct LossRise {
  /// The loss of the first mini-batch, and the mean loss of the last epoch.
  let first: Double, last: Double
  /// The loss of who finds all classes as likely; nil where numbers are learnt.
  let guessing: Double?
  /// The largest learning rate of the training's epochs.
  let learningRate: Double

  /// Looks at a finished training that ended with its last weights; nil where nothing is to be said.
  init?(_ progress: TrainingProgress) {
    let (model, epochs) = (progress.plan.model, progress.records.suffix(progress.epochsDone))
    guard let first = progress.firstLoss, let last = epochs.last?.trainLossMean else {
      return nil
    }
    self.first = Double(first)
    self.last = last
    guessing = model.outputs.isRegressor ? nil : log(Double(max(model.outputs.count, 1)))
    learningRate = epochs.map(\.learningRate).max() ?? 0
    // Numbers have no such measure: a network that learnt them before has its first epoch's, as a tiny loss may well double.
    let untrained = progress.epochsBefore > 0 ? progress.records.first?.trainLossMean : nil
    // Twice as much is no chance of a few samples.
    guard last > 2 * max(self.first, guessing ?? untrained ?? 0) else { return nil }
  }

  /// What the reader is told.
  var sentence: String {
    let guess = guessing.map { " (guessing gives \(Numbers.decimal($0, 4)))" } ?? ""
    let rate = Numbers.short(learningRate), suggestion = Numbers.short(Divergence.suggestion(for: learningRate))
    return
      "The loss rose from \(Numbers.decimal(first, 4)) to \(Numbers.decimal(last, 4))\(guess): learningRate=\(rate) is probably "
      + "too large. undo takes this training back; try learningRate=\(suggestion)."
  }
}
