public import Training
import Wording

extension AllowedValues {
  /// The values, for sentences: "1, 2, 8, 16" or "from 0 to 1".
  public var phrase: String {
    switch self {
    case .set(let values): values.map(Numbers.short).joined(separator: ", ")
    case .interval(let lower, let upper, let includesLower, let includesUpper):
      switch (lower.isFinite, upper.isFinite) {
      case (true, true):
        (includesLower ? "from \(Numbers.short(lower)) to " : "above \(Numbers.short(lower)), to ")
          + (includesUpper ? "" : "below ") + Numbers.short(upper)
      case (true, false): includesLower ? "\(Numbers.short(lower)) or more" : "above \(Numbers.short(lower))"
      case (false, true): "\(Numbers.short(upper)) or less"
      case (false, false): "any number"
      }
    }
  }
}
