import Tensors

/// How far the results of one case lie from the reference: the quantity that breaks its bound the most.
struct FixtureComparison {
  /// The worst of all: what it is, how far off, and how far it may be.
  private(set) var worst: (quantity: String, difference: Double, allowed: Double)?

  /// Whether everything lies within its bounds.
  var agrees: Bool { worst.map { $0.difference <= $0.allowed } ?? true }

  /// One number against its reference. What is no number is infinitely far from any, but not from what is none either.
  mutating func take(_ quantity: String, _ actual: Double, _ expected: Double, allowed: Double) {
    let difference = actual == expected || (actual.isNaN && expected.isNaN) ? 0 : abs(actual - expected)
    take(quantity, difference: difference.isNaN ? .infinity : difference, allowed: allowed)
  }

  /// Many numbers against theirs.
  mutating func take(_ quantity: String, _ actual: [Float], _ expected: [Float], allowed: Double) {
    guard actual.count == expected.count else {
      return take("\(quantity) (\(actual.count) numbers, not \(expected.count))", isTrue: false)
    }
    for (one, other) in zip(actual, expected) { take(quantity, Double(one), Double(other), allowed: allowed) }
  }

  /// Something that is so or not.
  mutating func take(_ quantity: String, isTrue: Bool) {
    take(quantity, difference: isTrue ? 0 : .infinity, allowed: 0)
  }

  private mutating func take(_ quantity: String, difference: Double, allowed: Double) {
    // An infinite bound allows everything.
    if allowed == .infinity { return }
    let excess = { (difference: Double, allowed: Double) in difference == 0 ? 0 : difference / allowed }
    if let worst, excess(worst.difference, worst.allowed) >= excess(difference, allowed) { return }
    worst = (quantity, difference, allowed)
  }
}
