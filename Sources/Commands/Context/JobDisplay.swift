import Experiments
import Figures

/// The page of the cell that began a training. The button that stops cells stops the training of a cell, but not one in the
/// background.
final class JobDisplay: CellDisplay {
  private let page: any CellDisplay
  private let job: TrainingJob
  private let isOfCell: Bool

  init(page: any CellDisplay, job: TrainingJob) {
    self.page = page
    self.job = job
    isOfCell = job.number == nil
  }

  func print(_ text: String) { page.print(text) }
  func show(_ rendering: Rendering) { page.show(rendering) }
  func show(_ rendering: Rendering, as identity: String) { page.show(rendering, as: identity) }
  func replace(_ identity: String, with rendering: Rendering) { page.replace(identity, with: rendering) }
  func result(_ rendering: Rendering) { page.show(rendering) }
  var isInterrupted: Bool { job.isCancelled || isOfCell && page.isInterrupted }
  var isInterruptedWithinStep: Bool { job.isCancelled || isOfCell && page.isInterruptedWithinStep }
}

extension CommandContext {
  /// A context on the same page for a training that can be stopped by itself.
  func context(of job: TrainingJob) -> CommandContext {
    let make = makeIdentity
    return CommandContext(
      display: JobDisplay(page: display, job: job), pace: pace,
      makeIdentity: job.number == nil ? make : { BackgroundFigure.identity(make()) })
  }
}
