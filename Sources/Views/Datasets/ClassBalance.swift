import Experiments
import Wording

/// What is to be said of how many samples each class has in which split.
struct ClassBalance {
  /// The counts.
  let classes: ClassCounts
  /// What deserves a look, a sentence each.
  let remarks: [String]
  /// The balance in a few words.
  let summary: String

  /// Judges what a check has looked at.
  init(_ check: DatasetCheck) {
    let classes = ClassCounts(check)
    self.classes = classes
    var remarks: [String] = []
    let few = classes.fewToLearn
    if !few.isEmpty {
      remarks.append(
        "Few training samples: " + Numbers.list(few.map { "\($0.count) of \($0.label)" })
          + ". Such a class is hard to learn.")
    }
    if let most = classes.dominating {
      remarks.append(
        "Unequal classes: always predicting \(most.label) is right for \(Numbers.percent(most.share, 0)) of the training "
          + "samples; train … classWeights=balanced gives each class the same weight.")
    }
    if !classes.hasTest { remarks.append("There is no test split to evaluate on.") }
    if !classes.untested.isEmpty { remarks.append("Nothing to test on: \(Numbers.list(classes.untested)).") }
    self.remarks = remarks
    summary = classes.splits.enumerated().map { place, split in
      let range = classes.range(of: place)
      let (low, high) = (range.lowerBound, range.upperBound)
      return "\(split) \(low == high ? "\(low)" : "\(low) to \(high)") of each"
    }.joined(separator: ", ")
  }
}
