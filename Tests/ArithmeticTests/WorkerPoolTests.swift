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

  @Test(arguments: [2, 3, 4])
  func `each thread begins with its own part of the pieces, the same in every region`(threads: Int) {
    let pool = WorkerPool(threads: threads)
    for each in 1...3 {
      // No first piece of a thread is done before all have begun theirs: so nobody can have helped.
      let begun = Counter()
      let firsts = Mutex<[Int: Int]>([:])
      pool.run(threads * each) { piece, worker in
        guard firsts.withLock({ $0.updateIfNew(piece, for: worker) }) else { return }
        begun.add()
        while begun.value < threads { usleep(10) }
      }
      let expected = Dictionary(uniqueKeysWithValues: (0..<threads).map { ($0, $0 * each) })
      #expect(firsts.withLock { $0 } == expected)
    }
  }

  @Test(arguments: [2, 3, 4])
  func `who is done does the pieces of one that is not`(threads: Int) {
    let pool = WorkerPool(threads: threads)
    let others = Counter()
    let workers = Mutex<Set<Int>>([])
    pool.run(threads * 5) { piece, worker in
      if piece > 0 {
        others.add()
      } else {
        workers.withLock { _ = $0.insert(worker) }
        while others.value < threads * 5 - 1 { usleep(10) }
      }
    }
    #expect(others.value == threads * 5 - 1)
    #expect(workers.withLock(\.count) == 1)
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

extension [Int: Int] {
  /// Notes a value where there is none yet.
  ///
  /// - Returns: Whether there was none.
  fileprivate mutating func updateIfNew(_ value: Int, for key: Int) -> Bool {
    guard self[key] == nil else { return false }
    self[key] = value
    return true
  }
}
