import Figures
import Networks
import Tensors
import Training

/// A training at work: features, mini-batches, the picture on the page, and what is kept of it.
struct TrainingRun {
  /// What it is to do.
  let plan: TrainingPlan
  /// Where the model lives.
  let session: Session
  /// Where the reader looks on.
  let stage: Stage

  /// Trains to the end, or until the reader stops it.
  ///
  /// - Throws: `Fault` where a photo cannot be read, a checkpoint not be written or the loss grows beyond numbers,
  ///   `Interruption` where the reader stopped it. What was learnt until then is kept, but for the epoch in which the loss
  ///   left the numbers.
  func run() throws {
    let parts = try TrainableParts(of: plan.model.definition, source: plan.model.source)
    let checkpoints = plan.training.options.checkpoint.map { CheckpointWriting(every: $0, files: session.files) }
    try checkpoints?.prepare(for: plan.model)
    let update = try prepare(parts)
    // Not at the end: whoever interrupts should not have to wait until all samples are read again.
    let fingerprint = Session.fingerprint(plan.on)
    var progress = TrainingProgress(plan: plan, batchesPerEpoch: update.batchesPerEpoch)
    let live = stage.live()
    do {
      try learn(update, &progress, checkpoints, live)
    } catch let divergence as Divergence {
      throw give(up: update, &progress, divergence, fingerprint, live)
    } catch let fault as Fault where progress.isUnderWay {
      keep(update, progress, fingerprint)
      live.finish(TrainingView(progress: progress, ending: .interrupted).rendering)
      throw progress.telling(fault)
    }
    progress.note(ending: update)
    keep(update, progress, fingerprint)
    guard update.state.isComplete else {
      live.finish(TrainingView(progress: progress, ending: .interrupted).rendering)
      throw Interruption(remark: progress.whereItStopped)
    }
    live.finish(TrainingView(progress: progress, ending: .finished).rendering)
  }

  /// Goes from mini-batch to mini-batch.
  private func learn(
    _ update: UpdateSession, _ progress: inout TrainingProgress, _ checkpoints: CheckpointWriting?, _ live: LiveDisplay
  ) throws {
    while let event = try update.next() {
      progress.take(event)
      if plan.training.options.logsBatches { stage.print(EventLine(event: event).text + "\n") }
      if case .epochEnd(let record) = event, let checkpoints, checkpoints.isDue(after: record.epoch) {
        try checkpoints.write(model(after: update, progress), epoch: record.epoch)
        progress.noteCheckpoint(checkpoints.path(of: plan.model.name, epoch: record.epoch))
      }
      if stage.isInterrupted, progress.isUnderWay { return }
      live.update { TrainingView(progress: progress).rendering }
    }
  }

  /// Keeps what is left of a training whose loss left the numbers; gives what is to be told.
  private func give(
    up update: UpdateSession, _ progress: inout TrainingProgress, _ divergence: Divergence, _ fingerprint: String,
    _ live: LiveDisplay
  ) -> Fault {
    progress.keep(epochs: divergence.keptEpochs)
    // Nothing of this training is left: the model stays as it was, also where from=start would have cost its past.
    let isUnchanged = divergence.keptEpochs <= progress.epochsBefore
    if !isUnchanged { keep(update, progress, fingerprint, isStopped: false) }
    live.finish(TrainingView(progress: progress, ending: .diverged).rendering)
    return Fault(.diverged(model: plan.model.name, divergence, isUnchanged: isUnchanged))
  }

  private func prepare(_ parts: TrainableParts) throws -> UpdateSession {
    let source = try samples(plan.on, ways: plan.augmentation, outputs: plan.outputs, parts)
    let validation = try plan.validate.map { selection in
      let labels = selection.labels
      let own =
        plan.model.isRegressor
        ? [] : Array(try plan.model.claiming(plan.on.labels + labels).outputs.suffix(labels.count))
      return ValidationSet(
        name: selection.text, source: try samples(selection, ways: [], outputs: own, parts))
    }
    do {
      return try UpdateSession(
        network: Network(parts.tail, threads: plan.training.options.threads), settings: plan.settings,
        state: plan.state, best: plan.best, source: source, validation: validation)
    } catch let error as TrainingError {
      throw Fault(.training(plan.model.name, error))
    } catch let error as NetworkError {
      throw Fault(.network(plan.model.name, error))
    }
  }

  /// Samples as the trainable part reads them, with the outputs of their classes.
  private func samples(
    _ selection: Selection, ways: [Augmentation], outputs: [Int], _ parts: TrainableParts
  ) throws -> any SampleSource {
    if plan.model.isRegressor {
      let features = parts.shaped(try session.features(of: selection, variant: .original, through: parts, stage: stage))
      return try InMemorySamples(
        inputs: [parts.boundary: features], targets: .values(plan.model.numbers(selection.truths, of: selection.text)))
    }
    let targets = Self.targets(selection, outputs)
    let hasTrunk = !parts.trunk.definition.layers.isEmpty
    let variation = PhotoVariation(ways: ways, seeds: SeedPlan(seed: plan.settings.seed))
    switch selection {
    case .table(let table) where !hasTrunk:
      try parts.checkFits(table)
      return TableSamples(input: parts.boundary, shape: parts.boundaryShape, selection: table, targets: targets)
    case .photos(let photos) where !hasTrunk || !ways.allSatisfy(\.isFlip):
      try session.shelf.check(photos.photos) { _, _ in !stage.isInterrupted }
      return StreamedPhotos(
        input: parts.boundary, shape: parts.boundaryShape, photos: photos.photos, targets: targets,
        extractor: parts.trunk, variation: variation, shelf: session.shelf)
    default:
      let tensors = try Augmentation.variants(of: ways).map { variant in
        parts.shaped(try session.features(of: selection, variant: variant, through: parts, stage: stage))
      }
      return VariedFeatures(input: parts.boundary, variants: tensors, targets: targets, variation: variation)
    }
  }

  /// The output of each sample's class.
  private static func targets(_ selection: Selection, _ outputs: [Int]) -> [Int] {
    let labels = selection.labels
    let places = Dictionary(zip(labels, outputs), uniquingKeysWith: { first, _ in first })
    return selection.truths.map { label in
      places[label] ?? LabelSpelling.position(of: label, in: labels).map { outputs[$0] } ?? 0
    }
  }

  /// The model with what was learnt so far.
  private func model(
    after update: UpdateSession, _ progress: TrainingProgress, isStopped: Bool = true
  ) -> NetworkModel {
    var model = plan.model
    for key in update.network.trainableParameters {
      if let tensor = update.network[parameter: key] { model.definition.setParameter(key, to: tensor) }
    }
    model.classes = plan.classes
    model.history = progress.records
    model.state = update.state
    model.isStopped = isStopped && !update.state.isComplete
    model.best = model.isStopped ? update.bestParameters : nil
    model.lastTraining = plan.training
    return model
  }

  /// Puts what was learnt into the session.
  private func keep(
    _ update: UpdateSession, _ progress: TrainingProgress, _ fingerprint: String, isStopped: Bool = true
  ) {
    let model = model(after: update, progress, isStopped: isStopped)
    session.models[model.name] = .network(model)
    session.write(down: model, plan: plan, fingerprint: fingerprint, progress: progress)
  }
}
