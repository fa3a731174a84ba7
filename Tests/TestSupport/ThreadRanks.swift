import Foundation
import Synchronization

/// Threads in the place of the processes of a training: what one of them gathers is copied from the memory of the others.
public final class ThreadRanks: @unchecked Sendable {
  private let condition = NSCondition()
  /// Each rank writes its own place while others write theirs: an array would be one variable of all threads.
  private let places: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private var arrived = 0, round = 0
  /// How many numbers were sent, by all ranks together.
  public private(set) var sent = 0

  /// How many there are.
  public let count: Int

  /// So many ranks.
  public init(_ count: Int) {
    self.count = count
    places = .allocate(capacity: count)
    places.initialize(repeating: nil, count: count)
  }

  deinit { places.deallocate() }

  private func meet() {
    condition.lock()
    arrived += 1
    let own = round
    if arrived == count {
      (arrived, round) = (0, round + 1)
      condition.broadcast()
    }
    while round == own { condition.wait() }
    condition.unlock()
  }

  /// Fills in what the other ranks have.
  public func gather(_ rank: Int, _ numbers: UnsafeMutablePointer<Float>, _ parts: [Int]) {
    places[rank] = numbers
    meet()
    var start = 0
    for (other, part) in parts.enumerated() {
      if other != rank, let from = places[other] { (numbers + start).update(from: from + start, count: part) }
      start += part
    }
    meet()
    if rank == 0 { sent += parts.reduce(0, +) }
  }

  /// Does something in every rank at once, and answers what came of each.
  public func run<Result: Sendable>(_ body: @escaping @Sendable (_ rank: Int) throws -> Result) throws -> [Result] {
    let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
    let ended = DispatchGroup()
    for rank in 0..<count {
      ended.enter()
      let thread = Thread {
        let result = Swift.Result { try body(rank) }
        results.withLock { $0[rank] = result }
        ended.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    ended.wait()
    let all = results.withLock { $0 }
    return try (0..<count).compactMap { try all[$0]?.get() }
  }
}
