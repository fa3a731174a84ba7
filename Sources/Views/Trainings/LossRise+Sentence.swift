import Experiments
import Wording

extension LossRise {
  /// What is said of the training of a model.
  func sentence(of model: String) -> String {
    let guess = guessing.map { " (guessing gives \(Numbers.decimal($0, 4)))" } ?? ""
    let rate = Numbers.short(learningRate), suggestion = Numbers.short(suggestedLearningRate)
    let earlier = failedRate.flatMap { $0 < learningRate ? ", as \(Numbers.short($0)) was before" : nil } ?? ""
    if hasDied {
      return
        "The mean loss of an epoch fell from \(Numbers.decimal(firstEpoch, 4)) to that of guessing "
        + "(\(Numbers.decimal(guessing ?? 0, 4))) and stays there: learningRate=\(rate) is probably too large\(earlier), and "
        + "\(model) no longer tells classes apart. undo reverts this training; try learningRate=\(suggestion)."
    }
    if fallsSteadily {
      return
        "The mean loss of an epoch fell from \(Numbers.decimal(firstEpoch, 4)) to \(Numbers.decimal(last, 4)), still more than twice "
        + "that of guessing\(guessing.map { " (\(Numbers.decimal($0, 4)))" } ?? ""). More epochs may help: train \(model)"
    }
    guard hasRisen else {
      return
        "The loss went from \(Numbers.decimal(first, 4)) to \(Numbers.decimal(last, 4)), still more than twice that of guessing"
        + " (\(Numbers.decimal(guessing ?? 0, 4))). More epochs may help: train \(model). If it jumps up and down, "
        + "learningRate=\(rate) is too large\(earlier): undo reverts this training; try learningRate=\(suggestion)."
    }
    return
      "The loss rose from \(Numbers.decimal(first, 4)) to \(Numbers.decimal(last, 4))\(guess): learningRate=\(rate) is probably "
      + "too large\(earlier). undo reverts this training; try learningRate=\(suggestion)."
  }
}
