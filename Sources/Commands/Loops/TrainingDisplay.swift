import Experiments
import Figures
import Training
import Views
import Wording

/// A training on the page of the cell that began it: a figure that is updated in place, and a line for each event where these
/// are wanted.
final class TrainingDisplay: TrainingObserver {
  private let context: CommandContext
  private let live: LiveDisplay
  private let remarks: [String]
  private let logsBatches: Bool
  private let isOfCell: Bool
  /// Shows the figure also to views on pages that watch the model.
  private let showViews: (Rendering) -> Void

  /// The page of a job.
  ///
  /// - Parameters:
  ///   - job: The training.
  ///   - plan: What it does.
  ///   - run: Its number among the runs; nil where it is not written down.
  ///   - remarks: What the user should know of it beforehand.
  ///   - context: The cell's.
  init(_ job: TrainingJob, _ plan: TrainingPlan, run: Int?, remarks: [String], on context: CommandContext) {
    self.context = context.context(of: job)
    self.remarks = remarks
    live = self.context.live(of: Rendering.Unfinished(run: run, epochsBefore: plan.state?.firstEpoch ?? 0))
    logsBatches = plan.training.options.logsBatches
    isOfCell = job.number == nil
    showViews = { [touch = context.conversation?.touch, model = job.model] in touch?.show($0, of: model) }
  }

  var signal: any StopSignal { context }

  func note(_ event: TrainingEvent) {
    if logsBatches { context.print(EventLine(event: event).text + "\n") }
  }

  func show(_ progress: TrainingProgress) {
    live.update {
      let figure = TrainingView(progress: progress, remarks: remarks).rendering
      showViews(figure)
      return figure
    }
  }

  func showEnd(_ ending: TrainingEnding, _ progress: TrainingProgress) -> (() -> Void)? {
    let show = { [live, remarks, showViews] in
      let figure = TrainingView(progress: progress, remarks: remarks, ending: ending).rendering
      showViews(figure)
      live.finish(figure)
    }
    // A figure that is on the page is replaced where it stands, whenever that comes.
    if live.isShown { return show }
    show()
    return nil
  }

  func tell(_ error: any Error) -> String? {
    if let remark = DiagnosticTexts.interruption(error) { return remark }
    guard !isOfCell else { return nil }
    let text = error.mistake.map { DiagnosticTexts.text(of: $0).lines.joined(separator: "\n") } ?? "\(error)"
    context.show(Rendering.text(text))
    return text
  }
}
