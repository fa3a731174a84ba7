import Figures
import Language
public import RunStore
import Synchronization

/// Runs cells of the language, one after the other, and answers questions about them at any time.
///
/// The session is owned by whichever thread runs a cell. Completion and inspection come from another thread and read a
/// copy of the names, made after every statement.
public final class Workbench: Sendable {
  /// The version of the language and the engine, which every run is recorded with.
  public static let version = "0.1.0"

  let session: Mutex<Session>
  private let names: Mutex<Vocabulary>
  private let jobs = JobBoard()
  let desk = DrawingDesk()

  /// A workbench in these places.
  ///
  /// - Parameters:
  ///   - files: Where files are looked for.
  ///   - store: Where runs are written down and models kept; nil where that is not possible.
  ///   - notebook: The notebook, so that several in one folder have models of their own; nil where it is not known.
  public init(files: DataFolder, store: RunStore?, notebook: String? = nil) {
    session = Mutex(Session(files: files, store: store, notebook: notebook, jobs: jobs))
    names = Mutex(Vocabulary(files: files))
  }

  /// Stops the trainings in the background, keeps what they learnt, and waits for them: the process is about to end.
  /// May be called from any thread.
  public func shutDown() { jobs.stopAll(seconds: 1.8) }

  /// Waits for the trainings in the background to end; stops them once `isInterrupted` says so.
  public func waitForJobs(isInterrupted: () -> Bool) { jobs.waitForAll(isInterrupted: isInterrupted) }

  /// The names the session knows, as of the last statement that ran.
  public var vocabulary: Vocabulary { names.withLock { $0 } }

  /// How many models `check` has found that Core ML would refuse.
  public var refusals: Int { session.withLock { $0.refusals } }

  /// Writes down what a cell that was asked to stop has left to be kept. To be called after every cell, once its answer
  /// is given; returns when no cell is running, and all is safe.
  public func settle() { session.withLock { $0.settle() } }

  /// Runs a cell: parsed whole first, then statement by statement up to the first mistake.
  public func run(_ source: String, on display: any CellDisplay) -> CellOutcome {
    let source = Source(source)
    let cell: Cell
    do {
      cell = try Parser.parse(source)
    } catch {
      return .failed(CellProblem(Fault(.syntax(error), at: error.span), statement: nil, in: source))
    }
    return session.withLock { session in
      session.takeFromJobs()
      for (index, statement) in cell.statements.enumerated() {
        let isLast = index == cell.statements.count - 1
        if let problem = run(statement, in: session, isLast: isLast, source: source, display) {
          return .failed(problem)
        }
      }
      for remark in StraySettings(cell).remarks { display.show(Rendering.text(remark)) }
      return .finished
    }
  }

  /// Takes over what is asked about while cells run, after a statement or a question.
  func learn(_ statement: Statement?, from session: Session) {
    names.withLock { $0.learn(statement, from: session) }
    desk.learn(from: session)
  }

  private func run(
    _ statement: Statement, in session: Session, isLast: Bool, source: Source, _ display: any CellDisplay
  ) -> CellProblem? {
    defer { learn(statement, from: session) }
    do {
      try StatementRunner(session: session, display: display).run(statement, isLast: isLast)
      return nil
    } catch let fault as Fault {
      return CellProblem(fault, statement: statement.span, in: source)
    } catch let interruption as Interruption {
      return CellProblem(interruption)
    } catch {
      return CellProblem(unforeseen: error, statement: statement.span, in: source)
    }
  }
}

/// How a cell ended.
public enum CellOutcome: Sendable, Equatable {
  /// Every statement ran.
  case finished
  /// One did not, and those after it were not tried.
  case failed(CellProblem)
}
