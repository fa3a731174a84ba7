import Training

extension Model {
  /// How it stands, but for a training that has it.
  public var state: ModelState {
    switch self {
    case .network(let model): model.modelState
    case .hybrid(let model): .remembering(samples: model.neighbors.memory.count)
    case .neighbors(let model): .remembering(samples: model.memory.count)
    }
  }

  /// Sees to it that a k-NN model remembers something: without neighbours it has no answer. A network has one before any training.
  ///
  /// - Throws: `NameError.notTrainedYet`.
  public func checkRemembers() throws(ExperimentError) {
    guard case .neighbors(let model) = self, model.memory.count == 0 else { return }
    throw ExperimentError.name(.notTrainedYet(model: model.name, state))
  }
}

extension NetworkModel {
  /// How it stands, but for a training that has it.
  public var modelState: ModelState {
    let epochs = training.records.last?.epoch ?? 0
    if let paused = training.paused { return .stopped(epochs: epochs, isWithinEpoch: paused.state.batch > 0) }
    if !training.records.isEmpty { return .trained(epochs: epochs) }
    if training.differences > 0 { return .given(.differences(training.differences)) }
    switch initial.origin {
    case .drawn: return .untrained
    case .file: return .given(.file)
    case .fitted: return .given(.regression)
    case .centroids: return .given(.centroids)
    case .copied(_, hasLearnt: false): return .untrained
    case .copied(let name, hasLearnt: true): return .given(.network(name))
    }
  }
}
