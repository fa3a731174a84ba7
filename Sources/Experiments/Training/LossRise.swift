import Foundation
import Training

/// A training that left the loss of a network above twice that of guessing, or above twice what it was, or that drove it so far away
/// that it came back to guessing alone: as a rule its learning rate was too large, or an earlier one's.
public struct LossRise: Sendable, Equatable {
  /// The loss of the first mini-batch, and the mean loss of the last epoch.
  public let first: Double, last: Double
  /// The mean loss of the first epoch.
  public let firstEpoch: Double
  /// Whether the mean loss rose above that of the first epoch in a later one.
  public let jumps: Bool
  /// Whether it fell from epoch to epoch: then its learning rate is not too large.
  public let fallsSteadily: Bool
  /// Whether the loss, far above that of guessing in the first epoch, has become that of guessing and stayed so, with about as many right
  /// answers: steps that were too large leave a network whose units answer alike whatever they read.
  public let hasDied: Bool
  /// The loss of finding all classes equally likely, or of always answering with the mean of the numbers to learn; nil where these are
  /// all the same.
  public let guessing: Double?
  /// The largest learning rate of the training's epochs.
  public let learningRate: Double
  /// The least rate with which an earlier training of the model on the same samples failed; nil where none is known.
  public internal(set) var failedRate: Double?

  /// Looks at a finished training that ended with its last weights; nil where nothing is to be said.
  public init?(_ progress: TrainingProgress) {
    let (model, epochs) = (progress.plan.model, progress.records.suffix(progress.epochsDone))
    guard let first = progress.firstLoss, let last = epochs.last?.trainLossMean else { return nil }
    self.first = Double(first)
    self.last = last
    firstEpoch = epochs.first?.trainLossMean ?? last
    let later = epochs.dropFirst().map(\.trainLossMean)
    jumps = later.contains { [firstEpoch] in $0 > firstEpoch }
    // The first mini-batch may have been an easy one; a loss that leaves it far behind within an epoch was driven away.
    fallsSteadily =
      !later.isEmpty && zip([firstEpoch] + later, later).allSatisfy { $0 > $1 } && firstEpoch <= 10 * self.first
    let guessing = progress.plan.guessingLoss
    self.guessing = guessing
    // Numbers that no input tells have the loss of guessing at best: only classes count right answers as well.
    hasDied =
      guessing.map { guessing in
        !model.outputs.isRegressor && later.count > 1 && epochs.first.map { $0.trainLossMean > 2 * guessing } == true
          && later.suffix(2).allSatisfy { abs($0 - guessing) < 0.03 * guessing }
          && (epochs.last?.trainAccuracy ?? 0) < 1.2 / Double(model.outputs.count)
      } ?? false
    learningRate = epochs.map(\.learningRate).max() ?? 0
    // The loss of numbers may be far below that of guessing and rise from there; a network that learnt them before has its first
    // epoch's to be compared with, as a tiny loss may well double.
    let untrained = progress.epochsBefore > 0 ? progress.records.first?.trainLossMean : nil
    let hasLostGround = model.outputs.isRegressor && !fallsSteadily && last > 2 * max(self.first, untrained ?? 0)
    // Twice as much is no chance of a few samples.
    guard hasDied || hasLostGround || guessing.map({ [last] in last > 2 * $0 }) == true else { return nil }
  }

  /// Whether the loss is twice what it was, so that the learning rate is to blame.
  public var hasRisen: Bool { last > 2 * first && !fallsSteadily }

  /// Whether the learning rate counts as one that failed: the loss doubled, jumped up on the way, or came back to guessing alone.
  public var hasFailed: Bool { hasRisen || jumps || hasDied }

  /// A rate to try: a tenth of the least that failed.
  public var suggestedLearningRate: Double { Divergence.suggestion(for: min(learningRate, failedRate ?? .infinity)) }
}
