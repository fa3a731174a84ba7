public import Experiments
import Figures
import Language
public import RunStore
import Synchronization
import Views

/// Runs cells of the language and answers questions about them at any time.
///
/// Cells may come from several shells, a thread each: one statement at a time is in the session, and while a training
/// computes, other shells' statements come in. Completion and inspection come from another thread and read a copy of the
/// names, made after every statement.
public final class Workbench: Sendable {
  /// The version of the language and the engine.
  public static let version = Engine.version
  let lock: WorkspaceLock<Conversation>
  private let agenda: Agenda
  private let names: Mutex<Vocabulary>
  /// The trainings that go on while statements run.
  public let jobs = JobBoard()
  let drawings = DrawingCache()

  /// A workbench in these places.
  ///
  /// - Parameters:
  ///   - files: Where files are looked for.
  ///   - store: Where runs are written down and models kept; nil where that is not possible.
  ///   - trouble: Why it is not possible, to be said before the first output.
  ///   - notebook: The notebook, so that several in one folder have models of their own; nil where it is not known.
  public init(files: DataFolder, store: RunStore?, trouble: StoreError? = nil, notebook: String? = nil) {
    let workspace = Workspace(files: files, store: store, notebook: notebook, jobs: jobs, describe: \.told)
    let conversation = Conversation(workspace, commands: CommandTable.list)
    conversation.keepingTrouble = trouble.map { "Models and runs are not kept beyond this session: \($0.sentence)." }
    conversation.untoldTrouble = conversation.keepingTrouble
    lock = WorkspaceLock(conversation)
    workspace.lock = lock
    agenda = workspace.agenda
    names = Mutex(Vocabulary(files: files, store: store, place: workspace.memory?.place))
  }

  /// Stops all trainings, keeps what they learnt, waits for the running statements, which are to be stopped, too, and
  /// writes down what is left to be kept, and removes what was not to be: the process is about to end. May be called from
  /// any thread.
  public func shutDown() {
    jobs.stopAll(seconds: 1.8)
    lock.withLockWhenAllAreBack {
      $0.workspace.agenda.settle()
      $0.workspace.sessionFolder?.remove()
    }
  }

  /// Waits for the trainings in the background to end; stops them once `isInterrupted` says so.
  public func waitForJobs(isInterrupted: () -> Bool) { jobs.waitForAll(isInterrupted: isInterrupted) }

  /// The names the session knows, as of the last statement that ran.
  public var vocabulary: Vocabulary { names.withLock { $0 } }

  /// How many models `check` has found that Core ML would refuse.
  public var refusals: Int { lock.withLock { $0.refusals } }

  /// Writes down what a cell that was asked to stop has left to be kept. To be called after every cell, once its answer
  /// is given; returns when what that cell has left is safe.
  public func settle() {
    // A cell that left nothing does not wait for those of other shells.
    if !agenda.isEmpty { lock.withLock { _ in agenda.settle() } }
  }

  /// Runs a cell: parsed whole first, then statement by statement up to the first mistake.
  ///
  /// - Parameters:
  ///   - source: The cell.
  ///   - display: Where it shows what it has to show.
  ///   - isBeside: Whether it is of a shell beside the main one: who types there looks on while a training goes on.
  /// - Returns: How it ended.
  public func run(_ source: String, on display: any CellDisplay, isBeside: Bool = false) -> CellOutcome {
    if isBeside { jobs.noteOnlooker() }
    let source = Source(source)
    let cell: Cell
    do {
      cell = try Parser.parse(source)
    } catch {
      let fault = Diagnostic(.syntax(error), at: error.span).advised(in: source, LineKnowledge(vocabulary, nil))
      return .failed(CellProblem(fault, statement: nil, in: source))
    }
    return run(cell, of: source, on: display) ?? .finished
  }

  /// Runs the statements of a cell; between two of them statements of other shells may come in.
  private func run(_ cell: Cell, of source: Source, on display: any CellDisplay) -> CellOutcome? {
    let hasWaitedInVain = CellOutcome.failed(
      CellProblem(interrupted: "The cell was stopped while it was waiting for another one."))
    guard let conversation = lock.enter(unless: { display.isInterrupted }) else { return hasWaitedInVain }
    var isInside = true
    defer { if isInside { lock.leave() } }
    conversation.workspace.collectFromTrainings()
    for (index, statement) in cell.statements.enumerated() {
      let isLast = index == cell.statements.count - 1
      if let problem = run(statement, in: conversation, isLast: isLast, source: source, display) {
        return .failed(problem)
      }
      guard !isLast, lock.isWanted else { continue }
      lock.leave()
      isInside = lock.enter(unless: { display.isInterrupted }) != nil
      guard isInside else { return hasWaitedInVain }
    }
    for remark in UnusedSettings(cell).remarks { display.show(Rendering.text(remark)) }
    return nil
  }

  /// Takes over what is asked about while cells run, after a statement or a question.
  func learn(_ statement: Statement?, from conversation: Conversation) {
    names.withLock { $0.learn(statement, from: conversation) }
    drawings.learn(from: conversation)
    conversation.touch.learn(from: conversation.workspace)
  }

  /// Runs a statement of a cell; gives why it could not be run.
  func run(
    _ statement: Statement, in conversation: Conversation, isLast: Bool, source: Source, _ display: any CellDisplay
  ) -> CellProblem? {
    defer { learn(statement, from: conversation) }
    do {
      try StatementRunner(conversation: conversation, display: display, names: { self.vocabulary }).run(
        statement, isLast: isLast)
      return nil
    } catch {
      if let remark = DiagnosticTexts.interruption(error) { return CellProblem(interrupted: remark) }
      if let fault = Diagnostic(recognising: error) {
        let known = LineKnowledge(vocabulary, conversation.workspace)
        return CellProblem(fault.advised(in: source, known), statement: statement.span, in: source)
      }
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
