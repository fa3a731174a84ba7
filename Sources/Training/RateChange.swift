/// A learning rate that was set while a training went on, and where: the same changes at the same places give the same bits.
public struct RateChange: Sendable, Equatable, Codable {
  /// The epochs of the network's life that were done, and the mini-batches of the next one.
  public let epoch: Int, batch: Int
  /// The learning rate of the next mini-batch.
  public let learningRate: Double

  /// States what was set where.
  public init(epoch: Int, batch: Int, learningRate: Double) {
    (self.epoch, self.batch, self.learningRate) = (epoch, batch, learningRate)
  }

  /// Whether a training that stands there has come to its place.
  public func isDue(at state: TrainingState) -> Bool { (epoch, batch) <= (state.epochs, state.batch) }
}

extension Schedule {
  /// What the mini-batch at a position has a given learning rate by, all others keeping their proportion to it.
  ///
  /// - Parameters:
  ///   - rate: The learning rate of the mini-batch.
  ///   - base: The rate of the optimizer's settings so far.
  ///   - position: Where the mini-batch is.
  /// - Returns: The rate of the optimizer's settings, and the schedule, from then on.
  func goingOn(with rate: Double, from base: Double, at position: Position) -> (base: Double, schedule: Schedule) {
    if case .constant = self { return (rate, self) }
    let now = learningRate(base, at: position)
    guard now > 0 else {
      let unit = learningRate(1, at: position)
      return (unit > 0 ? rate / unit : rate, self)
    }
    let factor = rate / now
    return (base * factor, scaled(by: factor))
  }

  private func scaled(by factor: Double) -> Schedule {
    switch self {
    case .constant, .exponential, .step, .oneCycle: self
    case .cosine(let minimum): .cosine(minimum: minimum * factor)
    case .cyclic(let maximum, let stepSize): .cyclic(maximum: maximum * factor, stepSize: stepSize)
    case .warmUp(let epochs, let schedule): .warmUp(epochs: epochs, then: schedule.scaled(by: factor))
    }
  }
}
