/// How the numbers of an axis are laid out.
public enum ScaleKind: Sendable, Equatable {
  /// Equal differences are equally long.
  case linear
  /// Equal ratios are equally long. Zero and negative numbers have no place on it.
  case logarithmic
}

/// Maps the numbers of an axis to pixels.
struct Scale: Equatable {
  let kind: ScaleKind
  /// The numbers at both ends; the lower is below the upper, and positive on a logarithmic scale.
  let domain: ClosedRange<Double>
  /// The pixels at both ends of the domain, in that order.
  let start: Double
  let end: Double

  /// Where a number lies; nil for one that has no place: NaN, infinite, or not positive on a logarithmic scale.
  func position(_ value: Double) -> Double? {
    guard let share = share(of: value), share.isFinite else { return nil }
    return start + share * (end - start)
  }

  /// Where a number lies between the ends, 0 … 1 for those within the domain.
  private func share(of value: Double) -> Double? {
    guard value.isFinite, abs(value) <= Scale.largest else { return nil }
    switch kind {
    case .linear: return (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    case .logarithmic:
      guard value > 0 else { return nil }
      let lower = Mathematics.log10(domain.lowerBound)
      return (Mathematics.log10(value) - lower) / (Mathematics.log10(domain.upperBound) - lower)
    }
  }

  /// Larger numbers are not drawn: the difference of two could be infinite.
  static let largest = 1e300
}

extension Scale {
  /// The range of numbers an axis shows: all that can be drawn, widened to round numbers.
  ///
  /// - Parameters:
  ///   - values: what is drawn along the axis.
  ///   - kind: how the axis is laid out.
  ///   - includesZero: whether a linear axis starts at zero when nothing is negative.
  /// - Returns: a range that is never empty; 0 … 1 (or 0.1 … 1) when there is nothing to draw.
  static func domain(of values: some Sequence<Double>, _ kind: ScaleKind, includesZero: Bool) -> ClosedRange<Double> {
    let drawable = values.filter { $0.isFinite && abs($0) <= largest && (kind == .linear || $0 >= 1e-300) }
    guard var lower = drawable.min(), var upper = drawable.max() else { return kind == .linear ? 0...1 : 0.1...1 }
    switch kind {
    case .linear:
      if includesZero {
        lower = min(lower, 0)
        upper = max(upper, 0)
      }
      if lower == upper {
        let margin = max(abs(lower) * 0.05, 0.5)
        return (lower - margin)...(upper + margin)
      }
      return rounded(lower...upper)
    case .logarithmic:
      if upper / lower < 1.2 { return (lower / 2)...(upper * 2) }
      // A little air, so that the extremes do not lie on the frame.
      let air = Mathematics.log10(upper / lower) * 0.04
      return (lower * raised(-air))...(upper * raised(air))
    }
  }

  /// Widened to whole steps, unless that left more than a fifth of the axis empty.
  private static func rounded(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let span = range.upperBound - range.lowerBound
    let step = Ticks.roundStep(span / 4)
    let lower = (range.lowerBound / step + 1e-9).rounded(.down) * step
    let upper = (range.upperBound / step - 1e-9).rounded(.up) * step
    return
      (range.lowerBound - lower > span * 0.2 ? range.lowerBound - span * 0.05 : lower)...(upper
      - range.upperBound > span * 0.2 ? range.upperBound + span * 0.05 : upper)
  }

  private static func raised(_ exponent: Double) -> Double { Mathematics.power(10, exponent) }
}
