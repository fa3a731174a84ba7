import Training

extension NeighborsModel {
  /// The model as it can learn from, and answer about, these samples: where what it reads is still open, they decide.
  ///
  /// - Throws: `ModelFact.needsSize` for photos: their sizes differ.
  public func bound(to selection: Selection) throws(ExperimentError) -> NeighborsModel {
    guard extractor.isOpen else { return self }
    guard case .table(let table) = selection else { throw ExperimentError.model(.needsSize(name)) }
    var model = self
    model.extractor = .numbers(shape: table.dataset.sampleShape)
    model.memory = memory.emptied(dimension: table.dataset.sampleShape.reduce(1, *))
    return model
  }
}
