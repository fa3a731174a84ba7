/// What a language must offer to become a Jupyter kernel: the one seam between the kernel and everything behind it.
///
/// Several threads call in. `run`, `settle` and `evaluate` come from the execution thread of a shell, one at a time from each,
/// but from several shells at once where a front end has opened subshells. `complete`, `inspect` and `isComplete` come one at a
/// time from the answering thread, *also while `run` is running*, and should answer within milliseconds. `willShutDown` comes
/// once, from a thread of its own.
public protocol CellRunner: AnyObject, Sendable {
  /// What the kernel tells a front end about itself and its language. Asked once, before anything runs.
  var languageInfo: LanguageInfo { get }

  /// Runs a cell and returns when it is done.
  ///
  /// Everything the cell shows goes to `output` while it runs. When `cancellation` is cancelled the cell should end soon,
  /// normally with `.error`: front ends then show that it was stopped.
  func run(_ cell: CellRequest, output: CellOutput, cancellation: Cancellation) -> CellResult

  /// The cell's answer is sent: the moment for what nobody has to wait for. What it shows still lands in the cell; the
  /// kernel is idle once this returns. Comes on the same execution thread, after every `run`.
  func settle()

  /// The value of an expression of `user_expressions`, asked after a cell that succeeded.
  func evaluate(_ expression: String) -> ExpressionResult

  /// What could stand at the cursor. `cursor` counts Unicode code points from the start of `code`.
  func complete(_ code: String, cursor: Int) -> CompletionReply

  /// What is known about the word at the cursor, or `nil`. `detail` is 0, or 1 when the reader asked for more.
  func inspect(_ code: String, cursor: Int, detail: Int) -> Inspection?

  /// Whether the code could be run as it stands; consoles ask when Return is pressed.
  func isComplete(_ code: String) -> CompletenessReply

  /// The process is about to end, and running cells will be cancelled once this returns: the moment to tell that from an interrupt.
  /// Comes from the thread of the sockets.
  func willStopCells()

  /// The process is about to end: the last chance to write something down.
  ///
  /// A running cell has been cancelled but may not have ended yet. The kernel waits for the return of this function, though
  /// no longer than two seconds, before it answers the shutdown request; a few milliseconds later the process is gone.
  func willShutDown(restart: Bool)
}

extension CellRunner {
  /// Nothing was put off.
  public func settle() {}

  /// An expression of no known meaning.
  public func evaluate(_ expression: String) -> ExpressionResult {
    .error(CellFailure(name: "UnsupportedExpression", value: expression, traceback: []))
  }

  /// The end is like an interrupt.
  public func willStopCells() {}

  /// Nothing to write down.
  public func willShutDown(restart: Bool) {}
}

/// A cell to run, and how (the content of an `execute_request`).
public struct CellRequest: Sendable, Equatable {
  /// The text of the cell.
  public var code: String
  /// The number shown beside the cell: 1 for the first stored cell of the session.
  public var executionCount: Int
  /// Whether the front end wants to see nothing of it. The kernel drops the output of a silent cell itself.
  public var silent: Bool
  /// Whether the cell is counted and remembered. Never with `silent`.
  public var storeHistory: Bool
  /// Whether the front end can be asked for input.
  public var allowsInput: Bool
  /// Whether it was sent to a shell beside the main one.
  public var isOfSubshell: Bool

  /// A cell to run; by default as a notebook sends it.
  public init(
    code: String, executionCount: Int = 1, silent: Bool = false, storeHistory: Bool = true, allowsInput: Bool = false,
    isOfSubshell: Bool = false
  ) {
    self.code = code
    self.executionCount = executionCount
    self.silent = silent
    self.storeHistory = storeHistory
    self.allowsInput = allowsInput
    self.isOfSubshell = isOfSubshell
  }
}

/// How a cell ended.
public enum CellResult: Sendable, Equatable {
  /// It ran to its end.
  case ok
  /// It stopped at a mistake, or because it was interrupted.
  case error(CellFailure)
}

/// What a front end shows of a cell that failed.
public struct CellFailure: Error, Sendable, Equatable {
  /// The kind of failure (`ename`).
  public var name: String
  /// The failure in one sentence (`evalue`).
  public var value: String
  /// The lines a notebook shows, and all it shows; ANSI colours are understood.
  public var traceback: [String]

  /// A failure as front ends show it.
  public init(name: String, value: String, traceback: [String]) {
    self.name = name
    self.value = value
    self.traceback = traceback
  }
}

/// The value of one of the `user_expressions`.
public enum ExpressionResult: Sendable, Equatable {
  /// Its value, in as many forms as there are.
  case ok(MIMEBundle)
  /// Why it has none.
  case error(CellFailure)
}
