import JupyterWire
import Synchronization

/// The shells of a kernel: the main one, and those that front ends have opened beside it (JEP 91, "Kernel subshells").
///
/// Each has a queue and an execution thread of its own, so its cells run one after another, and beside those of the others.
/// Cells of all shells are counted together. The socket thread opens, closes and looks up.
final class Shells: Sendable {
  /// The main shell's queue.
  let main: ExecutionQueue
  private let counter = ExecutionCounter()
  private let others = Mutex<[(id: String, queue: ExecutionQueue)]>([])
  private let serve: @Sendable (ExecutionQueue) -> Void

  /// The main shell alone. `serve` runs the cells of a queue on the thread it is called on, until the queue is closed.
  init(serve: @escaping @Sendable (ExecutionQueue) -> Void) {
    main = ExecutionQueue(counter: counter)
    self.serve = serve
  }

  /// The number of the last cell that was stored, in whatever shell.
  var executionCount: Int { counter.last }

  /// The shells beside the main one, the first opened first.
  var identifiers: [String] { others.withLock { $0.map(\.id) } }

  /// The queue of a shell, the main one's for `nil`; nil where there is no such shell.
  func queue(_ id: String?) -> ExecutionQueue? {
    guard let id else { return main }
    return others.withLock { others in others.first { $0.id == id }?.queue }
  }

  /// Lets the main shell's cells be run.
  ///
  /// - Throws: `KernelError` when the system has no more threads.
  func begin() throws(KernelError) {
    let (main, serve) = (main, serve)
    try Threads.start("cells", stack: Threads.roomyStack) { serve(main) }
  }

  /// Opens a shell.
  ///
  /// - Returns: What it is called from now on.
  /// - Throws: `KernelError` when the system has no more threads.
  func open() throws(KernelError) -> String {
    let (id, queue, serve) = (Identifiers.random(), ExecutionQueue(counter: counter), serve)
    try Threads.start("subshell", stack: Threads.roomyStack) { serve(queue) }
    others.withLock { $0.append((id, queue)) }
    return id
  }

  /// Closes a shell: its running cell is asked to stop, and no other of its cells begins.
  ///
  /// - Returns: The cells that waited in it; nil where there is no such shell.
  func close(_ id: String) -> [CellJob]? {
    let closed = others.withLock { others -> ExecutionQueue? in
      guard let index = others.firstIndex(where: { $0.id == id }) else { return nil }
      return others.remove(at: index).queue
    }
    return closed?.close()
  }

  /// Asks the running cells of all shells to stop.
  func interrupt() { forEach { $0.interrupt() } }

  /// Asks the running cells to stop and lets no other begin.
  func closeAll() { forEach { $0.close() } }

  private func forEach(_ body: (ExecutionQueue) -> Void) {
    body(main)
    for (_, queue) in others.withLock({ $0 }) { body(queue) }
  }
}

/// Counts the cells that are stored. Any thread may count.
final class ExecutionCounter: Sendable {
  private let value = Atomic<Int>(0)

  /// The number of the last cell that was stored.
  var last: Int { value.load(ordering: .relaxed) }

  /// The number of the next cell that is stored.
  func count() -> Int { value.wrappingAdd(1, ordering: .relaxed).newValue }
}
