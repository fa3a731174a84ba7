public import Experiments
import Wording

extension Staleness {
  /// What is to be said of a model, and how it is brought up to date.
  public func remark(on model: Model, noun: String) -> String {
    let what =
      switch self {
      case .classesAdded(let labels): "\(Numbers.list(labels)) \(labels.count == 1 ? "was" : "were") added"
      case .samplesAdded(let count, let split):
        "\(Numbers.count(count, noun)) \(count == 1 ? "was" : "were") added to \(split)"
      case .samplesRemoved(let count, let split):
        "\(Numbers.count(count, noun)) \(count == 1 ? "was" : "were") taken out of \(split)"
      case .samplesChanged(let split): "\(split) was changed"
      }
    return "⚠️ \(model.name) was trained before \(what)."
  }
}

extension Workspace {
  /// What the reader should know of models: a sentence for each whose features' network or whose data
  /// has changed since it was trained.
  public func staleRemarks(on names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.flatMap { name -> [String] in
      guard seen.insert(name).inserted, let model = models[name] else { return [] }
      return [hybridRemark(on: model), featureRemark(on: model), sampleRemark(on: model)].compactMap(\.self)
    }
  }

  /// What is to be said of a model whose features come from a network that has changed; nil where none has.
  public func featureRemark(on model: Model) -> String? { FeatureStaleness(of: model, in: self)?.remark(on: model) }

  private func sampleRemark(on model: Model) -> String? {
    guard let learnt = model.learnt, let staleness = Staleness(of: model, in: self) else { return nil }
    let noun = datasets[String(learnt.name.prefix { $0 != "." })]?.noun ?? "sample"
    let command = model.state == .given(.regression) ? "fit" : "train"
    return staleness.remark(on: model, noun: noun)
      + " To bring it up to date: \(command) \(model.name) on=\(learnt.name)"
  }
}
