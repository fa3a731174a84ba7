import Experiments
import Wording

extension LossRise {
  /// What is said of a training.
  func sentence(of plan: TrainingPlan) -> String {
    let (model, isUneven) = (plan.model.name, plan.outweighing != nil)
    let isRegressor = plan.model.outputs.isRegressor
    let guesser = isRegressor ? "always predicting the mean" : "guessing"
    let guess = guessing.map { " (\(guesser) gives \(Numbers.decimal($0, 4)))" } ?? ""
    let rate = Numbers.short(learningRate), suggestion = Numbers.short(suggestedLearningRate)
    let earlier = failedRate.flatMap { $0 < learningRate ? ", as \(Numbers.short($0)) was before" : nil } ?? ""
    let cause =
      isUneven
      ? "columns of unlike size make its steps too large" : "learningRate=\(rate) is probably too large\(earlier)"
    let remedy =
      "undo reverts this training; "
      + (isUneven ? "" : "try learningRate=\(suggestion)\(plan.readsPlainColumns ? ", or " : ".")")
      + (plan.readsPlainColumns ? "create \(model) again with standardize=true." : "")
    if hasDied {
      return
        "The mean loss of an epoch fell from \(Numbers.decimal(firstEpoch, 4)) to that of guessing "
        + "(\(Numbers.decimal(guessing ?? 0, 4))) and stays there: \(cause), and \(model) no longer tells classes apart. "
        + remedy
    }
    if fallsSteadily {
      return
        "The mean loss of an epoch fell from \(Numbers.decimal(firstEpoch, 4)) to \(Numbers.decimal(last, 4)), still more than twice "
        + "that of \(guesser)\(guessing.map { " (\(Numbers.decimal($0, 4)))" } ?? ""). More epochs may help: train \(model)"
        + (isRegressor && plan.readsPlainColumns
          ? ". Or create \(model) again with standardize=true, which standardises the numbers to predict, too." : "")
    }
    guard hasRisen else {
      return
        "The loss went from \(Numbers.decimal(first, 4)) to \(Numbers.decimal(last, 4)), still more than twice that of \(guesser)"
        + " (\(Numbers.decimal(guessing ?? 0, 4))). More epochs may help: train \(model). If it jumps up and down, "
        + (isUneven ? cause : "learningRate=\(rate) is too large\(earlier)") + ": \(remedy)"
    }
    return
      "The loss rose from \(Numbers.decimal(first, 4)) to \(Numbers.decimal(last, 4))\(guess): \(cause). \(remedy)"
  }
}
