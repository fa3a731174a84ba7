import Experiments
import Figures
import Networks
import RunStore
import Tensors
import Training

/// A training whose samples are ready: it goes from mini-batch to mini-batch, shows how far it is, and hands on the model
/// as it learns. It needs nothing of the session, so it may go on in another thread.
struct TrainingLoop {
  /// What it is to do.
  let plan: TrainingPlan
  /// What does it.
  let update: UpdateSession
  /// Writes checkpoints, where they are wanted.
  let checkpoints: CheckpointWriting?
  /// Writes the run down; nil for one that is not to be remembered.
  let recorder: RunRecorder?
  /// Takes the model as it stands: when the training ends, and after epochs where `handsOnEpochs`.
  let deliver: (NetworkModel) -> Void
  /// Whether somebody wants the model after epochs, too, though not oftener than ten times a second.
  var handsOnEpochs: () -> Bool = { false }
  /// Told after every epoch how many the model has, and its mean loss.
  var progressed: (_ epochs: Int, _ loss: Double) -> Void = { _, _ in }
  /// Puts off what a training that was stopped draws and writes down, until the reader has the answer.
  var postpone: (@escaping () -> Void) -> Void = { $0() }

  /// Trains to the end, or until the reader stops it.
  ///
  /// - Throws: `ExperimentError` where a checkpoint cannot be written or the loss grows beyond numbers, `Interruption` where the
  ///   reader stopped it. What was learnt until then is kept, but for the epoch in which the loss left the numbers.
  func run(on stage: Stage) throws {
    var progress = TrainingProgress(plan: plan, batchesPerEpoch: update.batchesPerEpoch)
    let live = stage.live()
    do {
      try learn(&progress, live, stage)
    } catch let divergence as Divergence {
      throw give(up: divergence, &progress, live)
    } catch let error as ExperimentError where progress.isUnderWay {
      keep(progress, as: .failed)
      live.finish(TrainingView(progress: progress, ending: .interrupted).rendering)
      throw progress.telling(error)
    } catch {
      recorder?.end(progress, model: nil, as: .failed)
      throw error
    }
    progress.note(ending: update)
    guard update.state.isComplete else {
      let showStop = { [progress] in live.finish(TrainingView(progress: progress, ending: .interrupted).rendering) }
      // A figure that is on the page is replaced where it stands, whenever that comes.
      if live.isShown { postpone(showStop) } else { showStop() }
      pause(progress)
      throw Interruption.training(model: plan.model.name, progress.place)
    }
    keep(progress, as: .finished)
    live.finish(TrainingView(progress: progress, ending: .finished).rendering)
  }

  /// Goes from mini-batch to mini-batch.
  private func learn(_ progress: inout TrainingProgress, _ live: LiveDisplay, _ stage: Stage) throws {
    var lastDelivery = ContinuousClock.now
    update.goesOn = stage.goesOn
    let goesOn = stage.goesOnWithinStep
    var isUnderWay = false
    // The first mini-batch is done whatever comes: what is paused has learnt something.
    update.goesOnWithinBatch = { !isUnderWay || goesOn() }
    while let event = try next() {
      progress.take(event)
      isUnderWay = progress.isUnderWay
      if plan.training.options.logsBatches { stage.print(EventLine(event: event).text + "\n") }
      if case .epochEnd(let record) = event {
        progressed(progress.records.count, record.trainLossMean)
        if let checkpoints, checkpoints.isDue(after: record.epoch) {
          try checkpoints.write(model(progress), epoch: record.epoch)
          progress.noteCheckpoint(checkpoints.path(of: plan.model.name, epoch: record.epoch))
        }
        if handsOnEpochs(), .now - lastDelivery >= .milliseconds(100) {
          deliver(model(progress))
          lastDelivery = .now
        }
      }
      recorder?.note(progress) { model(progress) }
      if stage.isInterrupted, progress.isUnderWay { return }
      live.update { TrainingView(progress: progress).rendering }
    }
  }

  /// The next event; nil also where the reader stopped it in the midst of a mini-batch or of measuring.
  private func next() throws -> TrainingEvent? {
    do {
      return try update.next()
    } catch is Stopped {
      return nil
    } catch let error as NetworkError {
      throw ExperimentError.model(.network(plan.model.name, error))
    }
  }

  /// Keeps what is left of a training whose loss left the numbers; gives what is to be told.
  private func give(
    up divergence: Divergence, _ progress: inout TrainingProgress, _ live: LiveDisplay
  ) -> ExperimentError {
    progress.keep(epochs: divergence.keptEpochs)
    // Nothing of this training is left: the model stays as it was, also where from=start would have cost its past.
    let isUnchanged = divergence.keptEpochs <= progress.epochsBefore
    if isUnchanged {
      recorder?.end(progress, model: nil, as: .failed)
    } else {
      keep(progress, as: .failed, isStopped: false)
    }
    live.finish(TrainingView(progress: progress, ending: .diverged).rendering)
    return ExperimentError.model(.diverged(model: plan.model.name, divergence, isUnchanged: isUnchanged))
  }

  /// The model with what was learnt so far.
  func model(_ progress: TrainingProgress, isStopped: Bool = true) -> NetworkModel {
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
    model.learnt = plan.learnt
    return model
  }

  /// Hands on what a training that was stopped has learnt; it is written down when the reader has the answer.
  private func pause(_ progress: TrainingProgress) {
    let model = model(progress)
    deliver(model)
    guard let recorder else { return }
    postpone { recorder.end(progress, model: model, as: .paused) }
  }

  /// Hands on what was learnt, and writes it down.
  private func keep(_ progress: TrainingProgress, as state: Run.State, isStopped: Bool = true) {
    let model = model(progress, isStopped: isStopped)
    deliver(model)
    recorder?.end(progress, model: model, as: state)
  }
}
