import Training

/// What a model has learnt, and whether it is learning: every table, sentence and guard reads this and nothing else.
enum ModelState: Sendable, Equatable {
  /// A network as it was drawn.
  case untrained
  /// A network that was not trained, but answers by weights from elsewhere.
  case given(Source)
  /// A network that was trained for so many epochs.
  case trained(epochs: Int)
  /// A network whose training was stopped and can go on: so many epochs are complete, and whether the next was begun.
  case stopped(epochs: Int, isWithinEpoch: Bool)
  /// A network in training: as far as its training says.
  case inTraining(TrainingJob.Standing, epochs: Int)
  /// A k-NN model with so many samples.
  case remembering(samples: Int)

  /// Where weights come from that no training here has found.
  enum Source: Sendable, Equatable {
    /// Its model file.
    case file
    /// `fit`.
    case regression
    /// The means of classes.
    case centroids
    /// Another network of this name.
    case network(String)
    /// So many files of differences.
    case differences(Int)
  }

  /// Whether something would be lost with the model.
  var hasLearnt: Bool {
    switch self {
    case .untrained, .given(.file), .remembering(samples: 0): false
    case .given, .trained, .stopped, .inTraining, .remembering: true
    }
  }

  /// Whether a training has begun that came to no epoch yet, or none has.
  var hasNoEpoch: Bool {
    switch self {
    case .untrained, .stopped(epochs: 0, _), .inTraining(_, epochs: 0), .remembering(samples: 0): true
    case .given, .trained, .stopped, .inTraining, .remembering: false
    }
  }

  /// Whether its answers are those of drawn weights, or of no samples at all.
  var isUntrained: Bool { self == .untrained || self == .remembering(samples: 0) }
}

extension Model {
  /// How it stands, but for a training that has it.
  var state: ModelState {
    switch self {
    case .network(let model): model.modelState
    case .neighbors(let model): .remembering(samples: model.memory.count)
    }
  }
}

extension NetworkModel {
  /// How it stands, but for a training that has it.
  var modelState: ModelState {
    let epochs = history.last?.epoch ?? 0
    if let paused { return .stopped(epochs: epochs, isWithinEpoch: paused.state.batch > 0) }
    if !history.isEmpty { return .trained(epochs: epochs) }
    if differences > 0 { return .given(.differences(differences)) }
    switch origin {
    case .drawn: return .untrained
    case .file: return .given(.file)
    case .fitted: return .given(.regression)
    case .centroids: return .given(.centroids)
    case .copied(_, hasLearnt: false): return .untrained
    case .copied(let name, hasLearnt: true): return .given(.network(name))
    }
  }
}

extension Catalogue {
  /// How a model stands.
  func state(of model: Model) -> ModelState {
    guard let job = training(of: model.name), job.isAtWork else { return model.state }
    let view = job.view
    return .inTraining(view.standing, epochs: view.epochs)
  }
}
