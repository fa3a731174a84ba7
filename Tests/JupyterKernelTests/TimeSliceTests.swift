import CScheduling
import Synchronization
import Testing

@testable import JupyterKernel

/// How long threads run before others have their turn.
@Suite struct TimeSliceTests {
  private final class Seen: Sendable {
    let slices = Mutex<[UInt32]>([])
    let isDone = Semaphore()

    func note() { slices.withLock { $0.append(whet_slice()) } }
  }

  @Test func `a thread takes a slice, and those it starts have the same`() throws {
    let seen = Seen()
    try Threads.start("slices") {
      TimeSlice.usual.take()  // The thread that starts this one may have computed.
      seen.note()
      TimeSlice.answering.take()
      seen.note()
      try? Threads.start("another") {
        seen.note()
        TimeSlice.usual.take()
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

  @Test func `a thread that shares out work again and again has a long slice until it rests`() throws {
    let seen = Seen()
    try Threads.start("computes") {
      TimeSlice.usual.take()
      seen.note()
      for _ in 1..<50 { whet_note_shared_work() }
      seen.note()
      whet_note_shared_work()
      seen.note()
      TimeSlice.rest()
      seen.note()
      TimeSlice.answering.take()  // A thread with a slice of its own keeps it.
      for _ in 0..<100 { whet_note_shared_work() }
      TimeSlice.rest()
      seen.note()
      seen.isDone.signal()
    }
    seen.isDone.wait()
    let slices = seen.slices.withLock { $0 }
    guard slices[0] > 0, slices[4] != slices[0] else { return }
    #expect(slices == [slices[0], slices[0], 10_000, slices[0], 100])
  }
}
