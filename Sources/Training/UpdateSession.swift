import Foundation
public import Networks
import Tensors

/// A training under way, named after Core ML's update task. It does nothing by itself: `next()` does at most one
/// mini-batch and says what happened. Not to call it any more is to pause; nothing learnt is lost, and a session made of
/// the same network and `state` goes on with the same bits.
///
/// It owns its network while it is used, and like it belongs to one thread at a time.
public final class UpdateSession {
  /// The network that learns.
  public let network: Network
  /// The settings in force.
  public private(set) var settings: TrainingSettings
  /// Where the training stands.
  public private(set) var state: TrainingState
  /// The parameters of the best epoch so far, where `settings.keep` asks for them.
  public private(set) var bestParameters: ParameterSnapshot?
  /// The learning rates that were set since it began, in order.
  public private(set) var rateChanges: [RateChange] = []

  /// Asked while the end of an epoch is measured, which may take many times as long as a mini-batch.
  public var goesOn: () -> Bool = { true }
  /// Asked within a mini-batch, many times.
  public var goesOnWithinBatch: () -> Bool = { true }

  private let validation: [ValidationSet]
  private var feed: BatchFeed
  private var phase = Phase.ready
  private var spent = Duration.zero
  private var standings: FallbackPoint

  /// What events have told of the training.
  private enum Phase {
    case ready
    /// With the record of the last epoch.
    case begun(EpochRecord?)
    case ended
  }

  /// Prepares a training, or takes one up again.
  ///
  /// - Parameters:
  ///   - network: The network to train, with the parameters that belong to the state.
  ///   - settings: What to do.
  ///   - state: Where to go on; nil to begin with the first epoch of the network's life.
  ///   - best: The parameters of the best epoch before the pause, where the training keeps them.
  ///   - source: What to learn from.
  ///   - validation: By what to watch.
  /// - Throws: `TrainingError` where a setting is not allowed, there are no samples, or the state belongs to other
  ///   samples.
  public init(
    network: Network, settings: TrainingSettings, state: TrainingState? = nil, best: ParameterSnapshot? = nil,
    source: any SampleSource, validation: [ValidationSet] = []
  ) throws(TrainingError) {
    if let fault = settings.faults().first { throw .setting(fault) }
    let count = source.sampleCount
    guard count > 0 else { throw .noSamples }
    let batches = Batches(
      sampleCount: count, miniBatchSize: settings.miniBatchSize, lastBatch: settings.lastBatch,
      shuffle: settings.shuffle, seeds: SeedPlan(seed: settings.seed))
    let state = state ?? TrainingState(settings, sampleCount: count)
    guard state.sampleCount == count else {
      throw .stateMismatch(of: "samples", expected: state.sampleCount, actual: count)
    }
    guard (0...batches.count).contains(state.batch), state.epoch >= 0, state.firstEpoch >= 0 else {
      throw .stateMismatch(of: "mini-batches", expected: state.batch, actual: batches.count)
    }
    self.network = network
    self.settings = settings
    self.state = state
    self.validation = validation
    feed = BatchFeed(source, batches)
    bestParameters = best
    standings = FallbackPoint(TrainingSnapshot(parameters: ParameterSnapshot(network), state: state))
  }

  /// How many mini-batches an epoch has.
  public var batchesPerEpoch: Int { feed.batches.count }

  /// The learning rate of the next mini-batch.
  public var learningRate: Double {
    settings.schedule.learningRate(
      settings.optimizer.learningRate,
      at: Schedule.Position(epoch: state.epoch, of: settings.epochs, batch: state.batch, of: batchesPerEpoch))
  }

  /// Changes what may be changed while training: the optimizer, the schedule, the loss, what is kept and when to stop.
  ///
  /// `TrainingError` is thrown where a value is not allowed or a setting is fixed by now; then nothing is changed.
  public func change(to new: TrainingSettings) throws(TrainingError) {
    if let fault = new.faults().first { throw .setting(fault) }
    let fixed = new.fixedDifferences(from: settings)
    guard fixed.isEmpty else { throw .fixedWhileTraining(fixed) }
    settings = new
  }

  /// Has the next mini-batch learn at another rate; the schedule goes on from it, in proportion.
  ///
  /// `TrainingError` is thrown where the rate is not allowed; then nothing is changed.
  public func change(learningRate rate: Double) throws(TrainingError) {
    let isEpochDone = state.batch >= batchesPerEpoch
    let position = Schedule.Position(
      epoch: state.epoch + (isEpochDone ? 1 : 0), of: settings.epochs, batch: isEpochDone ? 0 : state.batch,
      of: batchesPerEpoch)
    var new = settings
    (new.optimizer.learningRate, new.schedule) = settings.schedule.goingOn(
      with: rate, from: settings.optimizer.learningRate, at: position)
    try change(to: new)
    rateChanges.append(RateChange(epoch: state.epochs, batch: state.batch, learningRate: rate))
  }

  /// Stands where other processes have brought the same training.
  ///
  /// - Parameters:
  ///   - checkpoint: Where they have brought it.
  ///   - rateChanges: The learning rates that were set since it began.
  /// - Throws: `TrainingError` where the checkpoint is not of this training; then nothing is changed.
  public func take(_ checkpoint: TrainingCheckpoint, rateChanges: [RateChange]) throws(TrainingError) {
    if let fault = checkpoint.settings.faults().first { throw .setting(fault) }
    let fixed = checkpoint.settings.fixedDifferences(from: settings)
    guard fixed.isEmpty else { throw .fixedWhileTraining(fixed) }
    guard checkpoint.state.sampleCount == state.sampleCount else {
      throw .stateMismatch(of: "samples", expected: state.sampleCount, actual: checkpoint.state.sampleCount)
    }
    guard (0...batchesPerEpoch).contains(checkpoint.state.batch), checkpoint.state.firstEpoch == state.firstEpoch,
      checkpoint.state.epoch >= 0
    else { throw .stateMismatch(of: "mini-batches", expected: batchesPerEpoch, actual: checkpoint.state.batch) }
    try checkpoint.parameters.check(against: network)
    try checkpoint.best?.check(against: network)
    checkpoint.parameters.restore(to: network)
    (settings, state, bestParameters) = (checkpoint.settings, checkpoint.state, checkpoint.best)
    self.rateChanges = rateChanges
    standings = FallbackPoint(TrainingSnapshot(parameters: checkpoint.parameters, state: state))
  }

  /// Does the next piece of work, at most one mini-batch, and says what happened; nil when there is nothing left.
  ///
  /// Throws what the samples' source throws, and `NetworkError` where samples do not fit the network: training then
  /// stands where it stood. `Divergence` is thrown when the loss is no finite number any more: the network then has the
  /// parameters of the last epoch that gave a finite loss, and training stands there. `Stopped` is thrown where `goesOn` or
  /// `goesOnWithinBatch` says no: training then stands before the mini-batch, or before the end of the epoch, and the next
  /// call begins that anew, to the same bits.
  public func next() throws -> TrainingEvent? {
    if case .ready = phase {
      phase = .begun(nil)
      return .trainingBegin
    }
    if state.isComplete || state.epoch >= settings.epochs {
      guard case .begun(let lastRecord) = phase else { return nil }
      phase = .ended
      state.isComplete = true
      if settings.keep == .best { bestParameters?.restore(to: network) }
      return .completed(lastRecord)
    }
    let start = ContinuousClock.now
    defer { spent += ContinuousClock.now - start }
    return state.batch < batchesPerEpoch ? try trainBatch() : try endEpoch(since: start)
  }

  private func trainBatch() throws -> TrainingEvent {
    let index = state.batch
    let samples = try feed.samples(of: index, epoch: state.epochs)
    var optimizer = state.optimizer
    optimizer.settings = settings.optimizer
    optimizer.settings.learningRate = learningRate
    // The session lets go of its copy, so that the optimizer's moments are changed in place.
    let before = state.optimizer.settings
    state.optimizer = OptimizerState(before)
    let result: StepResult
    do {
      var draws = SeedPlan(seed: settings.seed).generator(for: .dropout, state.epochs, index)
      result = try network.trainStep(
        samples, settings, optimizer: &optimizer, seed: draws.next(), goesOn: goesOnWithinBatch)
    } catch {
      state.optimizer = optimizer
      if case NetworkError.step(.diverged) = error { throw diverge() }
      state.optimizer.settings = before
      if case NetworkError.step(.stopped) = error { throw Stopped() }
      throw error
    }
    state.optimizer = optimizer
    if index == 0 { standings.prove() }
    state.batch += 1
    state.sums.add(result, samples.targets)
    return .miniBatchEnd(epoch: state.epochs, index: index, of: batchesPerEpoch, loss: result.loss)
  }

  /// Has every process that shares the mini-batches know the whole state; to be called by all of them before it is read.
  public func gatherState() { network.gatherMoments(of: &state.optimizer) }

  private func endEpoch(since start: ContinuousClock.Instant) throws -> TrainingEvent {
    gatherState()
    let parameters = ParameterSnapshot(network)
    guard parameters.isFinite else { throw diverge() }
    let validations = try validation.map {
      try network.measure($0, tensor: settings.loss.tensor, loss: settings.lossKind, goesOn: goesOn)
    }
    guard validations.allSatisfy({ $0.loss.isFinite }) else { throw diverge() }
    let record = EpochRecord(state, settings, validations, took: spent + (ContinuousClock.now - start))
    state.epoch += 1
    state.batch = 0
    state.sums = TrainingState.Sums()
    spent = .zero - (ContinuousClock.now - start)
    if state.weigh(record, settings), settings.keep == .best { bestParameters = parameters }
    standings.note(TrainingSnapshot(parameters: parameters, state: state))
    phase = .begun(record)
    return .epochEnd(record)
  }

  /// Puts back the last parameters that gave a finite loss; gives what happened.
  private func diverge() -> Divergence {
    let rate = state.optimizer.settings.learningRate
    let divergence = Divergence(
      epoch: state.epochs + 1, batch: state.batch, step: state.optimizer.step, learningRate: rate,
      suggestedLearningRate: Divergence.suggestion(for: rate), keptEpochs: standings.proven.state.epochs)
    let proven = standings.fallBack()
    proven.parameters.restore(to: network)
    state = proven.state
    return divergence
  }
}

extension TrainingState.Sums {
  fileprivate mutating func add(_ result: StepResult, _ targets: Targets) {
    losses += Double(result.loss)
    batches += 1
    samples += targets.count
    hasClasses = targets.parts.contains { $0.loss == .crossEntropy }
    correct += result.correct
    lastLoss = result.loss
  }
}

extension EpochRecord {
  /// Describes the epoch that a training is at the end of.
  fileprivate init(
    _ state: TrainingState, _ settings: TrainingSettings, _ validations: [ValidationRecord], took duration: Duration
  ) {
    let sums = state.sums
    self.init(
      epoch: state.epochs + 1, learningRate: state.optimizer.settings.learningRate,
      trainLoss: Double(sums.lastLoss), trainLossMean: sums.losses / Double(max(1, sums.batches)),
      trainAccuracy: sums.hasClasses ? Double(sums.correct) / Double(max(1, sums.samples)) : nil,
      validations: validations, seconds: duration / .seconds(1), seed: settings.seed,
      miniBatchSize: settings.miniBatchSize, optimizer: settings.optimizer)
  }
}

extension TrainingState {
  /// Notes the best epoch, and ends the run when patience is over.
  ///
  /// - Returns: Whether this epoch is the best so far.
  fileprivate mutating func weigh(_ record: EpochRecord, _ settings: TrainingSettings) -> Bool {
    let (value, lessIsBetter) = record.value(of: settings.watched)
    let gain = best.map { lessIsBetter ? $0.value - value : value - $0.value } ?? .infinity
    let isBest = gain > (settings.earlyStop?.leastGain ?? 0)
    if isBest { best = Best(epoch: record.epoch, value: value) }
    if let stop = settings.earlyStop, let best, record.epoch - best.epoch >= stop.patience { isComplete = true }
    return isBest
  }
}
