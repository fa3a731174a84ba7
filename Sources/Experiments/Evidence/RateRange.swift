import Foundation
import Networks
import Tensors
import Training

/// A learning-rate range test: a few steps, each with a longer stride than the one before, and what became of the loss
/// (Smith, "Cyclical learning rates for training neural networks", 2017).
public struct RateRange: Sendable {
  /// The rates, ascending, each a constant factor above the last, and the loss of the mini-batch before each step. They
  /// end early where the loss left the numbers, or is many times what it was.
  public private(set) var rates: [Double] = [], losses: [Double] = []
  /// Whether it ended because the loss exploded.
  public private(set) var hasExploded = false

  /// When the smoothed loss is so many times its least, the test is over.
  public static let explosion = 6.0

  /// The loss as a running mean: each step counts for a tenth of what came before, the start made up for.
  public var smoothed: [Double] {
    var mean = 0.0
    var weight = 0.0
    return losses.map { loss in
      mean = 0.9 * mean + 0.1 * loss
      weight = 0.9 * weight + 0.1
      return mean / weight
    }
  }

  /// A rate to train with: a third of where the smoothed loss is least, from which on it rises. nil where it never fell.
  public var suggestion: Double? {
    let smoothed = smoothed
    guard let place = smoothed.indices.min(by: { smoothed[$0] < smoothed[$1] }), place > 0,
      smoothed[place] < smoothed[0]
    else { return nil }
    let rate = rates[place] / 3
    let digit = pow(10, floor(log10(rate)))
    return Double(String(format: "%.0e", (rate / digit).rounded() * digit))
  }

  /// Steps through the rates, on a machine of its own: the model asked about stays as it is.
  ///
  /// - Parameters:
  ///   - configuration: How the network is trained, from its first weights or from where it stands.
  ///   - candidate: The samples, with their features.
  ///   - range: The first and the last rate.
  ///   - steps: How many.
  ///   - goesOn: Told what is known so far; asked whether to go on.
  /// - Throws: `NetworkError` and `TrainingError` where network and samples do not fit, `Interruption`.
  public init(
    _ configuration: NetworkConfiguration, _ candidate: Candidate, range: ClosedRange<Double>, steps: Int,
    goesOn: (RateRange) -> Bool
  ) throws {
    var configuration = configuration
    configuration.settings.schedule = .constant
    // Enough for the steps, at one mini-batch an epoch.
    configuration.settings.epochs = steps + 1
    let ratio = steps > 1 ? log(range.upperBound / range.lowerBound) / Double(steps - 1) : 0
    func rate(_ step: Int) -> Double { range.lowerBound * exp(ratio * Double(step)) }
    configuration.settings.optimizer.learningRate = rate(0)
    let task = try candidate.task(configuration)
    let ending = try task.run { event in
      guard case .miniBatchEnd(_, _, _, let loss) = event else { return true }
      rates.append(configuration.settings.optimizer.learningRate)
      losses.append(Double(loss))
      guard goesOn(self) else { throw Interruption.dropped }
      let smooth = smoothed
      if let least = smooth.min(), let last = smooth.last, rates.count > 10, last > Self.explosion * max(least, 0.5) {
        hasExploded = true
      }
      guard !hasExploded, rates.count < steps else { return false }
      configuration.settings.optimizer.learningRate = rate(rates.count)
      try task.change(to: configuration.settings)
      return true
    }
    hasExploded = hasExploded || ending.hasDiverged
  }
}
