import CommandLanguage
import Experiments
import ModelFile

extension Allowance {
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
