/// A whole number that a model's maker left to be chosen (format message `Int64Parameter`).
public struct IntegerParameter: Sendable, Equatable, Codable {
  /// What may be chosen.
  public enum Allowed: Sendable, Equatable, Codable {
    /// Anything.
    case any
    /// From the first to the second, both included. The format does not keep them in order.
    case range(minimum: Int, maximum: Int)
    /// One of these.
    case set([Int])
  }

  /// What is used when nothing is chosen.
  public var defaultValue: Int
  /// What may be chosen.
  public var allowed: Allowed

  /// Describes a choice.
  public init(_ defaultValue: Int, allowed: Allowed = .any) {
    self.defaultValue = defaultValue
    self.allowed = allowed
  }

  /// Whether a value may be chosen.
  public func allows(_ value: Int) -> Bool {
    switch allowed {
    case .any: true
    case .range(let minimum, let maximum): minimum <= value && value <= maximum
    case .set(let values): values.contains(value)
    }
  }

  init(_ wire: WireMessage) {
    defaultValue = wire.integer(1)
    switch wire.oneOf([10, 11]) {
    case (10, let range)?: allowed = .range(minimum: range.integer(1), maximum: range.integer(2))
    case (_, let set)?: allowed = .set(set[repeated: 1].integers)
    case nil: allowed = .any
    }
  }

  func encoded(over base: WireMessage?) -> WireMessage {
    var wire = base ?? WireMessage()
    wire.set(1, defaultValue)
    guard allowed != IntegerParameter(wire).allowed else { return wire }
    switch allowed {
    case .any: wire.set(oneOf: [10, 11], nil)
    case .range(let minimum, let maximum): wire.set(oneOf: [10, 11], 10, message: .pair(minimum, maximum))
    case .set(let values):
      var list = WireMessage()
      list[repeated: 1].integers = values
      wire.set(oneOf: [10, 11], 11, message: list)
    }
    return wire
  }
}

/// A number that a model's maker left to be chosen (format message `DoubleParameter`).
public struct DoubleParameter: Sendable, Equatable, Codable {
  /// What may be chosen.
  public enum Allowed: Sendable, Equatable, Codable {
    /// Anything.
    case any
    /// From the first to the second, both included. The format does not keep them in order.
    case range(minimum: Double, maximum: Double)
  }

  /// What is used when nothing is chosen.
  public var defaultValue: Double
  /// What may be chosen.
  public var allowed: Allowed

  /// Describes a choice.
  public init(_ defaultValue: Double, allowed: Allowed = .any) {
    self.defaultValue = defaultValue
    self.allowed = allowed
  }

  /// Whether a value may be chosen.
  public func allows(_ value: Double) -> Bool {
    switch allowed {
    case .any: true
    case .range(let minimum, let maximum): minimum <= value && value <= maximum
    }
  }

  init(_ wire: WireMessage) {
    defaultValue = wire.double(1)
    allowed = wire.message(10).map { .range(minimum: $0.double(1), maximum: $0.double(2)) } ?? .any
  }

  func encoded(over base: WireMessage?) -> WireMessage {
    var wire = base ?? WireMessage()
    wire.set(1, defaultValue)
    switch allowed {
    case .any: wire.remove(10)
    case .range(let minimum, let maximum):
      var range = wire.message(10) ?? WireMessage()
      range.set(1, minimum)
      range.set(2, maximum)
      wire.set(10, message: range)
    }
    return wire
  }
}
