/// A setting whose value is not allowed: which, what, and what would be.
public struct SettingError: Error, Sendable, Equatable {
  /// The settings that are numbers. The raw values are the names users know, Core ML's where it has one.
  public enum Name: String, Sendable, CaseIterable, Codable {
    /// Core ML's parameters.
    case epochs, miniBatchSize, learningRate, momentum, beta1, beta2, eps, numberOfNeighbors
    /// What goes beyond them.
    case weightDecay, l1, l2, maxIterations, leafSize, checkpoint, patience, labelSmoothing, classWeights
    /// The parts of a schedule.
    case rate, every, minimum, maximum, stepSize, warmUp
  }

  /// Which setting.
  public let name: Name
  /// The value given.
  public let value: Double
  /// The values that are allowed.
  public let allowed: AllowedValues

  /// States a fault.
  public init(_ name: Name, value: Double, allowed: AllowedValues) {
    self.name = name
    self.value = value
    self.allowed = allowed
  }
}

/// The values a setting may have: an interval, or a list.
public enum AllowedValues: Sendable, Equatable, Codable {
  /// Everything from one number to another, each of the two included or not; the upper one may be infinite.
  case interval(from: Double, to: Double, includingLower: Bool = true, includingUpper: Bool = true)
  /// These values and no others.
  case set([Double])

  /// Every finite number.
  public static let anything = AllowedValues.interval(
    from: -.infinity, to: .infinity, includingLower: false, includingUpper: false)

  /// Whether a value is allowed. A value that is not a number never is.
  public func contains(_ value: Double) -> Bool {
    switch self {
    case .interval(let lower, let upper, let includingLower, let includingUpper):
      (includingLower ? value >= lower : value > lower) && (includingUpper ? value <= upper : value < upper)
    case .set(let values): values.contains(value)
    }
  }

  /// The fault of a value that is not allowed; nil where it is.
  public func fault(of name: SettingError.Name, value: Double) -> SettingError? {
    contains(value) ? nil : SettingError(name, value: value, allowed: self)
  }
}
