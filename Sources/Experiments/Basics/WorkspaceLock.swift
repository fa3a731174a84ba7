import Foundation
import Synchronization

/// Lets somebody who is inside out for a while.
public protocol SteppingOut: AnyObject {
  /// Does something outside, and comes back in. To be called by whoever is inside.
  func stepOut<Result>(_ body: () throws -> Result) rethrows -> Result
}

/// Lets one shell's statement at a time into a workspace, first come, first served.
///
/// A statement that only computes for long steps out meanwhile, so that others can come in, and comes back in to say what
/// it came to.
public final class WorkspaceLock<Content: AnyObject>: SteppingOut, @unchecked Sendable {
  /// Somebody before the lock.
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
  private let content: Content
  private let state = Mutex(State())
  private let waiting = Atomic<Int>(0)
  /// How often somebody who waits looks whether to go on waiting, in milliseconds.
  private static var look: Int { 20 }

  /// A lock before some content.
  public init(_ content: Content) { self.content = content }

  /// Whether somebody waits. Costs one load; fit for the time between two statements.
  public var isWanted: Bool { waitingCount > 0 }

  /// How many wait.
  public var waitingCount: Int { waiting.load(ordering: .relaxed) }

  /// Does something with the content.
  public func withLock<Result>(_ body: (Content) throws -> Result) rethrows -> Result {
    _ = enter { false }
    defer { leave() }
    return try body(content)
  }

  /// The same, but for nil while somebody else is inside.
  public func withLockIfAvailable<Result>(_ body: (Content) throws -> Result) rethrows -> Result? {
    let isIn = state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
      return true
    }
    guard isIn else { return nil }
    defer { leave() }
    return try body(content)
  }

  /// Goes in, after those who came earlier. Whoever goes in is to `leave`.
  ///
  /// - Parameter givesUp: Whether not to wait any longer.
  /// - Returns: The content; nil for one who gave up.
  public func enter(unless givesUp: () -> Bool) -> Content? {
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
    guard let visitor else { return content }
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
      if isIn { return content }
      if isLeaving { return nil }
    }
  }

  /// Goes out, and lets in who came first.
  public func leave() {
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
  public func stepOut<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.away += 1 }
    leave()
    defer {
      _ = enter { false }
      state.withLock { $0.away -= 1 }
    }
    return try body()
  }

  /// Does something with the content when nobody is inside and nobody will come back.
  public func withLockWhenAllAreBack(_ body: (Content) -> Void) {
    while true {
      let isDone = withLock { content in
        guard state.withLock({ $0.away }) == 0 else { return false }
        body(content)
        return true
      }
      if isDone { return }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}
