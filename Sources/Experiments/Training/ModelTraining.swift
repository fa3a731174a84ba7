import Networks
import RunStore
public import Training

/// A training of a model whose samples are ready: shows an observer how far it is, hands on the model as it learns, writes
/// checkpoints and the record of the run. It needs nothing of the workspace, so it may go on in another thread; it belongs
/// to one thread at a time.
public final class ModelTraining {
  /// What it is to do.
  public let plan: TrainingPlan
  /// What does it.
  public let task: TrainingTask
  /// The model as it stands when the training has ended; nil where nothing was learnt.
  public private(set) var learnt: NetworkModel?
  /// What a training that was stopped puts off until the user has the answer, in order.
  public private(set) var postponed: [() -> Void] = []
  /// Its number among the runs that are written down; nil where it is not.
  public var run: Int? { recorder?.run.map { Int($0) } }
  /// Writes checkpoints, where they are wanted.
  let checkpoints: CheckpointWriter?
  private let recorder: RunRecorder?

  /// Puts it together; without a recorder it is not remembered.
  init(_ plan: TrainingPlan, _ task: TrainingTask, checkpoints: CheckpointWriter?, recorder: RunRecorder?) {
    (self.plan, self.task, self.checkpoints, self.recorder) = (plan, task, checkpoints, recorder)
  }

  /// Trains to the end, or until the observer stops it.
  ///
  /// - Parameters:
  ///   - job: What the model is handed on to when the training ends, and after epochs where `handsOnEpochs`.
  ///   - handsOnEpochs: Whether somebody wants the model after epochs, too, though not oftener than ten times a second.
  ///   - observer: Who looks on.
  /// - Throws: `ExperimentError` where a checkpoint cannot be written or the loss grows beyond numbers, `Interruption` where it
  ///   was stopped. What was learnt until then is kept, but for the epoch in which the loss left the numbers.
  func run(as job: TrainingJob, handsOnEpochs: () -> Bool, for observer: any TrainingObserver) throws {
    var progress = TrainingProgress(plan: plan, batchesPerEpoch: task.update.batchesPerEpoch)
    let ending: TrainingEnding
    do {
      ending = try learn(&progress, job, handsOnEpochs, observer)
    } catch let error as ExperimentError where progress.isUnderWay {
      keep(progress, as: .failed, for: job)
      observer.showEnd(.stopped, progress)?()
      throw progress.telling(error)
    } catch {
      recorder?.end(progress, model: nil, as: .failed)
      throw error
    }
    switch ending {
    case .finished(_, let keptEpoch):
      // Where another epoch's weights were kept, the loss of the last says nothing of them.
      progress.rise = keptEpoch == nil ? LossRise(progress) : nil
      progress.rise?.failedRate = recorder?.leastFailedRate()
      let failed = progress.rise.flatMap { $0.hasFailed ? $0.learningRate : nil }
      keep(progress, as: .finished, failedRate: failed, for: job)
    case .stopped:
      // What was asked for in the mini-batch that was dropped holds when the training goes on.
      try changeRate(&progress, job)
      if let show = observer.showEnd(ending, progress) { postponed.append(show) }
      let model = model(progress)
      hand(on: model, to: job)
      if let recorder { postponed.append { [progress] in recorder.end(progress, model: model, as: .paused) } }
      throw Interruption.training(model: plan.model.name, progress.place)
    case .diverged(var divergence):
      divergence.avoid(recorder?.leastFailedRate())
      progress.keep(epochs: divergence.keptEpochs)
      // Nothing of this training is left: the model stays as it was, also where from=start would have cost its past.
      let isUnchanged = divergence.keptEpochs <= progress.epochsBefore
      if isUnchanged {
        recorder?.end(progress, model: nil, as: .failed, failedRate: divergence.learningRate)
      } else {
        keep(progress, as: .failed, isStopped: false, failedRate: divergence.learningRate, for: job)
      }
      observer.showEnd(ending, progress)?()
      throw ExperimentError.model(
        .diverged(
          model: plan.model.name, divergence, isUnchanged: isUnchanged, hasUnevenColumns: plan.outweighing != nil))
    }
    observer.showEnd(ending, progress)?()
  }

  /// Goes from mini-batch to mini-batch.
  private func learn(
    _ progress: inout TrainingProgress, _ job: TrainingJob, _ handsOnEpochs: () -> Bool,
    _ observer: any TrainingObserver
  ) throws -> TrainingEnding {
    var lastDelivery = ContinuousClock.now
    var isUnderWay = false
    task.update.goesOn = observer.signal.goesOn
    let goesOn = observer.signal.goesOnWithinStep
    // The first mini-batch is done whatever comes: what is paused has learnt something.
    task.update.goesOnWithinBatch = { !isUnderWay || goesOn() }
    var hasBegun = false
    return try task.run { event in
      progress.take(event)
      progress.ranks = task.driver?.status
      isUnderWay = progress.isUnderWay
      if event != .trainingBegin || !hasBegun { observer.note(event) }
      hasBegun = true
      if case .epochEnd(let record) = event {
        job.note(epochs: progress.records.count, loss: record.trainLossMean)
        if let checkpoints, checkpoints.isDue(after: record.epoch) {
          try checkpoints.write(model(progress), epoch: record.epoch)
          progress.noteCheckpoint(checkpoints.path(of: plan.model.name, epoch: record.epoch))
        }
        if handsOnEpochs(), .now - lastDelivery >= .milliseconds(100) {
          hand(on: model(progress), to: job)
          lastDelivery = .now
        }
      }
      try changeRate(&progress, job)
      recorder?.note(progress) { model(progress) }
      if observer.signal.isInterrupted, isUnderWay { return false }
      observer.show(progress)
      return true
    }
  }

  /// Sets the learning rate that was asked for, and takes note of those that were set.
  private func changeRate(_ progress: inout TrainingProgress, _ job: TrainingJob) throws(TrainingError) {
    if let rate = job.takeLearningRate(), !task.update.state.isComplete {
      try task.change(learningRate: rate)
    }
    guard progress.rateChanges != task.update.rateChanges else { return }
    progress.rateChanges = task.update.rateChanges
    recorder?.note(progress.rateChanges)
  }

  /// The model with what was learnt so far.
  private func model(_ progress: TrainingProgress, isStopped: Bool = true) -> NetworkModel {
    let update = task.update
    var model = plan.model
    for key in update.network.trainableParameters {
      if let tensor = update.network[parameter: key] { model.definition.setParameter(key, to: tensor) }
    }
    model.outputs.classes = plan.classes
    model.training.records = progress.records
    model.training.position =
      isStopped && !update.state.isComplete
      ? .stopped(update.state, best: update.bestParameters) : .ended(update.state)
    model.training.last = last
    model.training.learnt = plan.learnt
    return model
  }

  /// How the model was trained, with the learning rate that was set last.
  private var last: NetworkModel.LastTraining {
    var last = plan.training
    last.options.ranks?.job = task.driver?.job
    let changes = (plan.isResuming ? last.rateChanges ?? [] : []) + task.update.rateChanges
    guard !changes.isEmpty else { return last }
    last.settingsBefore = (plan.isResuming ? last.settingsBefore : nil) ?? last.settings
    last.settings.optimizer.learningRate = task.update.settings.optimizer.learningRate
    last.settings.schedule = task.update.settings.schedule
    last.rateChanges = changes
    return last
  }

  /// Hands on what was learnt, and writes it down.
  private func keep(
    _ progress: TrainingProgress, as state: Run.State, isStopped: Bool = true, failedRate: Double? = nil,
    for job: TrainingJob
  ) {
    let model = model(progress, isStopped: isStopped)
    hand(on: model, to: job)
    recorder?.end(progress, model: model, as: state, failedRate: failedRate)
  }

  private func hand(on model: NetworkModel, to job: TrainingJob) {
    learnt = model
    job.hand(on: model)
  }
}

/// Who looks on while a model is trained, and may stop it.
public protocol TrainingObserver {
  /// Asked whether to stop.
  var signal: any StopSignal { get }

  /// Takes note of an event.
  func note(_ event: TrainingEvent)

  /// Shows how far the training is.
  func show(_ progress: TrainingProgress)

  /// Shows how the training ended.
  ///
  /// - Returns: What can wait until the user has the answer; nil where all is done.
  func showEnd(_ ending: TrainingEnding, _ progress: TrainingProgress) -> (() -> Void)?

  /// What is to be said of a training that was stopped or failed; nil where the cell says it.
  func tell(_ error: any Error) -> String?
}
