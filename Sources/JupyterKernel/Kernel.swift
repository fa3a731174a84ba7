import Glibc
public import JupyterWire

/// A Jupyter kernel for whatever language a `CellRunner` offers (messaging specification, version 5.5).
///
/// Four threads work: the caller of `run` owns the sockets, one runs cells, one answers questions about code, one echoes
/// the heartbeat; each subshell has one more for its cells. They hand values on and share only queues.
public struct Kernel: ~Copyable {
  private let context: Context
  private let sockets: Sockets
  private let dispatcher: Dispatcher
  private let runner: any CellRunner
  private let doorbell: Doorbell

  /// A kernel that listens as a connection file says. From now on front ends can connect; they are answered once `run` is
  /// called. Where the connection file names no ports, free ones are found and the launcher told (JEP 66).
  ///
  /// - Parameters:
  ///   - connection: Where to listen, and how messages are signed.
  ///   - runner: The language.
  ///   - history: What remembers the cells.
  ///   - outputs: What keeps the outputs of cells for pages that have missed them.
  ///   - commTargets: What stands behind comms, by target name.
  /// - Throws: `KernelError` when a channel cannot listen, the launcher does not acknowledge its ports, or the system has no more
  ///   resources.
  public init(
    _ connection: ConnectionFile, runner: any CellRunner, history: any HistoryStore = MemoryHistory(),
    outputs: SessionOutputs = SessionOutputs(), commTargets: [String: any CommTarget] = [:]
  ) throws(KernelError) {
    TimeSlice.answering.take()  // ZeroMQ's threads, too, which the first socket starts.
    let context = try Context()
    let sockets = try Sockets(connection, in: context)
    let signer = Signer(key: Array(connection.key.utf8))
    let info = runner.languageInfo
    let composer = Composer(signer: signer, username: info.implementation)
    let doorbell = try Doorbell()
    let heartbeat = try Heartbeat.start(connection, in: context)
    var connection = connection
    if let launcher = connection.registrationEndpoint {
      connection.ports = sockets.ports.merging([.heartbeat: heartbeat]) { $1 }
      try Registration.announce(connection, to: launcher, signer, composer, in: context)
    }
    let outbox = Outbox(composer: composer, doorbell: doorbell)
    let answerer = Answerer(outbox: outbox, runner: runner, history: history, targets: commTargets)
    let inputDesk = StdinBroker()
    let shells = Shells { queue in
      Executor(
        queue: queue, outbox: outbox, outputs: outputs, answerer: answerer, inputDesk: inputDesk, runner: runner
      ).run()
    }
    dispatcher = Dispatcher(
      connection: connection, languageInfo: info, signer: signer, outbox: outbox, shells: shells, answerer: answerer,
      inputDesk: inputDesk)
    self.runner = runner
    self.context = context
    self.sockets = sockets
    self.doorbell = doorbell
  }

  /// Serves front ends until the process should end, and returns when they have been told.
  ///
  /// A cell may still be running then, though it was asked to stop; the caller is to end the process without waiting for
  /// it. Interrupts (SIGINT) stop the running cells, SIGTERM and SIGHUP end the kernel; with `JPY_PARENT_PID` in the
  /// environment, so does the death of that process.
  ///
  /// - Throws: `KernelError` when the system has no more threads.
  public consuming func run() throws(KernelError) -> Ending {
    TimeSlice.answering.take()
    let (context, doorbell, runner, dispatcher) = (context, doorbell, runner, dispatcher)
    var loop = SocketLoop(
      sockets: sockets, dispatcher: dispatcher, outbox: dispatcher.outbox, doorbell: doorbell,
      parentWatch: ParentWatch(number: getenv("JPY_PARENT_PID").map { String(cString: $0) }))
    Signals.ring(doorbell)
    defer { Signals.release(doorbell) }
    try dispatcher.shells.begin()
    try Threads.start("answers", stack: Threads.roomyStack) { dispatcher.answerer.run() }
    let ending = loop.run()
    Self.conclude(ending, dispatcher, runner)
    loop.finish(within: 500)
    _ = consume loop
    context.terminate()
    for path in ConnectionFile.Channel.allCases.compactMap(dispatcher.connection.path) { unlink(path) }
    return ending
  }

  /// Stops what is running, gives the language its last chance to save, and answers whoever asked for the end.
  private static func conclude(_ ending: Ending, _ dispatcher: Dispatcher, _ runner: any CellRunner) {
    runner.willStopCells()
    dispatcher.shells.closeAll()
    dispatcher.inputDesk.interrupt()
    let (restart, asker) = ending.request
    if let asker { dispatcher.outbox.status("busy", about: asker) }
    saveWithin(milliseconds: 2000) { runner.willShutDown(restart: restart) }
    dispatcher.answerer.close(within: 500)  // The last cells are to be found in history.
    guard let asker else { return }
    let content = Replies.shutdown(restart: restart)
    dispatcher.outbox.publish("shutdown_reply", about: asker, content)  // Other front ends learn of the end by this.
    dispatcher.outbox.answer("shutdown_reply", to: asker, content)
  }

  private static func saveWithin(milliseconds: Int, _ save: @escaping @Sendable () -> Void) {
    let isSaved = Semaphore()
    let start: Void? = try? Threads.start("shutdown") {
      save()
      isSaved.signal()
    }
    if start != nil { _ = isSaved.wait(milliseconds: milliseconds) }
  }
}

extension Kernel {
  /// Why a kernel came to its end.
  public struct Ending: Sendable {
    /// What ended it.
    public enum Cause: Sendable, Equatable {
      /// A front end asked for it, perhaps to start a new one in its place.
      case shutdown(restart: Bool)
      /// The system asked for it (SIGTERM, SIGHUP).
      case terminated
      /// The front end that started it has died.
      case orphaned
    }

    /// What ended it.
    public let cause: Cause
    let asker: Origin?

    static let terminated = Ending(cause: .terminated, asker: nil)
    static let orphaned = Ending(cause: .orphaned, asker: nil)

    static func shutdown(restart: Bool, asker: Origin) -> Ending {
      Ending(cause: .shutdown(restart: restart), asker: asker)
    }

    var request: (restart: Bool, asker: Origin?) {
      if case .shutdown(let restart) = cause { return (restart, asker) }
      return (false, nil)
    }
  }
}
