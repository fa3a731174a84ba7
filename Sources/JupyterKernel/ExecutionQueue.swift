import JupyterWire
import Synchronization

/// A cell that a front end wants to have run.
struct CellJob: Sendable {
  let origin: Origin
  let request: ExecuteRequest

  /// The run of a notebook's cell it is.
  var run: CellRun { CellRun(cell: origin.cell, request: origin.messageID, sender: origin.session) }

  /// Whether the front end is taken to replace a figure by its newer states.
  ///
  /// None says so. Those that do not are Python programs in which somebody types, by jupyter_client: jupyter console, jupyter
  /// run, qtconsole. Its messages are numbered by session, process and count; programs that execute notebooks by it, which
  /// replace figures, ask nobody for input.
  var updatesDisplays: Bool {
    guard request.allowsStdin, !origin.session.isEmpty, origin.messageID.hasPrefix("\(origin.session)_") else {
      return true
    }
    let numbers = origin.messageID.dropFirst(origin.session.count + 1).split(
      separator: "_", omittingEmptySubsequences: false)
    return numbers.count != 2 || !numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
  }
}

/// The cells of a shell that wait, and the one that runs.
///
/// The socket thread pushes and interrupts, the execution thread takes. A cell becomes the running one in the very step
/// that takes it out, so an interrupt never falls in between.
final class ExecutionQueue: Sendable {
  private struct State {
    var waiting: [CellJob] = []
    var next = 0
    var running: Cancellation?
    var lastArrival = 0
    var isClosed = false

    mutating func pop() -> CellJob? {
      guard next < waiting.count else { return nil }
      defer { next += 1 }
      return waiting[next]
    }

    mutating func drain() -> [CellJob] {
      defer { (waiting, next) = ([], 0) }
      return Array(waiting[next...])
    }

    mutating func forgetPopped() {
      guard next == waiting.count || next > 256 else { return }
      waiting.removeFirst(next)
      next = 0
    }
  }

  private let quiet: Int
  private let greatestWait: Int
  private let state = Mutex(State())
  private let arrivals = Semaphore()
  private let counter: ExecutionCounter

  /// An empty queue. When nothing has arrived for `quiet` milliseconds, the cells sent together with a failing one are
  /// taken to be here; `greatestWait` is how long to wait for that at most.
  init(counter: ExecutionCounter = ExecutionCounter(), quiet: Int = 30, greatestWait: Int = 500) {
    self.counter = counter
    self.quiet = quiet
    self.greatestWait = greatestWait
  }

  /// The number of the last cell that was stored, by this queue or another of the kernel.
  var executionCount: Int { counter.last }

  /// The number of the next cell that is stored.
  func count() -> Int { counter.count() }

  /// Adds a cell behind the others.
  func push(_ job: CellJob) {
    state.withLock { state in
      state.waiting.append(job)
      state.lastArrival = Clock.milliseconds
    }
    arrivals.signal()
  }

  /// Asks the running cell to stop. Does nothing when none is running: the next one has not deserved it.
  func interrupt() {
    state.withLock { $0.running }?.cancel()
  }

  /// Asks the running cell to stop and lets no other begin.
  ///
  /// - Returns: The cells that waited.
  @discardableResult
  func close() -> [CellJob] {
    let waiting = state.withLock { state in
      state.isClosed = true
      return state.drain()
    }
    interrupt()
    arrivals.signal()
    return waiting
  }

  /// Waits for a cell and makes it the running one, in place of the one before.
  ///
  /// - Returns: The cell and its cancellation; `nil` when the queue was closed.
  func take() -> (CellJob, Cancellation)? {
    state.withLock { $0.running = nil }
    while true {
      arrivals.wait()
      let (taken, isClosed) = state.withLock { state -> ((CellJob, Cancellation)?, Bool) in
        guard !state.isClosed, let job = state.pop() else { return (nil, state.isClosed) }
        state.forgetPopped()
        let cancellation = Cancellation()
        state.running = cancellation
        return ((job, cancellation), false)
      }
      if let taken { return taken }
      guard isClosed else { continue }
      arrivals.signal()  // Whoever asks again is not to wait either.
      return nil
    }
  }

  /// The cells that were sent before the answer to a failing one could be seen, and are not to run.
  ///
  /// A notebook sends all its cells at once, but they arrive one after another. Therefore this waits until none has
  /// arrived for a moment. Nobody has seen the answer yet, so no cell sent after it can be among them.
  func abandon() -> [CellJob] {
    let start = Clock.milliseconds
    while true {
      let now = Clock.milliseconds
      let rest = min(state.withLock { $0.lastArrival } + quiet, start + greatestWait) - now
      if rest <= 0 { break }
      Clock.sleep(milliseconds: rest)
    }
    return state.withLock { $0.drain() }
  }
}
