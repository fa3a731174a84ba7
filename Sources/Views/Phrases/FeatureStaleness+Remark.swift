public import Experiments
import Networks
import Pictures
import Training
import Wording

extension FeatureStaleness {
  /// What is to be said of a model whose features come from a network that has changed, and how it is brought up to date.
  public func remark(on model: Model) -> String {
    let basis = basis
    let what =
      switch self {
      case .changed: "\(basis.network) has changed since \(model.name) copied its layers up to \(basis.layer)."
      case .layerGone: "\(basis.network) has no layer \(basis.layer) for \(model.name) any more."
      }
    return "⚠️ \(what) \(model.name) uses its copy. To create it again: \(remedy(for: model))"
  }

  private func remedy(for model: Model) -> String {
    let word: String
    switch self {
    case .changed(let basis): word = Words.quoted(basis.word)
    case .layerGone(let basis): word = Words.quoted(basis.network)
    }
    switch model {
    case .hybrid: return ""
    case .neighbors(let model):
      let train = model.learnt.map { "; train \(model.name) on=\(Words.quoted($0.name))" } ?? ""
      return "\(model.line(features: word))\(train)"
    case .network(let model):
      let settings = model.initial.origin.regression.map { " \($0.phrase)" } ?? ""
      let pooling = model.flattensFeatures && !basis.isPooled ? " pooling=none" : ""
      return "fit \(model.name) features=\(word)\(pooling)\(settings)"
        + (model.training.learnt.map { " on=\(Words.quoted($0.name))" } ?? "")
    }
  }
}

extension NetworkModel {
  /// Whether its classifier reads maps, laid in a row.
  fileprivate var flattensFeatures: Bool {
    guard case .flatten? = definition.layers.dropLast(2).last?.kind else { return false }
    return true
  }
}
