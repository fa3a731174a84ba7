import Networks
public import Training

extension NetworkModel {
  /// Puts the first weights back and forgets all training.
  public mutating func returnToStart() {
    definition = starter
    classes = Array(classes.prefix(starterClassCount))
    history = []
    state = nil
    isStopped = false
    best = nil
    lastTraining = nil
    learnt = nil
    differences = 0
  }

  /// The settings that hold where nothing is said: those of the network's file, else Core ML's.
  public func defaults(seed: UInt64) -> TrainingSettings {
    var settings = fileDefaults ?? TrainingSettings(seed: seed)
    if fileDefaults == nil || !hasFileSeed { settings.seed = seed }
    return fitting(settings)
  }

  /// Settings with the loss that is usual here in the place of one that the network has no use for: a regressor has no classes.
  public func fitting(_ settings: TrainingSettings) -> TrainingSettings {
    guard isRegressor, settings.lossKind == .crossEntropy else { return settings }
    var fitting = settings
    fitting.lossKind = .meanSquaredError
    return fitting
  }

  /// Draws the first weights of the trainable layers anew.
  public mutating func drawAnew(seed: UInt64) {
    let plan = SeedPlan(seed: seed)
    for index in starter.layers.indices where starter.layers[index].isUpdatable {
      starter.layers[index].initialize(initialization, seeds: plan)
    }
    definition = starter
    origin = .drawn
    self.seed = seed
  }
}
