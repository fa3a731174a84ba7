import Figures
import Foundation
import Synchronization

/// The trainings of one workbench that go on while statements run: those in the background, and those of other cells.
///
/// A training in the background is made ready by the thread that runs cells, and then given away whole: its thread alone
/// touches it from then on. The session takes what it hands out between statements.
final class JobBoard: Sendable {
  private let jobs = Mutex<[TrainingJob]>([])
  private let cells = Mutex<[TrainingJob]>([])
  private let isWatched = Atomic<Bool>(false)

  /// All jobs there were in the background, by number.
  var all: [TrainingJob] { jobs.withLock { $0 } }

  /// The trainings that go on, those of cells behind those in the background.
  var atWork: [TrainingJob] { (all + cells.withLock { $0 }).filter(\.isAtWork) }

  /// Whether somebody can ask about models while a cell trains one.
  var hasOnlookers: Bool { isWatched.load(ordering: .relaxed) }

  /// Takes note of a shell beside the main one.
  func noteOnlooker() { isWatched.store(true, ordering: .relaxed) }

  /// Makes a job known that is about to begin.
  func add(model: String, statement: String) -> TrainingJob {
    jobs.withLock { jobs in
      let job = TrainingJob(number: jobs.count + 1, model: model, statement: statement)
      jobs.append(job)
      return job
    }
  }

  /// Makes the training of a cell known while the cell is out of the session.
  func add(ofCell model: String, statement: String) -> TrainingJob {
    let job = TrainingJob(number: nil, model: model, statement: statement)
    cells.withLock { $0.append(job) }
    return job
  }

  /// The cell is back.
  func remove(_ job: TrainingJob) { cells.withLock { $0.removeAll { $0 === job } } }

  /// Asks all to stop, and waits for them.
  func stopAll(seconds: Double) {
    let running = atWork
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
    thread.name = "whet-job-\(job.number ?? 0)"
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
