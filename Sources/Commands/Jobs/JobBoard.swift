import Figures
import Foundation
import Synchronization

/// The trainings in the background, of one workbench.
///
/// A training is made ready by the thread that runs cells, and then given away whole: its thread alone touches it from then
/// on. The session takes what it hands out between statements.
final class JobBoard: Sendable {
  private let jobs = Mutex<[TrainingJob]>([])

  /// All jobs there were, by number.
  var all: [TrainingJob] { jobs.withLock { $0 } }

  /// The job that trains a model now.
  func job(at model: String) -> TrainingJob? { all.first { $0.model == model && $0.isAtWork } }

  /// Makes a job known that is about to begin.
  func add(model: String, statement: String) -> TrainingJob {
    jobs.withLock { jobs in
      let job = TrainingJob(number: jobs.count + 1, model: model, statement: statement)
      jobs.append(job)
      return job
    }
  }

  /// Asks all to stop, and waits for them.
  func stopAll(seconds: Double) {
    let running = all.filter(\.isAtWork)
    for job in running { job.stop() }
    let end = ContinuousClock.now + .seconds(seconds)
    for job in running { _ = job.wait(seconds: max(0, (end - .now).seconds)) }
  }

  /// Waits for all to end; asks them to stop once `isInterrupted`.
  func waitForAll(isInterrupted: () -> Bool) {
    for job in all {
      while !job.wait(seconds: 0.1) {
        if isInterrupted() { job.stop() }
      }
    }
  }
}

/// Gives a training to a thread of its own.
enum JobThread {
  /// A training on its way to its thread. Nobody who has given it away touches it again.
  private struct Parcel: @unchecked Sendable {
    let learning: Learning
    let stage: Stage
  }

  /// Begins a job.
  static func start(_ job: TrainingJob, _ learning: Learning, on stage: Stage) {
    let parcel = Parcel(learning: learning, stage: stage)
    let thread = Thread { work(parcel.learning, parcel.stage, job) }
    thread.name = "whet-job-\(job.number)"
    thread.stackSize = 16 << 20
    thread.start()
  }

  private static func work(_ learning: Learning, _ stage: Stage, _ job: TrainingJob) {
    do {
      try learning.run(on: stage)
      job.end(.completed, remark: nil)
    } catch let interruption as Interruption {
      job.end(.suspended, remark: interruption.remark)
    } catch {
      let text = (error as? Fault).map { Sentences.tell($0.fact).lines.joined(separator: "\n") } ?? "\(error)"
      stage.show(Rendering.text(text))
      job.end(.failed, remark: text)
    }
  }
}

/// The page of the cell that began a job; the button that stops cells does not stop the job.
final class JobDisplay: CellDisplay {
  private let page: any CellDisplay
  private let job: TrainingJob

  init(page: any CellDisplay, job: TrainingJob) {
    self.page = page
    self.job = job
  }

  func print(_ text: String) { page.print(text) }
  func show(_ rendering: Rendering) { page.show(rendering) }
  func show(_ rendering: Rendering, as identity: String) { page.show(rendering, as: identity) }
  func replace(_ identity: String, with rendering: Rendering) { page.replace(identity, with: rendering) }
  func result(_ rendering: Rendering) { page.show(rendering) }
  var isInterrupted: Bool { job.isCancelled }
}
