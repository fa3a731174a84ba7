public import Experiments
import Wording

extension Cost {
  /// Whether what was needed was there already.
  public var cached: String {
    switch (photosRun, photosKnown) {
    case (0, 0): "–"
    case (0, _): "cached"
    case (_, 0): "not cached"
    default: "\(Numbers.grouped(photosKnown)) of \(Numbers.grouped(photosRun + photosKnown)) cached"
    }
  }

  /// The cost in a line, for the end of a long statement.
  public var line: String {
    var parts = ["took \(Numbers.duration(seconds))"]
    if let rate { parts.append("\(Self.text(ofRate: rate)) a second") }
    if photosRun + photosKnown > 0 { parts.append("features \(cached)") }
    if peakBytes > 0 { parts.append("at most \(Numbers.bytes(peakBytes)) of memory") }
    return parts.joined(separator: " · ")
  }

  /// A rate as people say it: to a digit behind the point where it is small.
  public static func text(ofRate rate: Double) -> String {
    rate < 10 ? Numbers.fixed(rate, 1) : Numbers.grouped(Int(rate.rounded()))
  }
}
