public import Experiments
import Networks
public import Training
import Wording

extension CandidateConfiguration {
  /// The configuration in one line, as one would type it.
  public var phrase: String {
    switch self {
    case .neighbors(let memory):
      "k=\(memory.numberOfNeighbors), \(memory.weighting.rawValue)\(memory.metric == .cosine ? ", cosine" : "")\(memory.isStandardized ? ", standardised" : "")"
    case .network(let configuration): configuration.phrase
    case .hybrid(let configuration): configuration.phrase
    case .baseline(.nearestCentroid, let isStandardized): isStandardized ? "standardised" : ""
    case .baseline: ""
    case .linear(let settings):
      "solver=lbfgs l2=\(Numbers.short(settings.l2))"
        + (settings.l1 > 0 ? " l1=\(Numbers.short(settings.l1))" : "") + (settings.rescales ? "" : " rescale=false")
    case .ridge(let settings):
      "ridge l2=\(Numbers.short(settings.l2))" + (settings.rescales ? "" : " rescale=false")
    }
  }
}

extension HybridConfiguration {
  /// Both configurations with their weights; w for one that is found anew.
  fileprivate var phrase: String {
    let (weight, rest) = search == nil ? (Numbers.short(mixture.weight), Numbers.short(mixture.rest)) : ("w", "(1 - w)")
    return "\(weight) · (\(first.configuration.phrase)) + \(rest) · (\(second.configuration.phrase))"
      + (search.map { ", w by \($0.folds) folds of what is learnt" } ?? "")
  }
}

extension NetworkConfiguration {
  /// The settings that tell one training from another, without what is common to all.
  public var phrase: String { settings.words(augmentation: augmentation).joined(separator: " ") }
}

extension TrainingSettings {
  /// The settings that tell one training from another, a word each.
  public func words(augmentation: [Augmentation]) -> [String] {
    var words = [
      optimizer.name, "learningRate=\(Numbers.short(optimizer.learningRate))", "epochs=\(epochs)",
      "miniBatchSize=\(miniBatchSize)",
    ]
    if optimizer.weightDecay != 0 { words.append("weightDecay=\(Numbers.short(optimizer.weightDecay))") }
    if schedule != .constant { words.append("schedule=\(schedule.phrase)") }
    if let ways = augmentation.phrase { words.append("augment=[\(ways)]") }
    return words
  }
}
