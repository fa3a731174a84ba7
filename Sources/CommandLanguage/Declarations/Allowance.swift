/// What `update` is told of a hyperparameter: its default, what may be chosen, or both.
public struct Allowance: Sendable, Equatable {
  /// What holds when nothing is chosen; nil for the present default, where that is allowed.
  public var standard: Double?
  /// What may be chosen; nil for what may be chosen at present.
  public var allowed: Allowed?

  /// A default and what may be chosen, or one of them.
  public init(standard: Double? = nil, allowed: Allowed? = nil) {
    self.standard = standard
    self.allowed = allowed
  }

  /// What may be chosen.
  public enum Allowed: Sendable, Equatable {
    /// One of these.
    case set([Double])
    /// From the first to the second, both included.
    case range(Double, Double)
  }
}

extension Allowance {
  /// How an allowance may be written, for completion and help.
  public static let examples = ["[1, 2, 8]", "choice([1, 2, 8], default=8)", "range(0, 1, default=0.01)"]

  /// Whether its own default is among what it allows.
  var isConsistent: Bool {
    guard let standard, let allowed else { return true }
    return allowed.holds(standard)
  }
}

extension Allowance.Allowed {
  /// Whether a value may be chosen.
  fileprivate func holds(_ value: Double) -> Bool {
    switch self {
    case .set(let members): members.contains(value)
    case .range(let low, let high): (low...high).contains(value)
    }
  }
}
