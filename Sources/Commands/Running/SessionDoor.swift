import Foundation
import Synchronization

/// Lets one shell's statement at a time into a session, first come, first served.
///
/// A statement that only computes for long steps out meanwhile, so that others can come in, and comes back in to say what
/// it came to.
final class SessionDoor: @unchecked Sendable {
  /// Somebody before the door.
  private final class Visitor: Sendable {
    let bell = DispatchSemaphore(value: 0)
  }

  private struct State {
    var isTaken = false
    var waiting: [Visitor] = []
    /// How many have stepped out and will come back.
    var away = 0
  }

  /// Touched by nobody but whoever is inside.
  private let session: Session
  private let state = Mutex(State())
  private let waiting = Atomic<Int>(0)
  private let isOwing = Atomic<Bool>(false)

  /// How often somebody who waits looks whether to go on waiting, in milliseconds.
  private static let look = 20

  /// A door before a session, which knows of it.
  init(_ session: Session) {
    self.session = session
    session.door = self
  }

  /// Whether somebody waits. Costs one load; fit for the time between two statements.
  var isWanted: Bool { waitingCount > 0 }

  /// How many wait.
  var waitingCount: Int { waiting.load(ordering: .relaxed) }

  /// Whether something was put off that is still to be done. Noted by whoever is inside.
  var hasPostponed: Bool {
    get { isOwing.load(ordering: .relaxed) }
    set { isOwing.store(newValue, ordering: .relaxed) }
  }

  /// Does something with the session.
  func withLock<Result>(_ body: (Session) throws -> Result) rethrows -> Result {
    _ = enter { false }
    defer { leave() }
    return try body(session)
  }

  /// The same, but for nil while somebody else is inside.
  func withLockIfAvailable<Result>(_ body: (Session) throws -> Result) rethrows -> Result? {
    let isIn = state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
      return true
    }
    guard isIn else { return nil }
    defer { leave() }
    return try body(session)
  }

  /// Goes in, after those who came earlier. Whoever goes in is to `leave`.
  ///
  /// - Parameter givesUp: Whether not to wait any longer.
  /// - Returns: The session; nil for one who gave up.
  func enter(unless givesUp: () -> Bool) -> Session? {
    let visitor = state.withLock { state -> Visitor? in
      guard state.isTaken else {
        state.isTaken = true
        return nil
      }
      let visitor = Visitor()
      state.waiting.append(visitor)
      waiting.store(state.waiting.count, ordering: .relaxed)
      return visitor
    }
    guard let visitor else { return session }
    while true {
      let isCalled = visitor.bell.wait(timeout: .now() + .milliseconds(Self.look)) == .success
      let isLeaving = !isCalled && givesUp()
      let isIn = state.withLock { state in
        // Whoever is let in is taken off the list first.
        guard let place = state.waiting.firstIndex(where: { $0 === visitor }) else { return true }
        if isLeaving {
          state.waiting.remove(at: place)
          waiting.store(state.waiting.count, ordering: .relaxed)
        }
        return false
      }
      if isIn { return session }
      if isLeaving { return nil }
    }
  }

  /// Goes out, and lets in who came first.
  func leave() {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return
      }
      // It stays taken: whoever comes now comes later.
      state.waiting.removeFirst().bell.signal()
      waiting.store(state.waiting.count, ordering: .relaxed)
    }
  }

  /// Does something outside, and comes back in. To be called by whoever is inside.
  func stepOut<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.away += 1 }
    leave()
    defer {
      _ = enter { false }
      state.withLock { $0.away -= 1 }
    }
    return try body()
  }

  /// Does something with the session when nobody is inside and nobody will come back.
  func withLockWhenAllAreBack(_ body: (Session) -> Void) {
    while true {
      let isDone = withLock { session in
        guard state.withLock({ $0.away }) == 0 else { return false }
        body(session)
        return true
      }
      if isDone { return }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}
