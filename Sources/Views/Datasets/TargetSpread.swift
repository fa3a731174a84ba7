import Experiments
import Wording

/// How the numbers to be predicted lie in each split, and what is to be said of it.
struct TargetSpread {
  /// What deserves a look, a sentence each.
  let remarks: [String]
  /// The spread in a few words.
  let summary: String

  /// Measures what a check has looked at.
  ///
  /// - Parameter check: A check of a table with numbers to predict.
  init(_ check: DatasetCheck) {
    let names = if case .table(let table) = check.dataset { table.outputNames } else { [String]?.none }
    var (remarks, summaries) = ([String](), [String]())
    for output in 0..<(names?.count ?? 1) {
      let spread = NumberSpread(check, output: output)
      let named = names.map { "\($0[output]): " } ?? ""
      summaries.append(named + Self.summary(spread))
      remarks += Self.remarks(spread).map { named + $0 }
    }
    if !check.dataset.splits.contains(where: { $0.name == "test" }) {
      remarks.append("There is no test split to evaluate on.")
    }
    summary = summaries.joined(separator: "; ")
    self.remarks = remarks
  }

  /// How the numbers of each split lie.
  private static func summary(_ spread: NumberSpread) -> String {
    zip(spread.splits, spread.numbers).map { split, own in
      guard let least = own.first, let most = own.last else { return "\(split) none" }
      return "\(split) \(Numbers.measured(least)) to \(Numbers.measured(most))"
    }.joined(separator: ", ")
  }

  /// What of the numbers deserves a look.
  private static func remarks(_ spread: NumberSpread) -> [String] {
    guard let range = spread.learntRange else { return [] }
    var remarks: [String] = []
    if range.least == range.most {
      remarks.append("All training numbers are \(Numbers.measured(range.least)).")
    }
    if let far = spread.far {
      remarks.append(
        "Far from the others: \(Numbers.count(far.count, "number")) of the training samples, "
          + "the farthest \(Numbers.measured(far.farthest)). "
          + "Such numbers weigh most in squared errors; train … loss=huber weighs them less.")
    }
    if spread.beyond > 0 {
      remarks.append(
        "Outside the training range: \(Numbers.count(spread.beyond, "number")) of the test samples, which k-NN cannot reach."
      )
    }
    return remarks
  }
}
