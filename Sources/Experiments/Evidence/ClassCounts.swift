import Training

/// How many samples each class has in which split, of what a check has looked at.
public struct ClassCounts: Sendable {
  /// Fewer samples to learn from than this are few.
  public static let few = 5

  /// The classes, each with its count in every split.
  public let counts: [(label: String, counts: [Int])]
  /// The splits.
  public let splits: [String]

  /// Counts what a check has looked at.
  public init(_ check: DatasetCheck) {
    let splits = check.dataset.splits.map(\.name)
    self.splits = splits
    counts = check.dataset.labels.map { label in
      (
        label: label,
        counts: splits.map { split in
          check.samples.count { $0.split == split && LabelSpelling.areSame($0.label, label) }
        }
      )
    }
  }

  /// The classes with few samples to learn from, those of the first split, and how many they have.
  public var fewToLearn: [(label: String, count: Int)] { learnt.filter { $0.count < Self.few } }

  /// Where the largest class has more than twice the samples of the smallest to learn from: the largest, and its share of all.
  public var dominating: (label: String, share: Double)? {
    let (least, most) = (learnt.map(\.count).min() ?? 0, learnt.map(\.count).max() ?? 0)
    guard most > 2 * least, let first = learnt.first(where: { $0.count == most }) else { return nil }
    return (first.label, Double(most) / Double(learnt.reduce(0) { $0 + $1.count }))
  }

  /// Whether samples are held back for checking.
  public var hasTest: Bool { splits.contains("test") }

  /// The classes that have no sample to test on, where there is a split to test on.
  public var untested: [String] {
    splits.firstIndex(of: "test").map { place in counts.filter { $0.counts[place] == 0 }.map(\.label) } ?? []
  }

  /// The least and the largest count of a class in a split, by its place.
  public func range(of split: Int) -> ClosedRange<Int> {
    let own = counts.map { $0.counts[split] }
    return (own.min() ?? 0)...(own.max() ?? 0)
  }

  private var learnt: [(label: String, count: Int)] { counts.map { ($0.label, $0.counts.first ?? 0) } }
}
