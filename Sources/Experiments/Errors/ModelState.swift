/// What a model has learnt, and whether it is learning: every table, sentence and guard reads this and nothing else.
public enum ModelState: Sendable, Equatable {
  /// A network as it was drawn.
  case untrained
  /// A network that was not trained, but answers by weights from elsewhere.
  case given(Source)
  /// A network that was trained for so many epochs.
  case trained(epochs: Int)
  /// A network whose training was stopped and can go on: so many epochs are complete, and whether the next was begun.
  case stopped(epochs: Int, isWithinEpoch: Bool)
  /// A network in training: as far as its training says.
  case inTraining(JobState, epochs: Int)
  /// A k-NN model with so many samples.
  case remembering(samples: Int)

  /// Where weights come from that no training here has found.
  public enum Source: Sendable, Equatable {
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
  public var hasLearnt: Bool {
    switch self {
    case .untrained, .given(.file), .remembering(samples: 0): false
    case .given, .trained, .stopped, .inTraining, .remembering: true
    }
  }

  /// Whether a training has begun that came to no epoch yet, or none has.
  public var hasNoEpoch: Bool {
    switch self {
    case .untrained, .stopped(epochs: 0, _), .inTraining(_, epochs: 0), .remembering(samples: 0): true
    case .given, .trained, .stopped, .inTraining, .remembering: false
    }
  }

  /// Whether its answers are those of drawn weights, or of no samples at all.
  public var isUntrained: Bool { self == .untrained || self == .remembering(samples: 0) }
}
