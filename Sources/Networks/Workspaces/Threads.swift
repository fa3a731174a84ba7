import Arithmetic

/// The threads that share a workspace's work, each with scratch memory of its own.
final class Threads {
  /// Who shares the work; nil where a workspace belongs to one thread of many.
  private let workers: WorkerPool?
  private let scratches: [FloatBuffer]
  /// The thread that works here, where only one does.
  var worker = 0
  /// Asked before every block of a large layer whether to go on, from several threads; nil where layers are finished. Once it
  /// has answered no it must not answer otherwise: what blocks left out would have written is missing.
  var goesOn: (@Sendable () -> Bool)?

  /// The workers' threads, or this one alone, with so many floats of scratch memory.
  init(_ workers: WorkerPool?, scratchCount: Int) {
    self.workers = workers
    scratches = (0..<(workers?.threads ?? 1)).map { _ in FloatBuffer(count: scratchCount) }
  }

  /// One of some threads, with its scratch memory.
  init(oneOf threads: Threads) {
    workers = nil
    scratches = threads.scratches
  }

  /// How many threads have scratch memory.
  var count: Int { scratches.count }
  /// Whether several may share the work.
  var areShared: Bool { workers != nil }

  func scratch(_ worker: Int) -> UnsafeMutablePointer<Float> { scratches[worker].pointer }

  /// The scratch memory of the one thread that works here.
  var ownScratch: UnsafeMutablePointer<Float> { scratch(worker) }

  /// Calls `body` for every block, shared among the threads when the work, in multiplications, is worth waking them.
  func run(_ blocks: Int, work: Int, _ body: (_ block: Int, _ worker: Int) -> Void) {
    guard let goesOn, work > Threads.largeWork else { return finish(blocks, work: work, body) }
    finish(blocks, work: work) { block, worker in
      if goesOn() { body(block, worker) }
    }
  }

  /// Multiplications of some milliseconds, for which an interrupt does not wait.
  static let largeWork = 1 << 24

  private func finish(_ blocks: Int, work: Int, _ body: (_ block: Int, _ worker: Int) -> Void) {
    guard let workers, work > 50_000 else {
      for block in 0..<blocks { body(block, worker) }
      return
    }
    workers.run(blocks, body)
  }
}
