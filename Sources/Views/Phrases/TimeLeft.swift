import Wording

/// How long a piece of work takes yet, by how long its part that is done has taken.
public struct TimeLeft {
  /// The seconds that have passed.
  let passed: Double
  /// How much is done, of how much there is.
  let done: Double, count: Double

  /// Before this many seconds nothing is said: the first steps are slow, and short work needs no word.
  private static let patience = 2.0

  /// So many seconds have passed.
  public init(passed: Double, done: Double, of count: Double) {
    (self.passed, self.done, self.count) = (passed, done, count)
  }

  /// What is said: "40 s left"; nothing before anything can be known, or when all is done.
  public var details: [String] {
    guard passed >= Self.patience, done > 0, done < count else { return [] }
    return ["\(Numbers.duration(passed * (count - done) / done)) left"]
  }
}
