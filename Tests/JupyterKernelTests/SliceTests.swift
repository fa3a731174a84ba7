import CScheduling
import Synchronization
import Testing

@testable import JupyterKernel

/// How long threads run before others have their turn.
@Suite struct SliceTests {
  private final class Seen: Sendable {
    let slices = Mutex<[UInt32]>([])
    let isDone = Semaphore()

    func note() { slices.withLock { $0.append(whet_slice()) } }
  }

  @Test func `a thread takes a slice, and those it starts have the same`() throws {
    let seen = Seen()
    try Threads.start("slices") {
      seen.note()
      Slice.answering.take()
      seen.note()
      try? Threads.start("another") {
        seen.note()
        Slice.usual.take()
        seen.note()
        seen.isDone.signal()
      }
    }
    seen.isDone.wait()
    let slices = seen.slices.withLock { $0 }
    // A system that knows no slices tells none, or those it gives everybody.
    guard slices[0] > 0, slices[1] != slices[0] else { return }
    #expect(slices == [slices[0], 100, 100, slices[0]])
  }
}
