import Foundation
import Synchronization

/// Work that cannot be stopped from within, such as a library's decoder, but need not be waited for: it runs on a thread of its
/// own, and what comes of it is dropped where the user has asked to stop meanwhile.
enum Abandonable {
  /// How often it is asked whether to go on, in milliseconds.
  private static let pace = 20

  /// What came of the work, once it is done.
  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let isDone = DispatchSemaphore(value: 0)
  }

  /// Does the work and waits for it.
  ///
  /// - Parameters:
  ///   - goesOn: Asked again and again whether to wait on.
  ///   - work: The work; it must not change anything, for it may go on after this has returned.
  /// - Returns: What came of it; nil where it was abandoned.
  static func run<Value: Sendable>(while goesOn: () -> Bool, _ work: @escaping @Sendable () -> Value) -> Value? {
    guard goesOn() else { return nil }
    let outcome = Outcome<Value>()
    let thread = Thread {
      let value = work()
      outcome.value.withLock { $0 = value }
      outcome.isDone.signal()
    }
    thread.stackSize = 4 << 20
    thread.start()
    while outcome.isDone.wait(timeout: .now() + .milliseconds(pace)) == .timedOut {
      guard goesOn() else { return nil }
    }
    return outcome.value.withLock { $0 }
  }
}
