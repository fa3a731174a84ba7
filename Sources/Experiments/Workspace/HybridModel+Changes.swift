import Training

extension HybridModel {
  /// Which of the models it is made of are others now, by their names.
  public func changedMembers(in models: NamedThings<Model>) -> [String] {
    var changed: [String] = []
    if case .network(let now)? = models[network.name], now.definition != network.definition {
      changed.append(now.name)
    }
    if case .neighbors(let now)? = models[neighbors.name],
      now.memory.samples != neighbors.memory.samples
        || now.memory.sampleLabels != neighbors.memory.sampleLabels
        || now.memory.numberOfNeighbors != neighbors.memory.numberOfNeighbors
        || now.memory.weighting != neighbors.memory.weighting
        || now.extractor.fingerprint != neighbors.extractor.fingerprint
    {
      changed.append(now.name)
    }
    return changed
  }
}
