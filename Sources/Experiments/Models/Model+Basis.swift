extension Model {
  /// The network of the workspace its features come from; nil for features of a file, and for a model without features.
  public var basis: FeatureBasis? {
    switch self {
    case .neighbors(let model): model.extractor.basis
    case .network(let model): model.basis
    case .hybrid(let model): model.neighbors.extractor.basis ?? model.network.basis
    }
  }
}

extension NetworkModel {
  /// Which samples its weights know: those it learnt from, and those that the network its first layers come from had learnt.
  public var knownSamples: LearntSamples? {
    guard let own = learnt?.samples else { return basis?.learnt }
    guard let copied = basis?.learnt else { return own }
    var all = own
    all.add(copied)
    return all
  }
}
