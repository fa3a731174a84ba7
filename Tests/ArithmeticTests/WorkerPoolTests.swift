import Arithmetic
import CScheduling
import Foundation
import Synchronization
import Testing

@Suite struct WorkerPoolTests {
  @Test(arguments: [1, 2, 3, 4], [0, 1, 2, 7, 1000])
  func `every piece is done once`(threads: Int, pieces: Int) {
    let pool = WorkerPool(threads: threads)
    let counts = (0..<pieces).map { _ in Counter() }
    for _ in 0..<20 {
      pool.run(pieces) { piece, worker in
        counts[piece].add()
        #expect((0..<threads).contains(worker))
      }
    }
    #expect(counts.allSatisfy { $0.value == 20 })
  }

  @Test func `a region inside a region runs on its own thread`() {
    let pool = WorkerPool(threads: 2)
    let count = Counter()
    pool.run(4) { _, _ in pool.run(5) { _, _ in count.add() } }
    #expect(count.value == 20)
  }

  @Test func `threads that slept wake for the next region`() async throws {
    let pool = WorkerPool(threads: 3)
    let count = Counter()
    for _ in 0..<3 {
      pool.run(9) { _, _ in count.add() }
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(count.value == 27)
  }

  @Test func `many regions in a row lose no piece`() {
    let pool = WorkerPool(threads: 4)
    let count = Counter()
    for _ in 0..<20_000 { pool.run(3) { _, _ in count.add() } }
    #expect(count.value == 60_000)
  }

  @Test func `the workers have long slices, so that whoever wakes takes their place`() {
    let pool = WorkerPool(threads: 2)
    let slices = Mutex<Set<UInt32>>([])
    for _ in 0..<1000 where slices.withLock(\.isEmpty) {
      pool.run(20) { _, worker in
        if worker > 0 { slices.withLock { _ = $0.insert(whet_slice()) } }
        usleep(100)
      }
    }
    // A system that knows no such slices tells none, or that it has given another.
    let usual = whet_slice()
    _ = whet_set_slice(UInt32(whet_computing_slice))
    let long = whet_slice()
    _ = whet_set_slice(0)
    guard usual > 0, long != usual else { return }
    #expect(slices.withLock { $0 } == [10_000])
  }

  @Test func `threads a pool cannot have are not asked for`() {
    #expect(WorkerPool(threads: 0).threads == 1)
    #expect(WorkerPool(threads: -3).threads == 1)
    #expect(WorkerPool(threads: 1_000_000).threads == 64)
  }
}

/// Counts from any thread.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  func add() { count.add(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}
