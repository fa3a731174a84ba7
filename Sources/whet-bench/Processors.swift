import Arithmetic

/// Watches how much two processors do at once. On a machine that is rented by the processor, two of them may for some seconds be
/// the two halves of one core, and each then does half as much: figures taken so are not those of two cores.
struct Processors {
  /// How two processors lie for the moment.
  enum Place: Equatable {
    /// On a core of their own each.
    case apart
    /// On one core.
    case sharing
    /// Neither could be said: the place changed, or others took the processor.
    case unclear

    /// The place while something ran between two looks.
    init(between before: Double, and after: Double) {
      self =
        if min(before, after) > 1.7 { .apart } else if max(before, after) < 1.3 { .sharing } else { .unclear }
    }
  }

  private let pool = WorkerPool(threads: 2)
  private let products = [SmallProduct(), SmallProduct()]

  /// How many times as much two threads do at once as one does alone: from 1, on one core, to 2, on two. It takes some 5 ms.
  func look() -> Double {
    let pieces = 40
    func work(_ worker: Int) { for _ in 0..<20 { products[worker].multiply() } }
    pool.run(pieces) { _, worker in work(worker) }
    let alone = Timings(runs: 3) { for _ in 0..<pieces { work(0) } }
    let together = Timings(runs: 3) { pool.run(pieces) { _, worker in work(worker) } }
    return alone.best / together.best
  }
}
