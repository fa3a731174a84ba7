import Networks
public import Training

/// A network ready to be trained on samples, and the one loop that trains it.
public struct TrainingTask {
  /// What the model is called, for errors.
  public let model: String
  /// What learns: its network is the part of the model that does.
  public let update: UpdateSession
  /// What it learns from, as the part that learns reads it.
  let source: any SampleSource
  /// What it is evaluated on after every epoch.
  let validation: [ValidationSet]
  /// What trains in the place of `update`, and brings it to where the training stands; nil where this process trains.
  var driver: (any TrainingDriver)?
  private let parts: TrainableParts
  /// The learning rates that were set when this was done for the first time, in order.
  private let rateChanges: [RateChange]

  /// Builds the part of a network that learns, and prepares its training.
  ///
  /// - Parameters:
  ///   - model: What the model is called.
  ///   - parts: The network.
  ///   - settings: What to do.
  ///   - source: What to learn from, as the part that learns reads it.
  ///   - validation: What to evaluate after every epoch.
  ///   - state: Where to go on; nil to begin with the first epoch of the network's life.
  ///   - best: The parameters of the best epoch before a pause, where the training keeps them.
  ///   - threads: On how many threads the network trains; nil for one for every processor.
  ///   - rateChanges: The learning rates that are set on the way, in order.
  /// - Throws: `ModelError.training`, `ModelError.network`.
  public init(
    _ model: String, _ parts: TrainableParts, settings: TrainingSettings, source: any SampleSource,
    validation: [ValidationSet] = [], state: TrainingState? = nil, best: ParameterSnapshot? = nil, threads: Int? = nil,
    rateChanges: [RateChange] = []
  ) throws {
    self.model = model
    self.rateChanges = rateChanges
    self.parts = parts
    (self.source, self.validation) = (source, validation)
    let settings = Self.settings(settings, parts)
    update = try ExperimentError.naming(model) {
      try UpdateSession(
        network: Network(parts.tail, threads: threads), settings: settings, state: state, best: best, source: source,
        validation: validation)
    }
  }

  /// Changes what may be changed while training.
  ///
  /// - Parameter new: All settings, as they are to be.
  /// - Throws: `TrainingError` where a value is not allowed or a setting is fixed by now; then nothing is changed.
  public func change(to new: TrainingSettings) throws(TrainingError) {
    try update.change(to: Self.settings(new, parts))
  }

  /// Has the next mini-batch learn at another rate.
  ///
  /// - Throws: `TrainingError` where the rate is not allowed; then nothing is changed.
  func change(learningRate rate: Double) throws(TrainingError) {
    guard let driver else { return try update.change(learningRate: rate) }
    driver.change(learningRate: rate)
  }

  /// Targets that are standardised are compared with what the network makes before it gives them their own deviation back.
  private static func settings(_ settings: TrainingSettings, _ parts: TrainableParts) -> TrainingSettings {
    guard settings.loss.tensor == nil, let tensor = parts.tail.standardizedOutput else { return settings }
    var settings = settings
    settings.loss.tensor = tensor
    return settings
  }

  /// Goes from event to event, until nothing is left to do or the observer has enough. A training that has come to its end
  /// is completed all the same.
  ///
  /// - Parameter observe: Told every event; gives whether to go on.
  /// - Returns: How it ended. What was learnt until then is in `update`.
  /// - Throws: `ModelError.network` and `ModelError.training` where samples do not fit the network or a setting may not
  ///   change, what the samples' source throws, and what the observer throws.
  public func run(_ observe: (TrainingEvent) throws -> Bool) throws -> TrainingEnding {
    try ExperimentError.naming(model) {
      do {
        var changes = rateChanges[...]
        func next() throws -> TrainingEvent? {
          if let driver { return try driver.next(update) }
          while let change = changes.first, change.isDue(at: update.state) {
            try update.change(learningRate: change.learningRate)
            changes.removeFirst()
          }
          return try update.next()
        }
        while let event = try next() {
          // Another process is first told to stop, and then says where it stands.
          guard try observe(event) || update.state.isComplete || driver != nil else { return .stopped }
        }
      } catch is Stopped {
        return .stopped
      } catch let divergence as Divergence {
        return .diverged(divergence)
      }
      let (state, settings) = (update.state, update.settings)
      let isLastBest = settings.keep != .best || state.best?.epoch == state.epochs
      return .finished(isEarly: state.epoch < settings.epochs, keptEpoch: isLastBest ? nil : state.best?.epoch)
    }
  }
}

/// How a training ended.
public enum TrainingEnding: Sendable, Equatable {
  /// All epochs were done, or it ended early by its rule; with the epoch whose weights were kept where that is not the last.
  case finished(isEarly: Bool, keptEpoch: Int?)
  /// It was stopped, and can go on.
  case stopped
  /// The loss left the numbers: the network has the parameters of the last epoch that gave a finite one.
  case diverged(Divergence)

  /// Whether the loss left the numbers.
  public var hasDiverged: Bool { if case .diverged = self { true } else { false } }
}
