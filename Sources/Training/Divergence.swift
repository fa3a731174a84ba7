import Foundation

/// A training whose loss is no finite number any more.
public struct Divergence: Error, Sendable, Equatable, Codable {
  /// The epoch over the model's life, counted from 1, and the mini-batch within it, from 0.
  public let epoch: Int, batch: Int
  /// How many steps the optimizer had made.
  public let step: Int
  /// The learning rate in use.
  public let learningRate: Double
  /// A rate to try instead.
  public private(set) var suggestedLearningRate: Double
  /// The network has the parameters it had after so many epochs of its life.
  public let keptEpochs: Int

  /// Describes a divergence.
  public init(
    epoch: Int, batch: Int, step: Int, learningRate: Double, suggestedLearningRate: Double, keptEpochs: Int
  ) {
    self.epoch = epoch
    self.batch = batch
    self.step = step
    self.learningRate = learningRate
    self.suggestedLearningRate = suggestedLearningRate
    self.keptEpochs = keptEpochs
  }
}

extension Divergence {
  /// Suggests a rate below one that failed before, too.
  public mutating func avoid(_ failedRate: Double?) {
    guard let failedRate else { return }
    suggestedLearningRate = min(suggestedLearningRate, Self.suggestion(for: failedRate))
  }

  /// A tenth of a rate, to one digit.
  public static func suggestion(for rate: Double) -> Double {
    guard rate > 0, rate.isFinite else { return 0 }
    let digit = pow(10, floor(log10(rate / 10)))
    return (rate / 10 / digit).rounded() * digit
  }
}
