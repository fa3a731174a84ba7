/// The metric that the rows of a sweep are sorted by.
public enum SweepRank: String, Sendable, CaseIterable {
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
  public func prefers(_ one: SweepOutcome, to other: SweepOutcome) -> Bool {
    switch self {
    case .validationLoss: one.loss < other.loss
    case .validationAccuracy: (one.accuracy, -one.loss) > (other.accuracy, -other.loss)
    case .validationRMSE: one.loss < other.loss
    case .validationMAE: one.comparable(one.absolute) < other.comparable(other.absolute)
    case .trainLoss: (one.trainLoss ?? .infinity) < (other.trainLoss ?? .infinity)
    }
  }
}

extension SweepOutcome {
  /// A measure that a row which diverged has not.
  fileprivate func comparable(_ measure: Double) -> Double { diverged > 0 || measure.isNaN ? .infinity : measure }
}
