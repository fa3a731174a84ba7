import Experiments
import Wording

/// How the numbers to be predicted lie in each split, and what is to be said of it.
struct TargetSpread {
  /// What deserves a look, a sentence each.
  let remarks: [String]
  /// The spread in a few words.
  let summary: String

  /// How many times the middle half's width a number lies beyond it to be far off (Tukey's outer fences).
  private static let fence = 3.0

  /// Measures what a check has looked at.
  ///
  /// - Parameter check: A check of a table with numbers to predict.
  init(_ check: DatasetCheck) {
    let splits = check.dataset.splits.map(\.name)
    let numbers = splits.map { split in
      check.samples.filter { $0.split == split }.compactMap { Double($0.label) }.sorted()
    }
    summary = zip(splits, numbers).map { split, own in
      guard let least = own.first, let most = own.last else { return "\(split) none" }
      return "\(split) \(Numbers.measured(least)) to \(Numbers.measured(most))"
    }.joined(separator: ", ")
    var remarks: [String] = []
    let learnt = splits.firstIndex(of: "train").map { numbers[$0] } ?? []
    if let least = learnt.first, let most = learnt.last {
      if least == most { remarks.append("All numbers to learn from are \(Numbers.measured(least)).") }
      let (low, high) = (learnt[learnt.count / 4], learnt[learnt.count * 3 / 4])
      let width = Self.fence * (high - low)
      let far = learnt.filter { $0 < low - width || $0 > high + width }
      if high > low, let farthest = far.max(by: { abs($0 - low) < abs($1 - low) }) {
        remarks.append(
          "Far from the others: \(Numbers.count(far.count, "number")) to learn from, the farthest \(Numbers.measured(farthest)). "
            + "Such numbers weigh most in squared errors; train … loss=huber weighs them less.")
      }
      if let place = splits.firstIndex(of: "test") {
        let beyond = numbers[place].count { $0 < least || $0 > most }
        if beyond > 0 {
          remarks.append(
            "Beyond what is learnt: \(Numbers.count(beyond, "number")) to test on, which k-NN cannot reach.")
        }
      }
    }
    if !splits.contains("test") { remarks.append("There is no test split: nothing is held back for checking.") }
    self.remarks = remarks
  }
}
