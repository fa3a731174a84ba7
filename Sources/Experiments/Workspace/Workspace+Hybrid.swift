import Training

extension Workspace {
  /// Which of the models a hybrid is made of are others now, by their names.
  public func changedMembers(of hybrid: HybridModel) -> [String] {
    var changed: [String] = []
    if case .network(let now)? = models[hybrid.network.name], now.definition != hybrid.network.definition {
      changed.append(now.name)
    }
    if case .neighbors(let now)? = models[hybrid.neighbors.name],
      now.memory.samples != hybrid.neighbors.memory.samples
        || now.memory.sampleLabels != hybrid.neighbors.memory.sampleLabels
        || now.memory.numberOfNeighbors != hybrid.neighbors.memory.numberOfNeighbors
        || now.memory.weighting != hybrid.neighbors.memory.weighting
        || now.extractor.fingerprint != hybrid.neighbors.extractor.fingerprint
    {
      changed.append(now.name)
    }
    return changed
  }
}
