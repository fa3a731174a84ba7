import Networks

extension Model {
  /// What photos go through before anything that learns reads them; none for what learns from their pixels.
  ///
  /// - Throws: `ExperimentError` where a network cannot be cut.
  public var frozenParts: [Extractor] {
    get throws {
      let parts: [Extractor] =
        switch self {
        case .neighbors(let model): model.readsTables ? [] : [model.extractor]
        case .network(let model): [try TrainableParts(of: model).trunk]
        case .hybrid(let model): try model.members.flatMap { try $0.frozenParts }
        }
      return parts.filter { !$0.definition.layers.isEmpty }
    }
  }
}
