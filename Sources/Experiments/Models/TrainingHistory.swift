public import Training

/// What training a network came to so far.
public struct TrainingHistory: Sendable {
  /// Where training stands.
  public enum Position: Sendable {
    /// There was none.
    case untrained
    /// The last one is over: the next takes up the count of its epochs, and what the optimizer remembers.
    case ended(TrainingState)
    /// The last one was stopped and can go on; with the parameters of its best epoch, where it keeps them.
    case stopped(TrainingState, best: ParameterSnapshot?)
  }

  /// A record of every epoch.
  public var records: [EpochRecord] = []
  /// What it last learnt from, and how.
  public var last: NetworkModel.LastTraining?
  /// The samples it learnt from, as they were.
  public var learnt: LearntData?
  /// Where training stands.
  public var position = Position.untrained
  /// How many files of differences, learnt elsewhere, were added to the initial weights, and not trained on since.
  public var differences = 0

  /// That of a network that has learnt nothing yet.
  public init() {}

  /// What the optimizer remembers, and how far an epoch was gone through; nil before the first training.
  public var state: TrainingState? {
    switch position {
    case .untrained: nil
    case .ended(let state), .stopped(let state, best: _): state
    }
  }

  /// Whether the last training was stopped and can go on.
  public var isStopped: Bool { if case .stopped = position { true } else { false } }

  /// The parameters of a stopped training's best epoch, where it keeps them.
  public var best: ParameterSnapshot? { if case .stopped(_, let best) = position { best } else { nil } }

  /// The training that was stopped and can go on.
  public var paused: (state: TrainingState, training: NetworkModel.LastTraining)? {
    guard case .stopped(let state, best: _) = position, let last, !state.isComplete else { return nil }
    return (state, last)
  }

  /// The splits that the last training used, as typed.
  public var splits: [String] { last.map { [$0.on] + $0.validate } ?? [] }
}
