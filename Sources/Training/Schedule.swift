import Arithmetic

/// How the learning rate changes while training.
///
/// In the formulas r is the rate of the optimizer's settings, e the epoch of this run (from 0) of E, s the mini-batch
/// of this run (from 0) of S, and b the mini-batches of one epoch.
public indirect enum Schedule: Sendable, Equatable, Codable {
  /// How often a rate falls.
  public enum Interval: String, Sendable, Codable, CaseIterable {
    /// After every epoch, or after every mini-batch.
    case epoch, batch
  }

  /// r.
  case constant
  /// r · rate^e, or r · rate^s.
  case exponential(rate: Double, every: Interval = .epoch)
  /// r · factor^⌊e / epochs⌋.
  case step(factor: Double, epochs: Int)
  /// minimum + (r − minimum) · (1 + cos(π · e / E)) / 2 (Loshchilov and Hutter, "SGDR", 2017, without restarts).
  case cosine(minimum: Double = 0)
  /// Up from r to the maximum and down again, in so many mini-batches each way (Smith, "Cyclical learning rates", 2017):
  /// r + (maximum − r) · (1 − |s mod (2 · stepSize) / stepSize − 1|).
  case cyclic(maximum: Double, stepSize: Int)
  /// One rise and one long fall, both along a cosine (Smith and Topin, "Super-convergence", 2018, in PyTorch's form):
  /// r is the top, the start is r / 25, the end r / 250,000. With p = max(0, 0.3 · S − 1) the rate before p lies on the
  /// way from start to top at s / p, afterwards on the way from top to end at (s − p) / (S − 1 − p).
  case oneCycle
  /// The other schedule's rate · min(1, (s + 1) / (epochs · b)).
  case warmUp(epochs: Int, then: Schedule)

  /// Where a run stands.
  public struct Position: Sendable, Equatable {
    /// The epoch of this run, from 0.
    public var epoch: Int
    /// How many epochs the run has.
    public var epochs: Int
    /// The mini-batch within the epoch, from 0.
    public var batch: Int
    /// How many mini-batches an epoch has.
    public var batches: Int

    /// States where a run stands.
    public init(epoch: Int, of epochs: Int, batch: Int, of batches: Int) {
      self.epoch = epoch
      self.epochs = epochs
      self.batch = batch
      self.batches = batches
    }

    fileprivate var step: Double { Double(epoch) * Double(batches) + Double(batch) }
    fileprivate var steps: Double { Double(epochs) * Double(batches) }
  }

  /// The learning rate of the mini-batch at a position; `base` is the rate of the optimizer's settings, r.
  public func learningRate(_ base: Double, at position: Position) -> Double {
    switch self {
    case .constant: base
    case .exponential(let rate, .epoch): base * ElementaryFunctions.power(rate, Double(position.epoch))
    case .exponential(let rate, .batch): base * ElementaryFunctions.power(rate, position.step)
    case .step(let factor, let epochs):
      base * ElementaryFunctions.power(factor, Double(position.epoch / max(1, epochs)))
    case .cosine(let minimum):
      Self.along(cosineFrom: base, to: minimum, at: Double(position.epoch) / Double(max(1, position.epochs)))
    case .cyclic(let maximum, let stepSize):
      base + (maximum - base) * Self.triangle(position.step, halfPeriod: Double(max(1, stepSize)))
    case .oneCycle: Self.oneCycle(top: base, step: position.step, steps: position.steps)
    case .warmUp(let epochs, let schedule):
      schedule.learningRate(base, at: position)
        * min(1, (position.step + 1) / max(1, Double(epochs) * Double(position.batches)))
    }
  }

  /// What is wrong with the schedule's numbers; empty where nothing is.
  public var faults: [SettingError] {
    let notNegative = AllowedValues.interval(from: 0, to: .infinity, includingUpper: false)
    let positive = AllowedValues.interval(from: 0, to: 1000, includingLower: false)
    let counting = AllowedValues.interval(from: 1, to: 1e9)
    let found: [SettingError?] =
      switch self {
      case .constant, .oneCycle: []
      case .exponential(let rate, _): [positive.fault(of: .rate, value: rate)]
      case .step(let factor, let epochs):
        [positive.fault(of: .rate, value: factor), counting.fault(of: .every, value: Double(epochs))]
      case .cosine(let minimum): [notNegative.fault(of: .minimum, value: minimum)]
      case .cyclic(let maximum, let stepSize):
        [
          notNegative.fault(of: .maximum, value: maximum), counting.fault(of: .stepSize, value: Double(stepSize)),
        ]
      case .warmUp(let epochs, let schedule):
        [counting.fault(of: .warmUp, value: Double(epochs))] + schedule.faults
      }
    return found.compactMap { $0 }
  }

  private static func along(cosineFrom start: Double, to end: Double, at share: Double) -> Double {
    end + (start - end) * (1 + ElementaryFunctions.cos(.pi * share)) / 2
  }

  private static func triangle(_ step: Double, halfPeriod: Double) -> Double {
    1 - abs(step.truncatingRemainder(dividingBy: 2 * halfPeriod) / halfPeriod - 1)
  }

  private static func oneCycle(top: Double, step: Double, steps: Double) -> Double {
    let start = top / 25
    let end = start / 10_000
    let peak = max(0, 0.3 * steps - 1)
    if step < peak { return along(cosineFrom: start, to: top, at: step / peak) }
    let fall = steps - 1 - peak
    return fall > 0 ? along(cosineFrom: top, to: end, at: min(1, (step - peak) / fall)) : top
  }
}
