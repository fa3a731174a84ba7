import Experiments
import Training
import Wording

/// How many samples each class has in which split, and what is to be said of it.
struct ClassBalance {
  /// The classes, each with its count in every split.
  let counts: [(label: String, counts: [Int])]
  /// The splits.
  let splits: [String]
  /// What deserves a look, a sentence each.
  let remarks: [String]
  /// The balance in a few words.
  let summary: String

  /// Fewer samples to learn from than this are few.
  static let tiny = 5

  /// Counts what a check has looked at.
  init(_ check: DatasetCheck) {
    let splits = check.dataset.splits.map(\.name)
    let counts = check.dataset.labels.map { label in
      (
        label: label,
        counts: splits.map { split in
          check.samples.count { $0.split == split && LabelSpelling.areSame($0.label, label) }
        }
      )
    }
    self.splits = splits
    self.counts = counts
    let learnt = counts.map { (label: $0.label, count: $0.counts.first ?? 0) }
    let least = learnt.map(\.count).min() ?? 0
    let most = learnt.map(\.count).max() ?? 0
    var remarks: [String] = []
    let few = learnt.filter { $0.count < Self.tiny }
    if !few.isEmpty {
      remarks.append(
        "Few to learn from: " + Numbers.list(few.map { "\($0.count) of \($0.label)" })
          + ". Such a class is hardly learnt.")
    }
    if most > 2 * least, most > 0 {
      let whole = learnt.reduce(0) { $0 + $1.count }
      remarks.append(
        "Unequal classes: always answering \(learnt.first { $0.count == most }?.label ?? "") is right for "
          + "\(Numbers.percent(Double(most) / Double(whole), 0)) of what is learnt from; train … classWeights=balanced "
          + "lets each class count the same.")
    }
    if !splits.contains("test") { remarks.append("There is no test split: nothing is held back for checking.") }
    if let place = splits.firstIndex(of: "test") {
      let untested = counts.filter { $0.counts[place] == 0 }.map(\.label)
      if !untested.isEmpty { remarks.append("Nothing to test on: \(Numbers.list(untested)).") }
    }
    self.remarks = remarks
    summary = splits.enumerated().map { place, split in
      let own = counts.map { $0.counts[place] }
      let (low, high) = (own.min() ?? 0, own.max() ?? 0)
      return "\(split) \(low == high ? "\(low)" : "\(low) to \(high)") of each"
    }.joined(separator: ", ")
  }
}
