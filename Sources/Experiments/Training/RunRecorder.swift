import Foundation
import Networks
import RunStore
import Training

/// Writes a training down while it goes on: its beginning at once, its epochs at most ten times a second, and now and then
/// the model itself, so that the end of the process at any moment costs little.
///
/// A store that cannot be written must not cost a training: what goes wrong here is not told. May be used from the thread
/// the training is on, one at a time.
public final class RunRecorder {
  /// The number of the run; nil where nothing can be written.
  let run: Int64?
  private let store: RunStore?
  private let keeper: ModelKeeper?
  private let begin: RunStart
  private var details: RunDetails
  private var written: Int
  private let start = ContinuousClock.now
  private var lastWriting = ContinuousClock.now
  private var lastKeeping = ContinuousClock.now

  /// How long epochs wait to be written, and how long a model waits to be kept.
  private static let writingInterval = Duration.milliseconds(100)
  private static let keepingInterval = Duration.seconds(1)
  /// Of how many runs the model before and after is held, so that they can be done again and compared.
  public static let runsHeld: Int64 = 50

  /// Begins a run.
  ///
  /// - Throws: `SourceError.table` where the samples of a table cannot be read back from their file.
  init(_ plan: TrainingPlan, in history: RunHistory) throws(ExperimentError) {
    store = history.store
    keeper = history.memory?.keeper
    details = RunDetails(training: plan.training)
    details.session = history.journal?.session
    details.isResuming = plan.isResuming
    details.samples = plan.on.count
    details.validationFingerprints = try plan.validate.map { (set) throws(ExperimentError) in
      try RunHistory.fingerprint(set)
    }
    written = plan.model.training.records.count
    let snapshot = try? keeper?.snapshot(of: .network(plan.model))
    details.before = snapshot?.description
    begin = RunStart(
      model: plan.model.name, command: plan.statement, settings: RunDetails.text(plan.settings),
      seed: plan.settings.seed, fingerprint: try RunHistory.fingerprint(plan.on), engine: Engine.name,
      place: history.memory?.place ?? "", details: details.text)
    run = try? store?.trainings.begin(begin)
    hold(snapshot)
  }

  /// Takes note of how far a training is; `model` makes the model as it stands.
  func note(_ progress: TrainingProgress, model: () -> NetworkModel) {
    let now = ContinuousClock.now
    if now - lastWriting >= Self.writingInterval {
      lastWriting = now
      write(progress.records)
    }
    guard now - lastKeeping >= Self.keepingInterval else { return }
    _ = try? keeper?.keep(.network(model()))
    // A model that takes long to keep is kept less often.
    let end = ContinuousClock.now
    lastKeeping = end + (end - now) * 20
  }

  /// Takes note of the learning rates that were set on the way.
  func note(_ changes: [RateChange]) {
    details.rateChanges = changes
    guard let store, let run else { return }
    try? store.trainings.set(details: details.text, of: run)
  }

  /// The least learning rate with which an earlier run of the model on the same samples failed, by the same optimizer; nil where
  /// none is written down.
  func leastFailedRate() -> Double? {
    guard let store, let run else { return nil }
    let runs = (try? store.trainings.runs(of: begin.model, in: begin.place, last: Int(Self.runsHeld))) ?? []
    return runs.compactMap { earlier -> Double? in
      guard earlier.id < run, earlier.start.fingerprint == begin.fingerprint,
        let details = RunDetails(earlier.start.details),
        details.isAdam == self.details.isAdam
      else { return nil }
      return details.failedRate
    }.min()
  }

  /// Ends a run: with all its epochs, and the model it came to.
  ///
  /// - Parameters:
  ///   - progress: How far it came.
  ///   - model: The model it came to; nil where nothing was learnt.
  ///   - state: How it ended.
  ///   - failedRate: The learning rate, where the loss has grown by it.
  func end(_ progress: TrainingProgress, model: NetworkModel?, as state: Run.State, failedRate: Double? = nil) {
    write(progress.records)
    details.failedRate = failedRate
    guard let store, let run else { return }
    if let model, let snapshot = try? keeper?.keep(.network(model)) {
      details.after = snapshot.description
      hold(snapshot)
    }
    details.seconds = (ContinuousClock.now - start).seconds
    try? store.trainings.set(details: details.text, of: run)
    _ = try? store.trainings.set(state, of: run)
  }

  private func write(_ records: [EpochRecord]) {
    guard let store, let run, records.count > written else { return }
    let new = records[written...].map { StoredEpoch(epoch: $0.epoch, record: RunDetails.text($0)) }
    if (try? store.trainings.append(new, to: run)) != nil { written = records.count }
  }

  private func hold(_ snapshot: ModelKeeper.Snapshot?) {
    guard let store, let run, let snapshot else { return }
    try? store.hold(Array(snapshot.contents), for: "run \(run)")
    try? store.release(heldFor: "run \(run - Self.runsHeld)")
  }
}

extension RunDetails {
  /// Whether steps are Adam's, whose rates say nothing of those of gradient descent.
  fileprivate var isAdam: Bool { if case .adam = training.settings.optimizer.rule { true } else { false } }
}
