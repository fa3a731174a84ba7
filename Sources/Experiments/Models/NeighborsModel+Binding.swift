import Training

extension NeighborsModel {
  /// Whether it compares numbers of a table, or does not know yet what it compares.
  public var readsTables: Bool { extractor.isOpen || extractor.isOfTable }

  /// The model as it can learn from, and answer about, these samples: where it remembers nothing, they decide what it reads.
  ///
  /// - Throws: `ModelFact.needsSize` for photos: their sizes differ.
  public func bound(to selection: Selection) throws(ExperimentError) -> NeighborsModel {
    guard readsTables else { return self }
    guard case .table(let table) = selection else { throw ExperimentError.model(.needsSize(name)) }
    guard memory.count == 0 else { return self }
    var model = self
    model.memory.answersNumbers = table.dataset.isRegression
    model.extractor = .numbers(shape: table.dataset.sampleShape)
    model.memory = model.memory.emptied(dimension: table.dataset.sampleShape.reduce(1, *))
    return model
  }
}
