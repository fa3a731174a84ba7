import Experiments
import Figures
import Training
import Views
import Wording

/// A training on the page of the cell that began it: a figure that is updated in place, and a line for each event where these
/// are wanted.
final class TrainingDisplay: TrainingObserver {
  private let stage: Stage
  private let live: LiveDisplay
  private let remarks: [String]
  private let logsBatches: Bool
  private let isOfCell: Bool

  /// The page of a job.
  ///
  /// - Parameters:
  ///   - job: The training.
  ///   - plan: What it does.
  ///   - run: Its number among the runs; nil where it is not written down.
  ///   - remarks: What the user should know of it beforehand.
  ///   - stage: The cell's.
  init(_ job: TrainingJob, _ plan: TrainingPlan, run: Int?, remarks: [String], on stage: Stage) {
    self.stage = stage.stage(of: job)
    self.remarks = remarks
    live = self.stage.live(of: Rendering.Unfinished(run: run, epochsBefore: plan.state?.firstEpoch ?? 0))
    logsBatches = plan.training.options.logsBatches
    isOfCell = job.number == nil
  }

  var signal: any StopSignal { stage }

  func note(_ event: TrainingEvent) {
    if logsBatches { stage.print(EventLine(event: event).text + "\n") }
  }

  func show(_ progress: TrainingProgress) {
    live.update { TrainingView(progress: progress, remarks: remarks).rendering }
  }

  func showEnd(_ ending: TrainingEnding, _ progress: TrainingProgress) -> (() -> Void)? {
    let show = { [live, remarks] in
      live.finish(TrainingView(progress: progress, remarks: remarks, ending: ending).rendering)
    }
    // A figure that is on the page is replaced where it stands, whenever that comes.
    if live.isShown { return show }
    show()
    return nil
  }

  func tell(_ error: any Error) -> String? {
    if let remark = Sentences.interruption(error) { return remark }
    guard !isOfCell else { return nil }
    let text = error.mistake.map { Sentences.tell($0).lines.joined(separator: "\n") } ?? "\(error)"
    stage.show(Rendering.text(text))
    return text
  }
}
