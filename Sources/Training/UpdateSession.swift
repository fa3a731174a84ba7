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

  /// Asked while the end of an epoch is measured, which may take many times as long as a mini-batch.
  public var goesOn: () -> Bool = { true }
  /// Asked within a mini-batch, many times.
  public var goesOnWithinBatch: () -> Bool = { true }

  private let source: any SampleSource
  private let validation: [ValidationSet]
  private let batches: Batches
  private var order: (epoch: Int, places: [Int])?
  private var hasBegun = false
  private var hasEnded = false
  private var lastRecord: EpochRecord?
  private var spent = Duration.zero
  /// Parameters known to give a finite loss, or the first ones; and those of the last epoch's end, not yet known to.
  private var proven: Standing, unproven: Standing

  /// Parameters, and the state of training that belongs to them.
  private struct Standing {
    let parameters: ParameterSnapshot
    let state: TrainingState
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
    batches = Batches(
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
    self.source = source
    self.validation = validation
    bestParameters = best
    proven = Standing(parameters: ParameterSnapshot(network), state: state)
    unproven = proven
  }

  /// How many mini-batches an epoch has.
  public var batchesPerEpoch: Int { batches.count }

  /// The learning rate of the next mini-batch.
  public var learningRate: Double {
    settings.schedule.learningRate(
      settings.optimizer.learningRate,
      at: Schedule.Position(epoch: state.epoch, of: settings.epochs, batch: state.batch, of: batches.count))
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

  /// Does the next piece of work, at most one mini-batch, and says what happened; nil when there is nothing left.
  ///
  /// Throws what the samples' source throws, and `NetworkError` where samples do not fit the network: training then
  /// stands where it stood. `Divergence` is thrown when the loss is no finite number any more: the network then has the
  /// parameters of the last epoch that gave a finite loss, and training stands there. `Stopped` is thrown where `goesOn` or
  /// `goesOnWithinBatch` says no: training then stands before the mini-batch, or before the end of the epoch, and the next
  /// call begins that anew, to the same bits.
  public func next() throws -> TrainingEvent? {
    if !hasBegun {
      hasBegun = true
      return .trainingBegin
    }
    if state.isComplete || state.epoch >= settings.epochs { return complete() }
    let start = ContinuousClock.now
    defer { spent += ContinuousClock.now - start }
    return state.batch < batches.count ? try trainBatch() : try endEpoch(since: start)
  }

  private func trainBatch() throws -> TrainingEvent {
    let index = state.batch
    let places = placesOfEpoch()
    let samples = try source.samples(at: batches.indices(batch: index, in: places), epoch: state.epochs)
    for ahead in index == 0 ? [1, 2] : [2] where index + ahead < batches.count {
      source.prepare(batches.indices(batch: index + ahead, in: places))
    }
    var optimizer = state.optimizer
    optimizer.settings = settings.optimizer
    optimizer.settings.learningRate = learningRate
    // The session lets go of its copy, so that the optimizer's moments are changed in place.
    let before = state.optimizer.settings
    state.optimizer = OptimizerState(before)
    let result: StepResult
    do {
      result = try step(samples, &optimizer)
    } catch {
      state.optimizer = optimizer
      if case NetworkError.step(.diverged) = error { throw diverge() }
      state.optimizer.settings = before
      if case NetworkError.step(.stopped) = error { throw Stopped() }
      throw error
    }
    state.optimizer = optimizer
    if index == 0 { proven = unproven }
    state.batch += 1
    state.sums.add(result, samples.targets)
    return .miniBatchEnd(epoch: state.epochs, index: index, of: batches.count, loss: result.loss)
  }

  private func step(_ samples: Samples, _ optimizer: inout OptimizerState) throws(NetworkError) -> StepResult {
    var draws = SeedPlan(seed: settings.seed).generator(for: .dropout, state.epochs, state.batch)
    let seed = draws.next()
    let targets = try targets(samples.targets)
    let loss = settings.computedLoss
    return switch samples.inputs {
    case .tensors(let tensors):
      try network.trainStep(
        inputs: tensors, targets: targets, loss: loss, optimizer: &optimizer, seed: seed,
        goesOn: goesOnWithinBatch)
    case .rows(let tensors, let rows):
      try network.trainStep(
        inputs: tensors, rows: rows, targets: targets, loss: loss, optimizer: &optimizer, seed: seed,
        goesOn: goesOnWithinBatch)
    case .images(let images):
      try network.trainStep(
        images: images, targets: targets, loss: loss, optimizer: &optimizer, seed: seed,
        goesOn: goesOnWithinBatch)
    }
  }

  /// The samples' targets as each loss wants them: all learn from the same.
  private func targets(_ targets: Targets) throws(NetworkError) -> Targets {
    guard let others = settings.otherLossKinds, !others.isEmpty, others.count == settings.loss.others.count else {
      return try encoded(targets, for: settings.lossKind, at: settings.loss.tensor)
    }
    var parts = [try encoded(targets, for: settings.lossKind, at: settings.loss.tensor)]
    for (kind, loss) in zip(others, settings.loss.others) {
      parts.append(try encoded(targets, for: kind, at: loss.tensor))
    }
    return .several(parts)
  }

  private func encoded(_ targets: Targets, for loss: Loss, at tensor: String?) throws(NetworkError) -> Targets {
    guard loss != .crossEntropy else { return targets }
    let shape = (tensor ?? network.definition.outputs.first).flatMap { network.shape(of: $0) }
    return try targets.encoded(for: loss, outputs: shape?.reduce(1, *) ?? 0)
  }

  private func endEpoch(since start: ContinuousClock.Instant) throws -> TrainingEvent {
    let parameters = ParameterSnapshot(network)
    guard parameters.isFinite else { throw diverge() }
    let validations = try validation.map {
      try network.measure($0, tensor: settings.loss.tensor, loss: settings.lossKind, goesOn: goesOn)
    }
    guard validations.allSatisfy({ $0.loss.isFinite }) else { throw diverge() }
    let record = record(validations, seconds: spent + (ContinuousClock.now - start))
    state.epoch += 1
    state.batch = 0
    state.sums = TrainingState.Sums()
    spent = .zero - (ContinuousClock.now - start)
    weigh(record, parameters)
    unproven = Standing(parameters: parameters, state: state)
    lastRecord = record
    return .epochEnd(record)
  }

  private func record(_ validations: [ValidationRecord], seconds: Duration) -> EpochRecord {
    let sums = state.sums
    return EpochRecord(
      epoch: state.epochs + 1, learningRate: state.optimizer.settings.learningRate,
      trainLoss: Double(sums.lastLoss), trainLossMean: sums.losses / Double(max(1, sums.batches)),
      trainAccuracy: sums.hasClasses ? Double(sums.correct) / Double(max(1, sums.samples)) : nil,
      validations: validations, seconds: seconds / .seconds(1), seed: settings.seed,
      miniBatchSize: settings.miniBatchSize, optimizer: settings.optimizer)
  }

  /// Notes the best epoch, and ends the run when patience is over.
  private func weigh(_ record: EpochRecord, _ parameters: ParameterSnapshot) {
    let (value, lessIsBetter) = record.value(of: settings.watched)
    let gain = state.best.map { lessIsBetter ? $0.value - value : value - $0.value } ?? .infinity
    if gain > (settings.earlyStop?.leastGain ?? 0) {
      state.best = TrainingState.Best(epoch: record.epoch, value: value)
      if settings.keep == .best { bestParameters = parameters }
    }
    if let stop = settings.earlyStop, let best = state.best, record.epoch - best.epoch >= stop.patience {
      state.isComplete = true
    }
  }

  private func complete() -> TrainingEvent? {
    if hasEnded { return nil }
    hasEnded = true
    state.isComplete = true
    if settings.keep == .best { bestParameters?.restore(to: network) }
    return .completed(lastRecord)
  }

  /// Puts back the last parameters that gave a finite loss; gives what happened.
  private func diverge() -> Divergence {
    let rate = state.optimizer.settings.learningRate
    let divergence = Divergence(
      epoch: state.epochs + 1, batch: state.batch, step: state.optimizer.step, learningRate: rate,
      suggestedLearningRate: Divergence.suggestion(for: rate), keptEpochs: proven.state.epochs)
    proven.parameters.restore(to: network)
    state = proven.state
    unproven = proven
    return divergence
  }

  private func placesOfEpoch() -> [Int] {
    if let order, order.epoch == state.epochs { return order.places }
    let places = batches.order(epoch: state.epochs)
    order = (state.epochs, places)
    return places
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
