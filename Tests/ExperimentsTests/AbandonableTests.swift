import Foundation
import Synchronization
import Testing

@testable import Experiments

struct AbandonableTests {
  private final class Flag: Sendable { let value = Mutex(false) }

  @Test func `what is done in time comes back`() {
    #expect(Abandonable.run(while: { true }) { 7 } == 7)
  }

  @Test func `work is not begun where it is not to be`() {
    let isBegun = Flag()
    #expect(Abandonable.run(while: { false }) { isBegun.value.withLock { $0 = true } } == nil)
    #expect(!isBegun.value.withLock { $0 })
  }

  @Test func `work that does not end by itself is left to itself`() {
    let goesOn = DispatchSemaphore(value: 0)
    let questions = Mutex(0)
    let outcome: Void? = Abandonable.run(
      while: {
        questions.withLock { count in
          count += 1
          return count < 3
        }
      }, { goesOn.wait() })
    #expect(outcome == nil)
    goesOn.signal()
  }
}
