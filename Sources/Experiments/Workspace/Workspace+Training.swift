import Foundation
import Training

extension Workspace {
  /// Trains a model to the end, or until the observer stops it. Statements of other shells come in meanwhile, and see the
  /// model as of its last epoch.
  ///
  /// - Parameters:
  ///   - training: The training.
  ///   - observer: Who looks on at the job.
  /// - Throws: `ExperimentError`, `Interruption`; `RunDiagnostic.atWork` where the model is in training already.
  public func train(_ training: ModelTraining, for observer: (TrainingJob) -> any TrainingObserver) throws {
    let (plan, jobs) = (training.plan, jobs)
    let job = jobs.add(ofCell: plan.model.name, statement: plan.statement)
    job.note(epochs: plan.model.training.records.count, loss: plan.model.training.records.last?.trainLossMean)
    do throws(CatalogueError) { try catalogue.begin(job) } catch {
      jobs.remove(job)
      throw ExperimentError(error)
    }
    defer {
      jobs.remove(job)
      catalogue.end(job, with: training.learnt)
      let before = plan.model.training.records.last?.epoch ?? 0
      samplesLearnt += plan.on.count * (training.learnt?.training.records.count { $0.epoch > before } ?? 0)
      for change in training.checkpoints?.replaced.take() ?? [] {
        undo.record(change.id, for: plan.statement, told: change.told)
      }
      for work in training.postponed { agenda.postpone(work) }
    }
    let onlooker = observer(job)
    try stepOut {
      try job.follow {
        try training.run(as: job, handsOnEpochs: { jobs.hasOnlookers }, for: onlooker)
      } tell: {
        onlooker.tell($0)
      }
    }
  }

  /// Begins a training in the background.
  ///
  /// - Parameters:
  ///   - training: The training; it belongs to another thread from now on.
  ///   - observer: Who looks on at the job.
  /// - Returns: The job.
  /// - Throws: `RunDiagnostic.atWork`; no job has begun then.
  public func begin(
    _ training: ModelTraining, for observer: (TrainingJob) -> any TrainingObserver
  ) throws(ExperimentError) -> TrainingJob {
    let model = training.plan.model
    let job = jobs.add(
      model: model.name, statement: training.plan.statement,
      replaced: training.checkpoints?.replaced ?? ReplacedFiles())
    try ExperimentError.converting { () throws(CatalogueError) in try catalogue.begin(job) }
    job.note(epochs: model.training.records.count, loss: model.training.records.last?.trainLossMean)
    // The thread alone touches them from now on.
    nonisolated(unsafe) let (training, onlooker) = (training, observer(job))
    let thread = Thread {
      try? job.follow {
        defer { for work in training.postponed { work() } }
        try training.run(as: job, handsOnEpochs: { true }, for: onlooker)
      } tell: {
        onlooker.tell($0)
      }
    }
    thread.name = "whet-job-\(job.number ?? 0)"
    thread.stackSize = 16 << 20
    thread.start()
    return job
  }
}

extension ModelTraining {
  /// Does all of a training that needs the workspace: what comes out goes on without it.
  ///
  /// - Parameters:
  ///   - plan: What it is to do.
  ///   - workspace: Where it is done.
  ///   - signal: Stops the reading of samples.
  ///   - isRecorded: Whether it is written down among the runs, and writes checkpoints.
  ///   - replacesFiles: Whether a checkpoint may take the place of a file that Whet did not write.
  ///   - ranks: What trains in the place of this process; nil where it trains itself.
  /// - Throws: `ExperimentError` where a photo cannot be read, or the network cannot be trained on it, `Interruption`.
  public convenience init(
    _ plan: TrainingPlan, in workspace: Workspace, signal: any StopSignal, isRecorded: Bool = true,
    replacesFiles: Bool = false, ranks: RankRunner? = nil
  ) throws {
    let parts = try TrainableParts(of: plan.model)
    let wanted = isRecorded ? plan.training.options.checkpoint : nil
    let checkpoints = wanted.map {
      CheckpointWriter(
        every: $0, files: workspace.files, written: workspace.undo.written, statement: plan.statement,
        replacesFiles: replacesFiles)
    }
    let before = plan.state?.firstEpoch ?? 0
    try checkpoints?.prepare(for: plan.model, epochs: before + 1...before + max(1, plan.settings.epochs))
    var task = try plan.task(parts, workspace.inference(signal))
    if let ranks { task.driver = try ranks.driver(of: plan, task) }
    let recorder = isRecorded ? try RunRecorder(plan, in: RunHistory(workspace)) : nil
    self.init(plan, task, checkpoints: checkpoints, recorder: recorder)
  }
}
