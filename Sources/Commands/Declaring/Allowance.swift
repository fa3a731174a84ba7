import Language
import ModelFile

/// What `update` is told of a hyperparameter: its default, what may be chosen, or both.
struct Allowance: Sendable, Equatable {
  /// What holds when nothing is chosen; nil for the present default, where that is allowed.
  var standard: Double?
  /// What may be chosen; nil for what may be chosen at present.
  var allowed: Allowed?

  /// What may be chosen.
  enum Allowed: Sendable, Equatable {
    /// One of these.
    case set([Double])
    /// From the first to the second, both included.
    case range(Double, Double)
  }
}

/// Reads allowances: `8`, `[1, 2, 8]`, `choice([1, 2, 8], default=8)`, `range(0, 1, default=0.01)`, `0...1`.
struct AllowanceReader {
  /// Checks the numbers, and knows the variables.
  let binder: ArgumentBinder
  /// What one value is.
  let element: ArgumentKind
  /// The hyperparameter.
  let name: String

  /// How an allowance may be written, for completion and help.
  static let forms = ["[1, 2, 8]", "choice([1, 2, 8], default=8)", "range(0, 1, default=0.01)"]

  /// Reads an allowance; nil where the value is none.
  func read(_ value: Value) throws(Fault) -> Allowance? {
    if let list = value.list { return try set(list, at: value) }
    if let call = value.call { return try read(call, at: value) }
    if let word = value.textOrString, let dots = word.firstRange(of: "...") {
      guard let low = Double(word[..<dots.lowerBound]), let high = Double(word[dots.upperBound...]),
        element.holds(low), element.holds(high)
      else { return nil }
      return try range(low, high, at: value)
    }
    return Allowance(standard: try number(value))
  }

  private func read(_ call: Value.Call, at value: Value) throws(Fault) -> Allowance? {
    guard ["choice", "range"].contains(call.name.value) else { return nil }
    var standard: Value?
    for argument in call.arguments {
      guard let key = argument.key else { continue }
      guard key.value == "default" else {
        throw Fault(.unknownKey(key.value, command: call.name.value, known: ["default"]), at: key.span)
      }
      standard = argument.value
    }
    let values = call.arguments.filter { $0.key == nil }.map(\.value)
    var allowance: Allowance
    if call.name.value == "choice" {
      guard values.count == 1, let list = values[0].list else { return nil }
      allowance = try set(list, at: value)
    } else {
      guard values.count == 2 else { return nil }
      allowance = try range(number(values[0]), number(values[1]), at: value)
    }
    if let standard { allowance.standard = try number(standard) }
    guard allowance.isConsistent else {
      throw Fault(.file(.defaultNotAllowed(name, (standard ?? value).text)), at: (standard ?? value).span)
    }
    return allowance
  }

  private func set(_ list: [Value], at value: Value) throws(Fault) -> Allowance {
    let members = try list.map { (member) throws(Fault) in try number(member) }
    guard !members.isEmpty else { throw Fault(.file(.nothingAllowed(name)), at: value.span) }
    for (index, member) in members.enumerated() where members[..<index].contains(member) {
      throw Fault(.file(.allowedTwice(name, list[index].text)), at: list[index].span)
    }
    return Allowance(allowed: .set(members))
  }

  private func range(_ low: Double, _ high: Double, at value: Value) throws(Fault) -> Allowance {
    guard low < high else { throw Fault(.file(.emptyRange(name, value.text)), at: value.span) }
    return Allowance(allowed: .range(low, high))
  }

  private func number(_ value: Value) throws(Fault) -> Double {
    let checked = try binder.check(value, element, name: name)
    if case .integer(let number) = checked.content { return Double(number) }
    return checked.decimal
  }
}

extension ArgumentKind {
  /// Whether a number is of this kind.
  fileprivate func holds(_ number: Double) -> Bool {
    switch self {
    case .integer(let range): Int(exactly: number).map(range.contains) ?? false
    case .decimal(let range): range.contains(number)
    default: false
    }
  }
}

extension Allowance {
  /// Whether its own default is among what it allows.
  fileprivate var isConsistent: Bool {
    guard let standard, let allowed else { return true }
    return allowed.holds(standard)
  }

  /// A whole number's parameter changed as told. A single value that was not allowed joins what is; where nothing was said
  /// before, it is the only one allowed.
  func applied(to earlier: IntegerParameter?) -> IntegerParameter {
    let allowed = allowed?.integers ?? earlier?.allowed ?? standard.map { .set([Int($0)]) } ?? .any
    let wanted = standard.map { Int($0) } ?? earlier?.defaultValue
    var result = IntegerParameter(wanted ?? 1, allowed: allowed)
    if let wanted, result.allows(wanted) { return result }
    if standard == nil {
      result.defaultValue = self.allowed?.first.map { Int($0) } ?? 1
    } else if let wanted {
      result.allowed = allowed.widened(by: wanted)
    }
    return result
  }

  /// A number's parameter changed as told. A number's set is not known to the format, so its ends are its range.
  func applied(to earlier: DoubleParameter?) -> DoubleParameter {
    let allowed = allowed?.doubles ?? earlier?.allowed ?? .range(minimum: 0, maximum: max(1, standard ?? 1))
    let wanted = standard ?? earlier?.defaultValue
    var result = DoubleParameter(wanted ?? 0, allowed: allowed)
    if let wanted, result.allows(wanted) { return result }
    if standard == nil {
      result.defaultValue = self.allowed?.first ?? 0
    } else if let wanted {
      result.allowed = allowed.widened(by: wanted)
    }
    return result
  }
}

extension Allowance.Allowed {
  /// The first value it allows.
  fileprivate var first: Double? {
    switch self {
    case .set(let members): members.first
    case .range(let low, _): low
    }
  }

  /// Whether a value may be chosen.
  fileprivate func holds(_ value: Double) -> Bool {
    switch self {
    case .set(let members): members.contains(value)
    case .range(let low, let high): (low...high).contains(value)
    }
  }

  fileprivate var integers: IntegerParameter.Allowed {
    switch self {
    case .set(let members): .set(members.map { Int($0) })
    case .range(let low, let high): .range(minimum: Int(low), maximum: Int(high))
    }
  }

  fileprivate var doubles: DoubleParameter.Allowed {
    switch self {
    case .set(let members): .range(minimum: members.min() ?? 0, maximum: members.max() ?? 0)
    case .range(let low, let high): .range(minimum: low, maximum: high)
    }
  }
}

extension IntegerParameter.Allowed {
  fileprivate func widened(by value: Int) -> IntegerParameter.Allowed {
    switch self {
    case .any: .any
    case .range(let low, let high): .range(minimum: min(low, value), maximum: max(high, value))
    case .set(let members): .set((members + [value]).sorted())
    }
  }
}

extension DoubleParameter.Allowed {
  fileprivate func widened(by value: Double) -> DoubleParameter.Allowed {
    switch self {
    case .any: .any
    case .range(let low, let high): .range(minimum: min(low, value), maximum: max(high, value))
    }
  }
}
