import Arithmetic

/// Two buffers in each thread's scratch memory, that the vector units may work on the one while the matrix unit works on the other:
/// what a thread does for a block leaves something in a buffer, and the thread's next block finds it there.
struct DoubleBuffers {
  /// What a block finds.
  struct Pair {
    /// Which block's contents lie in the first buffer; nil where nothing does.
    let contents: Int?
    let filled: UnsafeMutablePointer<Float>
    /// The buffer to be filled, which the thread's next block finds.
    let free: UnsafeMutablePointer<Float>
    /// Scratch memory behind both.
    let rest: UnsafeMutablePointer<Float>
  }

  private struct State {
    var contents: Int?
    var half: Int
  }

  private let threads: Threads
  /// How many floats a buffer holds.
  private let count: Int
  private let states: UnsafeMutableBufferPointer<State>

  /// Calls `body` with empty buffers of so many floats.
  static func with(_ threads: Threads, count: Int, _ body: (DoubleBuffers) -> Void) {
    withUnsafeTemporaryAllocation(of: State.self, capacity: threads.count) { states in
      states.initialize(repeating: State(contents: nil, half: 0))
      body(DoubleBuffers(threads: threads, count: count, states: states))
    }
  }

  /// Calls `body` for every block, shared among the threads. It returns which block's contents it left in the free buffer.
  func run(_ blocks: Int, work: Int, _ body: (_ block: Int, _ pair: Pair) -> Int) {
    threads.run(blocks, work: work) { block, worker in
      let (state, start) = (states[worker], threads.scratch(worker))
      let pair = Pair(
        contents: state.contents, filled: start + state.half * count, free: start + (1 - state.half) * count,
        rest: start + 2 * count)
      states[worker] = State(contents: body(block, pair), half: 1 - state.half)
    }
  }

  /// Calls `body` for the contents that the threads' last blocks left.
  func finish(work: Int, _ body: (_ contents: Int, _ filled: UnsafeMutablePointer<Float>) -> Void) {
    threads.run(threads.count, work: work) { worker, _ in
      guard let contents = states[worker].contents else { return }
      body(contents, threads.scratch(worker) + states[worker].half * count)
    }
  }
}

extension Threads {
  /// Multiplies for every block with a factor of its own, which is cut before: each thread has its next block's cut while the matrix
  /// unit multiplies this one's. A cut factor takes `count` floats; what lies behind two of them in a thread's scratch memory is free.
  func runCuttingAhead(
    _ blocks: Int, work: Int, count: Int,
    cut: (_ block: Int, _ tiles: UnsafeMutablePointer<Float>) -> OverlappedWork,
    multiply: (
      _ block: Int, _ tiles: UnsafePointer<Float>, _ free: UnsafeMutablePointer<Float>, _ overlapped: OverlappedWork?
    ) -> Void
  ) {
    DoubleBuffers.with(self, count: count) { buffers in
      buffers.run(blocks, work: work) { block, pair in
        // Who helps another thread comes to other blocks than the next.
        if pair.contents != block { cut(block, pair.filled).doAlone() }
        let next = block + 1 < blocks ? cut(block + 1, pair.free) : nil
        multiply(block, pair.filled, pair.rest, next)
        return block + 1
      }
    }
  }
}
