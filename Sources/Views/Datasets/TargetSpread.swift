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
    let names = if case .table(let table) = check.dataset { table.outputNames } else { [String]?.none }
    let splits = check.dataset.splits.map(\.name)
    var (remarks, summaries) = ([String](), [String]())
    for output in 0..<(names?.count ?? 1) {
      let numbers = splits.map { split in
        check.samples.filter { $0.split == split }.compactMap { sample in
          sample.label.split(separator: " ").dropFirst(output).first.flatMap { Double($0) }
        }.sorted()
      }
      let named = names.map { "\($0[output]): " } ?? ""
      summaries.append(named + Self.summary(splits, numbers))
      remarks += Self.remarks(splits, numbers).map { named + $0 }
    }
    if !splits.contains("test") { remarks.append("There is no test split: nothing is held back for checking.") }
    summary = summaries.joined(separator: "; ")
    self.remarks = remarks
  }

  /// How the numbers of each split lie.
  private static func summary(_ splits: [String], _ numbers: [[Double]]) -> String {
    zip(splits, numbers).map { split, own in
      guard let least = own.first, let most = own.last else { return "\(split) none" }
      return "\(split) \(Numbers.measured(least)) to \(Numbers.measured(most))"
    }.joined(separator: ", ")
  }

  /// What of the numbers deserves a look.
  private static func remarks(_ splits: [String], _ numbers: [[Double]]) -> [String] {
    var remarks: [String] = []
    let learnt = splits.firstIndex(of: "train").map { numbers[$0] } ?? []
    guard let least = learnt.first, let most = learnt.last else { return [] }
    if least == most { remarks.append("All numbers to learn from are \(Numbers.measured(least)).") }
    let (low, high) = (learnt[learnt.count / 4], learnt[learnt.count * 3 / 4])
    let width = fence * (high - low)
    let far = learnt.filter { $0 < low - width || $0 > high + width }
    if high > low, let farthest = far.max(by: { abs($0 - low) < abs($1 - low) }) {
      remarks.append(
        "Far from the others: \(Numbers.count(far.count, "number")) to learn from, the farthest \(Numbers.measured(farthest)). "
          + "Such numbers weigh most in squared errors; train … loss=huber weighs them less.")
    }
    if let place = splits.firstIndex(of: "test") {
      let beyond = numbers[place].count { $0 < least || $0 > most }
      if beyond > 0 {
        remarks.append("Beyond what is learnt: \(Numbers.count(beyond, "number")) to test on, which k-NN cannot reach.")
      }
    }
    return remarks
  }
}
