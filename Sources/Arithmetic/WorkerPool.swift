import CKernels
import CScheduling
import Foundation
import Synchronization

/// Threads that stay and share out numbered pieces of work, the calling thread among them.
///
/// A step of training is a dozen short parallel regions of some tens of microseconds. So the threads wait for the next
/// region by spinning for a moment, and then block, for another process may need the processor. Which thread does which
/// piece is left to chance; results must not depend on it, and they do not when pieces are cut the same way whatever the
/// number of threads. A region begun inside another, or while another thread uses the pool, runs on its own thread alone.
/// In a region `Denormals` count as 0, on every thread.
///
/// Threads that compute have long slices, the workers always, whoever uses the pool once it has done so often: so they give
/// way at once to all that wake, such as a front end and the threads that answer it.
public final class WorkerPool: Sendable {
  /// One pool for the process, a thread for every processor.
  public static let shared = WorkerPool(threads: ProcessInfo.processInfo.activeProcessorCount)

  /// How many threads take part, the caller included.
  public let threads: Int

  private let desk: Desk
  private let inUse = Atomic<Bool>(false)

  /// Makes a pool of so many threads, at least the caller's own and at most 64.
  public init(threads: Int) {
    self.threads = min(max(threads, 1), 64)
    desk = Desk()
    for worker in 1..<max(self.threads, 1) {
      let desk = desk
      let thread = Thread { desk.work(as: worker) }
      thread.name = "whet-worker-\(worker)"
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  deinit { desk.close() }

  /// Calls `body` once for every piece `0 ..< pieces`, on any thread and in any order, and returns when all are done.
  /// Its second argument numbers the thread, from 0 to `threads - 1`, for scratch memory of its own.
  public func run(_ pieces: Int, _ body: (_ piece: Int, _ worker: Int) -> Void) {
    whet_note_shared_work()
    let mode = whet_denormals_flush()
    defer { whet_denormals_restore(mode) }
    guard pieces > 1, threads > 1, pieces < Desk.mostPieces,
      inUse.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    else {
      for piece in 0..<max(pieces, 0) { body(piece, 0) }
      return
    }
    defer { inUse.store(false, ordering: .releasing) }
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { desk.handOut(pieces, $0) }
    }
  }
}

/// Where the pieces of the region under way lie, and where threads wait.
private final class Desk: @unchecked Sendable {
  typealias Body = (Int, Int) -> Void
  static let mostPieces = 1 << 20

  /// In one word, so that a piece can only be taken from the region it belongs to: the region's number (24 bits), its
  /// number of pieces (20), the next piece to take (20).
  private let ticket = Atomic<UInt64>(0)
  private let unfinished = Atomic<Int>(0)
  private let sleepers = Atomic<Int>(0)
  private let callerSleeps = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)
  private let bell = NSCondition()
  private let doneBell = NSCondition()
  /// Written before the ticket is published, read only by those who hold a piece of it.
  private nonisolated(unsafe) var body: UnsafePointer<Body>?

  /// How often to look before blocking: about 100 µs. On a rented machine blocking and waking take half as long themselves.
  private static let patience = 6000

  func handOut(_ pieces: Int, _ body: UnsafePointer<Body>) {
    self.body = body
    unfinished.store(pieces, ordering: .releasing)
    let region = (ticket.load(ordering: .relaxed) >> 40) &+ 1
    ticket.store(region << 40 | UInt64(pieces) << 20, ordering: .sequentiallyConsistent)
    if sleepers.load(ordering: .sequentiallyConsistent) > 0 { ring(bell) }
    while takePiece(worker: 0) {}
    waitUntilFinished()
  }

  func work(as worker: Int) {
    _ = whet_set_slice(UInt32(whet_computing_slice))  // Also where a thread that answers has started the pool.
    _ = whet_denormals_flush()
    while !isClosed.load(ordering: .acquiring) {
      if !takePiece(worker: worker) { waitForTicket() }
    }
  }

  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    ring(bell)
  }

  private func takePiece(worker: Int) -> Bool {
    var seen = ticket.load(ordering: .acquiring)
    while Desk.hasPieces(seen) {
      let (taken, now) = ticket.weakCompareExchange(
        expected: seen, desired: seen + 1, ordering: .acquiringAndReleasing)
      if taken {
        body?.pointee(Int(seen & 0xF_FFFF), worker)
        if unfinished.subtract(1, ordering: .sequentiallyConsistent).newValue == 0,
          callerSleeps.load(ordering: .sequentiallyConsistent)
        {
          ring(doneBell)
        }
        return true
      }
      seen = now
    }
    return false
  }

  private static func hasPieces(_ ticket: UInt64) -> Bool { ticket & 0xF_FFFF < (ticket >> 20) & 0xF_FFFF }

  private func waitForTicket() {
    for _ in 0..<Desk.patience {
      if Desk.hasPieces(ticket.load(ordering: .relaxed)) { return }
      whet_pause()
    }
    bell.lock()
    sleepers.add(1, ordering: .sequentiallyConsistent)
    while !Desk.hasPieces(ticket.load(ordering: .sequentiallyConsistent)),
      !isClosed.load(ordering: .sequentiallyConsistent)
    {
      bell.wait()
    }
    sleepers.subtract(1, ordering: .sequentiallyConsistent)
    bell.unlock()
  }

  private func waitUntilFinished() {
    for _ in 0..<Desk.patience {
      if unfinished.load(ordering: .acquiring) == 0 { return }
      whet_pause()
    }
    doneBell.lock()
    callerSleeps.store(true, ordering: .sequentiallyConsistent)
    while unfinished.load(ordering: .sequentiallyConsistent) > 0 { doneBell.wait() }
    callerSleeps.store(false, ordering: .sequentiallyConsistent)
    doneBell.unlock()
  }

  private func ring(_ bell: NSCondition) {
    bell.lock()
    bell.broadcast()
    bell.unlock()
  }
}
