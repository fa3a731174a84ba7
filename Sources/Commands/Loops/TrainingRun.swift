import Experiments
import Networks
import Tensors
import Training

/// A training at work: features, mini-batches, the picture on the page, and what is kept of it.
struct TrainingRun {
  /// What it is to do.
  let plan: TrainingPlan
  /// Where the model lives.
  let workspace: Workspace
  /// Where the reader looks on.
  let stage: Stage

  /// Whether it is written down among the runs.
  var isRecorded = true
  /// Whether a checkpoint may take the place of a file that Whet did not write.
  var replacesFiles = false

  /// Trains to the end, or until the reader stops it. Statements of other shells come in meanwhile, and see the model as of
  /// its last epoch.
  ///
  /// - Throws: as `ready`, and as `TrainingLoop.run`.
  func run() throws {
    let (ready, jobs, catalogue) = (try ready(), workspace.jobs, workspace.catalogue)
    let job = jobs.add(ofCell: plan.model.name, statement: plan.statement)
    job.note(epochs: plan.model.history.count, loss: plan.model.history.last?.trainLossMean)
    do throws(CatalogueError) { try catalogue.begin(job) } catch {
      jobs.remove(job)
      throw ExperimentError(error)
    }
    var learnt: NetworkModel?
    var postponed: [() -> Void] = []
    let deliver = { (model: NetworkModel) in
      learnt = model
      job.hand(on: model)
    }
    let learning = TrainingLoop(
      plan: plan, update: ready.update, checkpoints: ready.checkpoints, recorder: ready.recorder, deliver: deliver,
      handsOnEpochs: { jobs.hasOnlookers }, progressed: job.note, postpone: { postponed.append($0) })
    defer {
      jobs.remove(job)
      catalogue.end(job, with: learnt)
      if let learnt { count(learnt) }
      for change in learning.checkpoints?.replaced.take() ?? [] {
        workspace.undo.record(change.id, for: plan.statement, told: change.told)
      }
      for work in postponed { workspace.agenda.postpone(work) }
    }
    try workspace.stepOut {
      try job.follow({ try learning.run(on: stage.stage(of: job)) }, tell: Sentences.interruption)
    }
  }

  /// Does all that needs the session: what comes out goes on without it.
  ///
  /// - Throws: `ExperimentError` where a photo cannot be read, or the network cannot be trained on it.
  func ready() throws -> TrainingLoop {
    let parts = try TrainableParts(of: plan.model)
    let wanted = isRecorded ? plan.training.options.checkpoint : nil
    let checkpoints = wanted.map {
      CheckpointWriting(
        every: $0, files: workspace.files, written: workspace.undo.written, statement: plan.statement,
        replacesFiles: replacesFiles)
    }
    let before = plan.state?.firstEpoch ?? 0
    try checkpoints?.prepare(for: plan.model, epochs: before + 1...before + max(1, plan.settings.epochs))
    let update = try prepare(parts)
    return TrainingLoop(
      plan: plan, update: update, checkpoints: checkpoints,
      recorder: isRecorded ? try RunRecorder(plan, in: workspace) : nil, deliver: { _ in })
  }

  private func prepare(_ parts: TrainableParts) throws -> UpdateSession {
    let source = try samples(plan.on, ways: plan.augmentation, outputs: plan.outputs, parts)
    let validation = try plan.validate.map { selection in
      let labels = selection.labels
      let truths = { plan.on.truths + selection.truths }
      let own =
        plan.model.isRegressor
        ? [] : Array(try plan.model.claiming(plan.on.labels + labels, truths: truths).outputs.suffix(labels.count))
      return ValidationSet(
        name: selection.text, source: try samples(selection, ways: [], outputs: own, parts))
    }
    do {
      return try UpdateSession(
        network: Network(parts.tail, threads: plan.training.options.threads), settings: plan.settings,
        state: plan.state, best: plan.best, source: source, validation: validation)
    } catch let error as TrainingError {
      throw ExperimentError.model(.training(plan.model.name, error))
    } catch let error as NetworkError {
      throw ExperimentError.model(.network(plan.model.name, error))
    }
  }

  /// Samples as the trainable part reads them, with the outputs of their classes.
  private func samples(
    _ selection: Selection, ways: [Augmentation], outputs: [Int], _ parts: TrainableParts
  ) throws -> any SampleSource {
    if plan.model.isRegressor {
      let numbers = try plan.model.numbers(selection.truths, of: selection.text)
      switch try workspace.inference(stage).featureRows(of: selection, through: parts) {
      case .kept(let features):
        return try InMemorySamples(inputs: [parts.boundary: parts.shaped(features)], targets: .values(numbers))
      case .table(let table, let trunk): return try parts.samples(of: table, targets: .values(numbers), through: trunk)
      }
    }
    let targets = Self.targets(selection, outputs)
    let hasTrunk = !parts.trunk.definition.layers.isEmpty
    let variation = PhotoVariation(ways: ways, seeds: SeedPlan(seed: plan.settings.seed))
    switch selection {
    case .table(let table) where !hasTrunk:
      try parts.checkFits(table)
      return try parts.samples(of: table, targets: .classes(targets))
    case .photos(let photos) where !hasTrunk || !ways.allSatisfy(\.isFlip):
      // Machines and pictures of its own: the training may go on in another thread.
      let shelf = FeatureCache()
      shelf.photos.capacity = workspace.shelf.photos.capacity
      try shelf.check(photos.photos, for: parts.trunk) { _, _ in !stage.isInterrupted }
      return StreamedPhotos(
        input: parts.boundary, shape: parts.boundaryShape, photos: photos.photos, targets: targets,
        extractor: parts.trunk, variation: variation, shelf: shelf)
    default:
      let variants = try Augmentation.variants(of: ways).map { variant in
        try workspace.inference(stage).featureRows(of: selection, variant: variant, through: parts)
      }
      if case .table(let table, let trunk)? = variants.first {
        return try parts.samples(of: table, targets: .classes(targets), through: trunk)
      }
      let tensors = variants.compactMap { if case .kept(let features) = $0 { parts.shaped(features) } else { nil } }
      return VariedFeatures(input: parts.boundary, variants: tensors, targets: targets, variation: variation)
    }
  }

  /// The output of each sample's class.
  private static func targets(_ selection: Selection, _ outputs: [Int]) -> [Int] {
    let index = LabelIndex(selection.labels)
    return selection.truths.map { label in index.position(of: label).map { outputs[$0] } ?? 0 }
  }

  /// Counts the samples that were learnt from.
  private func count(_ model: NetworkModel) {
    let new = model.history.count { $0.epoch > plan.model.history.last?.epoch ?? 0 }
    workspace.samplesLearnt += new * plan.on.count
  }
}
