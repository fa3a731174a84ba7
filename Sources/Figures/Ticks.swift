import NumberForms

/// Where an axis is divided: at round numbers.
enum Ticks {
  /// Round numbers within a range, about so many: multiples of 1, 2 or 5 times a power of ten.
  ///
  /// The step is the round number nearest to the wanted one, after Heckbert ("Nice numbers for graph labels", Graphics
  /// Gems, 1990).
  static func linear(in range: ClosedRange<Double>, about count: Int, wholeNumbers: Bool = false) -> [Double] {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite else { return [range.lowerBound] }
    let step = max(roundStep(span / Double(max(count - 1, 1))), wholeNumbers ? 1 : 0)
    // A hair of slack: 0.3 / 0.1 is 2.9999999999999996.
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 1000 else { return [] }
    let decade = PowersOfTen.decade(of: step)
    let factor = PowersOfTen.power10(abs(decade))
    let digit = decade < 0 ? (step * factor).rounded() : (step / factor).rounded()
    return (0...Int(last - first)).map { index in
      // Whole numbers divided once: 3 / 10 and not 3 · 0.1.
      let multiple = (first + Double(index)) * digit
      return (decade < 0 ? multiple / factor : multiple * factor) + 0
    }
  }

  /// Powers of ten within a range of positive numbers, with 2 and 5 times them where there is room; round numbers where
  /// the range is too narrow for these.
  static func logarithmic(in range: ClosedRange<Double>, about count: Int) -> [Double] {
    guard range.lowerBound > 0, range.upperBound.isFinite else { return [] }
    let decades = PowersOfTen.decade(of: range.lowerBound)...PowersOfTen.decade(of: range.upperBound)
    let within = { (multiples: [Double]) in
      decades.flatMap { decade in multiples.map { scaled($0, decade) } }.filter(range.contains)
    }
    let powers = within([1])
    if powers.count > count {
      let every = (powers.count + count - 1) / count
      return powers.filter { PowersOfTen.decade(of: $0).isMultiple(of: every) }
    }
    let some = within([1, 2, 5])
    if some.count >= 3, some.count <= count + 2 { return some }
    if powers.count >= 3 { return powers }
    return some.count >= 3 ? some : linear(in: range, about: count)
  }

  /// A multiple of a power of ten, rounded once.
  private static func scaled(_ digit: Double, _ decade: Int) -> Double {
    decade < 0 ? digit / PowersOfTen.power10(-decade) : digit * PowersOfTen.power10(decade)
  }

  /// The nearest of 1, 2, 5 and 10 times the power of ten below a positive number.
  static func roundStep(_ value: Double) -> Double {
    let decade = PowersOfTen.decade(of: max(value, .leastNormalMagnitude))
    let share = value / PowersOfTen.power10(decade)
    let digit: Double = share < 1.5 ? 1 : share < 3 ? 2 : share < 7 ? 5 : 10
    return scaled(digit, decade)
  }

  /// What stands at the ticks: all with the same count of decimals, or in powers of ten where numbers are long.
  static func labels(_ ticks: [Double], _ scale: ScaleKind = .linear) -> [String] {
    if scale == .logarithmic { return ticks.map { NumberFormat.significant(3).text($0) } }
    let largest = ticks.map(abs).max() ?? 0
    guard largest < 1e7 else { return ticks.map { NumberFormat.significant(3).text($0) } }
    let steps = zip(ticks, ticks.dropFirst()).map { $1 - $0 }
    let places = max(0, -PowersOfTen.decade(of: steps.filter { $0 > 0 }.min() ?? max(largest, 1)))
    guard places <= 6 else { return ticks.map { NumberFormat.significant(3).text($0) } }
    return ticks.map {
      $0 == $0.rounded() && places == 0 ? NumberFormat.integer.text($0) : NumberText.fixed($0, places)
    }
  }
}
