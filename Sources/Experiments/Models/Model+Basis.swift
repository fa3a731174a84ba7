extension Model {
  /// The network of the workspace its features come from; nil for features of a file, and for a model without features.
  public var basis: FeatureBasis? {
    switch self {
    case .neighbors(let model): model.extractor.basis
    case .network(let model): model.source.basis
    case .hybrid(let model): model.neighbors.extractor.basis ?? model.network.source.basis
    }
  }
}

extension LearntSamples {
  /// The samples that a network's weights know: those it learnt from, and those that the network its first layers come from
  /// had learnt; nil where neither was noted.
  public init?(knownTo model: NetworkModel) {
    let copied = model.source.basis?.learnt
    guard var all = model.training.learnt?.samples ?? copied else { return nil }
    if let copied { all.add(copied) }
    self = all
  }
}
