import Foundation
import Synchronization

/// The trainings of one workbench that go on while statements run: those in the background, and those of other cells.
///
/// A training in the background is made ready by the thread that runs cells, and then given away whole: its thread alone
/// touches it from then on. The session takes what it hands out between statements.
public final class JobBoard: Sendable {
  private let jobs = Mutex<[TrainingJob]>([])
  private let cells = Mutex<[TrainingJob]>([])
  private let isWatched = Atomic<Bool>(false)
  private let isAtEnd = Atomic<Bool>(false)
  private let ending = Mutex<@Sendable () -> Void>({})

  /// A board without trainings.
  public init() {}

  /// All jobs there were in the background, by number.
  public var all: [TrainingJob] { jobs.withLock { $0 } }

  /// The trainings that go on, those of cells behind those in the background.
  public var atWork: [TrainingJob] { (all + cells.withLock { $0 }).filter(\.isAtWork) }

  /// Whether somebody can ask about models while a cell trains one.
  public var hasOnlookers: Bool { isWatched.load(ordering: .relaxed) }

  /// Takes note of a shell beside the main one.
  public func noteOnlooker() { isWatched.store(true, ordering: .relaxed) }

  /// Whether the process is about to end: what other machines do is left to itself.
  public var isClosing: Bool { isAtEnd.load(ordering: .acquiring) }

  /// Takes note that the process is about to end.
  public func close() { isAtEnd.store(true, ordering: .releasing) }

  /// Has something done whenever a training ends, on its thread.
  public func whenOneEnds(_ tell: @escaping @Sendable () -> Void) { ending.withLock { $0 = tell } }

  private func tellEnd() { ending.withLock { $0 }() }

  /// Makes a job known that is about to begin.
  public func add(model: String, statement: String, replaced: ReplacedFiles = ReplacedFiles()) -> TrainingJob {
    jobs.withLock { jobs in
      let job = TrainingJob(number: jobs.count + 1, model: model, statement: statement, replaced: replaced) {
        [weak self] in self?.tellEnd()
      }
      jobs.append(job)
      return job
    }
  }

  /// Makes the training of a cell known while the cell is out of the session.
  public func add(ofCell model: String, statement: String) -> TrainingJob {
    let job = TrainingJob(number: nil, model: model, statement: statement) { [weak self] in self?.tellEnd() }
    cells.withLock { $0.append(job) }
    return job
  }

  /// The cell is back.
  public func remove(_ job: TrainingJob) { cells.withLock { $0.removeAll { $0 === job } } }

  /// Asks all to stop, and waits for them.
  public func stopAll(seconds: Double) {
    let running = atWork
    for job in running { job.stop() }
    let end = ContinuousClock.now + .seconds(seconds)
    for job in running { _ = job.wait(seconds: max(0, (end - .now).seconds)) }
  }

  /// Waits for all to end; asks them to stop once `isInterrupted`.
  public func waitForAll(isInterrupted: () -> Bool) {
    for job in all {
      while !job.wait(seconds: 0.1) {
        if isInterrupted() { job.stop() }
      }
    }
  }
}
