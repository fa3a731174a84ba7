public import Experiments
public import Training
import Wording

extension LearntOverlap {
  /// `34 of them were learnt, 1 looks like one that was`; nil where all are new.
  public var phrase: String? {
    let (learnt, alike) = counts
    guard learnt + alike > 0 else { return nil }
    if learnt == 0 {
      return "\(Numbers.grouped(alike)) of them \(alike == 1 ? "looks" : "look") like a training sample"
    }
    let told = self.learnt.allSatisfy(\.self) ? "all of them" : "\(Numbers.grouped(learnt)) of them"
    let parts = [
      "\(told) \(learnt == 1 ? "was" : "were") learnt",
      alike > 0 ? "\(Numbers.grouped(alike)) \(alike == 1 ? "looks" : "look") like a training sample" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The phrase, and the share of right answers among the others.
  public func phrase(_ evaluation: Evaluation) -> String? {
    guard let phrase else { return nil }
    let others = evaluation.rows.filter { isNew($0.index) }
    guard !others.isEmpty else { return phrase }
    let correct = others.count(where: \.isCorrect)
    return
      "\(phrase); the other \(Numbers.grouped(others.count)): \(Numbers.percent(Double(correct) / Double(others.count))) "
      + "correct (\(Numbers.grouped(correct)) of \(Numbers.grouped(others.count)))"
  }
}
