public import Networks

/// Where a training stands, but for the network's parameters: a value that can be written down at any mini-batch, so
/// that a training taken up again goes on with the same bits.
public struct TrainingState: Sendable, Equatable, Codable {
  /// How many epochs the model had been trained before this run.
  public internal(set) var firstEpoch: Int
  /// How many epochs of this run are complete.
  public internal(set) var epoch = 0
  /// How many mini-batches of the present epoch are done.
  public internal(set) var batch = 0
  /// What the optimizer remembers.
  public internal(set) var optimizer: OptimizerState
  /// How many samples the training goes through in an epoch.
  public let sampleCount: Int
  /// The best epoch so far, by what the settings watch.
  public internal(set) var best: Best?
  /// Whether the run is over: all epochs done, or stopped early.
  public internal(set) var isComplete = false
  /// The sums of the present epoch.
  var sums = Sums()

  /// An epoch and what made it the best.
  public struct Best: Sendable, Equatable, Codable {
    /// How many epochs the model had been trained after it, over its life.
    public let epoch: Int
    /// The value of what is watched.
    public let value: Double
  }

  /// What the mini-batches of an epoch add up to.
  struct Sums: Sendable, Equatable, Codable {
    var losses = 0.0, batches = 0, samples = 0, correct = 0, hasClasses = false
    var lastLoss: Float = 0
  }

  /// The state before the first mini-batch of a run.
  ///
  /// With the state of an earlier run on the same network the model's epochs are counted on and the optimizer keeps what
  /// it remembers, provided that its rule has not changed: ten epochs and then ten are twenty, bit for bit, as long as the
  /// schedule is constant.
  public init(_ settings: TrainingSettings, sampleCount: Int, after earlier: TrainingState? = nil) {
    self.sampleCount = sampleCount
    firstEpoch = earlier?.epochs ?? 0
    optimizer = OptimizerState(settings.optimizer)
    if let earlier, earlier.optimizer.settings.rule == settings.optimizer.rule {
      optimizer = earlier.optimizer
      optimizer.settings = settings.optimizer
    }
  }

  /// How many epochs the model has been trained over its life.
  public var epochs: Int { firstEpoch + epoch }
}
