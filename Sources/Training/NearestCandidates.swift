/// A sample and its distance from a query.
struct Candidate: Equatable, Comparable {
  let distance: Double
  let index: Int

  /// Nearer first; at equal distance the sample remembered earlier.
  static func < (first: Candidate, second: Candidate) -> Bool {
    first.distance != second.distance ? first.distance < second.distance : first.index < second.index
  }
}

/// Keeps the nearest few of a stream of candidates, whatever their order: at most twice as many are held, sorted and
/// halved when full, so that n candidates cost n log k at worst and little more than n comparisons as a rule.
struct NearestCandidates {
  private let wanted: Int
  private var held: [Candidate] = []

  /// Candidates at or beyond this one cannot be among the nearest any more; nil while there is room.
  private(set) var bound: Candidate?

  /// Keeps so many.
  init(_ wanted: Int) {
    precondition(wanted > 0, "the nearest \(wanted) of anything")
    self.wanted = wanted
  }

  mutating func consider(_ candidate: Candidate) {
    if let bound, candidate >= bound { return }
    held.append(candidate)
    if held.count - wanted >= wanted { cut() }
  }

  /// Brings the bound up to date.
  mutating func tighten() {
    if held.count > wanted || bound == nil && held.count == wanted { cut() }
  }

  /// The nearest, nearest first.
  mutating func finish() -> [Candidate] {
    cut()
    return held
  }

  private mutating func cut() {
    held.sort()
    guard held.count >= wanted else { return }
    held.removeSubrange(wanted...)
    bound = held[wanted - 1]
  }
}
