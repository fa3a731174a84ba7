/// Some neighbouring samples of a mini-batch, or blocks of them, whose gradients one thread sums one after the other, apart from the
/// other chunks'. The chunks' sums are added up in a binary tree over their numbers: the bits do not depend on the threads.
struct Chunk {
  /// Which of the chunks it is.
  let number: Int
  /// Whether what is summed is its first, which begins the sums.
  let begins: Bool

  /// With fewer samples threads would have too little to share.
  static func isWorthwhile(_ samples: Int) -> Bool { samples >= 4 }
}

/// How items fall into chunks, whatever the number of threads.
struct Chunks {
  let count: Int
  private let items: Int
  private let size: Int?

  /// So many chunks, as equal as can be.
  init(_ items: Int, into count: Int) {
    self.items = items
    self.count = count
    size = nil
  }

  /// Chunks of so many items, the last of what is left.
  init(_ items: Int, of size: Int) {
    self.items = items
    self.size = size
    count = (items + size - 1) / size
  }

  /// A mini-batch's samples.
  init(samples: Int) { self.init(samples, into: min(samples, samples < 16 ? 4 : 8)) }

  /// The items of a chunk.
  subscript(_ number: Int) -> Range<Int> {
    if let size { return number * size..<min((number + 1) * size, items) }
    return number * items / count..<(number + 1) * items / count
  }

  /// How many items the longest chunk has.
  var longest: Int { (0..<count).map { self[$0].count }.max() ?? 0 }
}

extension Threads {
  /// Calls `body` for the items of all chunks, each chunk's in their order on one thread; or for some of every chunk, from one on.
  func forEach(
    in chunks: Chunks, from first: Int = 0, atMost count: Int = .max, work: Int,
    _ body: (_ item: Int, _ chunk: Chunk, _ worker: Int) -> Void
  ) {
    run(chunks.count, work: work) { number, worker in
      let items = chunks[number]
      for item in items.dropFirst(first).prefix(count) {
        body(item, Chunk(number: number, begins: item == items.lowerBound), worker)
      }
    }
  }
}
