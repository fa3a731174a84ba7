import Synchronization

/// Work for one thread, in the order it was given.
final class WorkQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let count = Semaphore()

  /// Gives the thread one more thing to do.
  func push(_ element: Element) {
    state.withLock { $0.waiting.append(element) }
    count.signal()
  }

  /// Lets the thread end when it has done what was given so far.
  func close() {
    state.withLock { $0.isClosed = true }
    count.signal()
  }

  /// Waits for something to do.
  ///
  /// - Returns: Everything that waits, oldest first; `nil` when the queue was closed and nothing is left.
  func take() -> [Element]? {
    while true {
      count.wait()
      let (taken, isClosed) = state.withLock { state in
        defer { state.waiting.removeAll(keepingCapacity: true) }
        return (state.waiting, state.isClosed)
      }
      if !taken.isEmpty { return taken }
      guard isClosed else { continue }
      count.signal()  // Whoever asks again is not to wait either.
      return nil
    }
  }
}
