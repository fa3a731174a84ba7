import CKernels
import CScheduling
import Foundation
import Synchronization

/// Threads that stay and share out numbered pieces of work, the calling thread among them.
///
/// A step of training is a dozen short parallel regions of some tens of microseconds. So the threads wait for the next
/// region by spinning for a moment, and then block, for another process may need the processor. Each thread begins with its
/// own share of the pieces, the same part of them in every region: so what it made in one, such as a sample's outputs, is
/// near it in the next. Who is done helps the others, so that which thread does which piece is left to chance in the end;
/// results must not depend on it, and they do not when pieces are cut the same way whatever the number of threads. A region
/// begun inside another, or while another thread uses the pool, runs on its own thread alone. In a region `Denormals` count
/// as 0, on every thread.
///
/// Threads that compute have long slices, the workers always, whoever uses the pool once it has done so often: so they give
/// way at once to all that wake, such as a front end and the threads that answer it.
public final class WorkerPool: Sendable {
  /// One pool for the process, a thread for every processor, unless it was limited to fewer.
  public static let shared = WorkerPool(
    threads: min(ProcessInfo.processInfo.activeProcessorCount, limit.load(ordering: .relaxed)))
  private static let limit = Atomic<Int>(.max)

  /// Limits the threads of the pool of the process; to be called before it is first used. Results are the same with any number.
  ///
  /// Precondition: `threads` is at least 1.
  public static func limitShared(to threads: Int) {
    precondition(threads > 0, "a pool of \(threads) threads")
    limit.store(threads, ordering: .relaxed)
  }

  /// How many threads take part, the caller included.
  public let threads: Int

  private let queue: BlockQueue
  private let inUse = Atomic<Bool>(false)

  /// Makes a pool of so many threads, at least the caller's own and at most 64.
  public init(threads: Int) {
    self.threads = min(max(threads, 1), 64)
    queue = BlockQueue(threads: self.threads)
    for worker in 1..<max(self.threads, 1) {
      let queue = queue
      let thread = Thread { queue.work(as: worker) }
      thread.name = "whet-worker-\(worker)"
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  deinit { queue.close() }

  /// Calls `body` once for every piece `0 ..< pieces`, on any thread and in any order, and returns when all are done.
  /// Its second argument numbers the thread, from 0 to `threads - 1`, for scratch memory of its own.
  public func run(_ pieces: Int, _ body: (_ piece: Int, _ worker: Int) -> Void) {
    whet_note_shared_work()
    let mode = whet_denormals_flush()
    defer { whet_denormals_restore(mode) }
    guard pieces > 1, threads > 1, pieces < BlockQueue.mostPieces,
      inUse.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    else {
      for piece in 0..<max(pieces, 0) { body(piece, 0) }
      return
    }
    defer { inUse.store(false, ordering: .releasing) }
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { queue.handOut(pieces, $0) }
    }
  }
}

/// Where the pieces of the region under way lie, and where threads wait.
private final class BlockQueue: @unchecked Sendable {
  typealias Body = (Int, Int) -> Void
  static let mostPieces = 1 << 20

  private let threads: Int
  private let shares: BlockRanges
  private let unfinished = Atomic<Int>(0)
  private let sleepers = Atomic<Int>(0)
  private let callerSleeps = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)
  private let bell = NSCondition()
  private let doneBell = NSCondition()
  /// Written before the shares are, read only by those who hold a piece.
  private nonisolated(unsafe) var body: UnsafePointer<Body>?

  /// How often to look before blocking: about 100 µs. On a rented machine blocking and waking take half as long themselves.
  private static let patience = 6000

  init(threads: Int) {
    self.threads = threads
    shares = BlockRanges(threads: threads)
  }

  func handOut(_ pieces: Int, _ body: UnsafePointer<Body>) {
    self.body = body
    unfinished.store(pieces, ordering: .releasing)
    shares.deal(pieces)
    if sleepers.load(ordering: .sequentiallyConsistent) > 0 { ring(bell) }
    help(as: 0)
    waitUntilFinished()
  }

  func work(as worker: Int) {
    _ = whet_set_slice(UInt32(whet_computing_slice))  // Also where a thread that answers has started the pool.
    _ = whet_denormals_flush()
    var region: UInt64 = 0
    while !isClosed.load(ordering: .acquiring) {
      let next = shares.region(of: worker)
      if next == region { wait(as: worker, past: region) } else { help(as: worker) }
      region = next
    }
  }

  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    ring(bell)
  }

  /// Does the pieces of its own share, then those that others have not come to.
  private func help(as worker: Int) {
    var done = 0
    while let piece = shares.takeFirst(of: worker) {
      body?.pointee(piece, worker)
      done += 1
    }
    for distance in 1..<threads {
      let other = (worker + distance) % threads
      while let piece = shares.takeLast(of: other) {
        body?.pointee(piece, worker)
        done += 1
      }
    }
    guard done > 0 else { return }
    if unfinished.subtract(done, ordering: .sequentiallyConsistent).newValue == 0,
      callerSleeps.load(ordering: .sequentiallyConsistent)
    {
      ring(doneBell)
    }
  }

  private func wait(as worker: Int, past region: UInt64) {
    for _ in 0..<BlockQueue.patience {
      if shares.region(of: worker) != region { return }
      whet_pause()
    }
    bell.lock()
    sleepers.add(1, ordering: .sequentiallyConsistent)
    while shares.region(of: worker) == region, !isClosed.load(ordering: .sequentiallyConsistent) { bell.wait() }
    sleepers.subtract(1, ordering: .sequentiallyConsistent)
    bell.unlock()
  }

  private func waitUntilFinished() {
    for _ in 0..<BlockQueue.patience {
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

/// The pieces that each thread has before it, in one word each, so that a piece can only be taken from the region it belongs
/// to: the region's number (24 bits), the end of the share (20), its next piece (20).
private final class BlockRanges: @unchecked Sendable {
  private let threads: Int
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  /// From one word to the next: two cache lines, which processors fetch together. Else threads would wait for each other.
  private static let step = 16

  init(threads: Int) {
    self.threads = threads
    words = .allocate(capacity: threads * BlockRanges.step)
    for place in 0..<threads * BlockRanges.step { (words + place).initialize(to: Atomic(0)) }
  }

  deinit {
    words.deinitialize(count: threads * BlockRanges.step)
    words.deallocate()
  }

  /// Begins a region: every thread gets the same part of its pieces, in the order of the threads.
  func deal(_ pieces: Int) {
    let region = (region(of: 0) &+ 1) << 40
    let (each, over) = (UInt64(pieces / threads), UInt64(pieces % threads))
    // The caller's last: it need not be told.
    for worker in (0..<threads).reversed() {
      let number = UInt64(worker)
      let first = number * each + min(number, over), end = first + each + (number < over ? 1 : 0)
      words[worker * BlockRanges.step].store(region | end << 20 | first, ordering: .sequentiallyConsistent)
    }
  }

  /// The number of the last region in which a thread got a share, however small.
  func region(of worker: Int) -> UInt64 {
    words[worker * BlockRanges.step].load(ordering: .sequentiallyConsistent) >> 40
  }

  /// Takes the next piece of a thread's share: the thread itself does.
  func takeFirst(of worker: Int) -> Int? { take(of: worker) { ($0 & BlockRanges.mask, $0 + 1) } }

  /// Takes the last piece of a thread's share: others do, to stay out of its way.
  func takeLast(of worker: Int) -> Int? { take(of: worker) { (($0 >> 20 & BlockRanges.mask) - 1, $0 - (1 << 20)) } }

  private static let mask: UInt64 = 0xF_FFFF

  @inline(__always)
  private func take(of worker: Int, _ choose: (UInt64) -> (piece: UInt64, rest: UInt64)) -> Int? {
    var seen = words[worker * BlockRanges.step].load(ordering: .acquiring)
    while seen & BlockRanges.mask < seen >> 20 & BlockRanges.mask {
      let (piece, rest) = choose(seen)
      let (taken, now) = words[worker * BlockRanges.step].weakCompareExchange(
        expected: seen, desired: rest, ordering: .acquiringAndReleasing)
      if taken { return Int(piece) }
      seen = now
    }
    return nil
  }
}
