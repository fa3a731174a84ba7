/// How the numbers to be predicted lie in each split, of what a check of a table has looked at.
public struct NumberSpread: Sendable {
  /// The splits.
  public let splits: [String]
  /// The numbers of each split, in rising order.
  public let numbers: [[Double]]

  /// How many times the middle half's width a number lies beyond it to be far off (Tukey's outer fences).
  private static let fence = 3.0

  /// Collects the numbers of one output.
  ///
  /// - Parameters:
  ///   - check: A check of a table with numbers to predict.
  ///   - output: The place of the output, where there are several.
  public init(_ check: DatasetCheck, output: Int) {
    let splits = check.dataset.splits.map(\.name)
    self.splits = splits
    numbers = splits.map { split in
      check.samples.filter { $0.split == split }.compactMap { sample in
        sample.label.split(separator: " ").dropFirst(output).first.flatMap { Double($0) }
      }.sorted()
    }
  }

  /// The least and the greatest number to learn from; nil where there is none.
  public var learntRange: (least: Double, most: Double)? {
    guard let least = learnt.first, let most = learnt.last else { return nil }
    return (least, most)
  }

  /// The numbers to learn from that lie far from the others: how many, and the farthest; nil where none does.
  public var far: (count: Int, farthest: Double)? {
    guard !learnt.isEmpty else { return nil }
    let (low, high) = (learnt[learnt.count / 4], learnt[learnt.count * 3 / 4])
    let width = Self.fence * (high - low)
    let far = learnt.filter { $0 < low - width || $0 > high + width }
    guard high > low, let farthest = far.max(by: { abs($0 - low) < abs($1 - low) }) else { return nil }
    return (far.count, farthest)
  }

  /// How many numbers to test on lie beyond those to learn from.
  public var beyond: Int {
    guard let (least, most) = learntRange, let place = splits.firstIndex(of: "test") else { return 0 }
    return numbers[place].count { $0 < least || $0 > most }
  }

  private var learnt: [Double] { splits.firstIndex(of: "train").map { numbers[$0] } ?? [] }
}
