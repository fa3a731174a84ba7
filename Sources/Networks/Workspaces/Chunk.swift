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
  /// Which of them are here, and which items.
  private(set) var numbers: Range<Int>
  private var here: Range<Int>
  private let items: Int
  private let size: Int?

  /// So many chunks, as equal as can be.
  init(_ items: Int, into count: Int) {
    self.items = items
    self.count = count
    (numbers, here) = (0..<count, 0..<items)
    size = nil
  }

  /// Chunks of so many items, the last of what is left.
  init(_ items: Int, of size: Int) {
    self.items = items
    self.size = size
    count = (items + size - 1) / size
    (numbers, here) = (0..<count, 0..<items)
  }

  /// A mini-batch's samples.
  init(samples: Int) { self.init(samples, into: min(samples, samples < 16 ? 4 : 8)) }

  /// The chunks of a mini-batch; in a rank's view of it those of its samples.
  init(_ space: Workspace) {
    guard let shared = space.miniBatch.shared else {
      self.init(samples: space.batch)
      return
    }
    self = Chunks(samples: shared.samples).within(shared.own)
  }

  /// The same chunks where only some items are here, counted from the first of them. A chunk may be here in part, where nothing is
  /// summed.
  func within(_ range: Range<Int>) -> Chunks {
    var result = self
    let own = numbers.filter { self[$0].overlaps(range) }
    result.numbers = own.isEmpty ? 0..<0 : own[0]..<own[own.count - 1] + 1
    result.here = range
    return result
  }

  /// The items of a chunk.
  subscript(_ number: Int) -> Range<Int> {
    let (start, end) =
      size.map { (number * $0, (number + 1) * $0) } ?? (number * items / count, (number + 1) * items / count)
    return max(start, here.lowerBound) - here.lowerBound..<min(end, here.upperBound) - here.lowerBound
  }

  /// How many items the longest chunk has.
  var longest: Int { numbers.map { self[$0].count }.max() ?? 0 }
}

extension Threads {
  /// Calls `body` for the items of all chunks, each chunk's in their order on one thread; or for some of every chunk, from one on.
  func forEach(
    in chunks: Chunks, from first: Int = 0, atMost count: Int = .max, work: Int,
    _ body: (_ item: Int, _ chunk: Chunk, _ worker: Int) -> Void
  ) {
    run(chunks.numbers.count, work: work) { index, worker in
      let number = chunks.numbers.lowerBound + index
      let items = chunks[number]
      for item in items.dropFirst(first).prefix(count) {
        body(item, Chunk(number: number, begins: item == items.lowerBound), worker)
      }
    }
  }
}
