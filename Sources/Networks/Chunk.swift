import Arithmetic

/// Some neighbouring samples of a mini-batch, led back one after the other by one thread. What they give the parameters is summed
/// apart from the other chunks', whose sums are added up in their order: the bits do not depend on the threads.
struct Chunk {
  /// Which of the mini-batch's chunks it is.
  let number: Int
  /// Whether the sample that is led back is its first, which begins the sums.
  let begins: Bool

  /// Into how many chunks so many samples go, whatever the number of threads.
  static func count(_ samples: Int) -> Int { min(samples, samples < 16 ? 4 : 8) }

  /// The samples of a chunk.
  static func samples(_ number: Int, of samples: Int) -> Range<Int> {
    let chunks = count(samples)
    return number * samples / chunks..<(number + 1) * samples / chunks
  }

  /// With fewer samples threads would have too little to share.
  static func isWorthwhile(_ samples: Int) -> Bool { samples >= 4 }
}

/// A layer whose parameters' gradients are summed in chunks.
protocol ChunkwiseRunner: LayerRunner {
  /// How many multiplications a sample takes on the way back.
  var workBack: Int { get }
  /// Leads one sample back, on this thread alone.
  func leadBack(_ space: Workspace, _ sample: Int, chunk: Chunk, scratch: UnsafeMutablePointer<Float>)
}

extension ChunkwiseRunner {
  func backward(_ sample: Workspace, chunk: Chunk) { leadBack(sample, 0, chunk: chunk, scratch: sample.ownScratch) }

  /// Leads all samples back.
  func backwardInChunks(_ space: Workspace) {
    let count = Chunk.count(space.batch)
    beginChunks(count)
    space.run(count, work: space.batch * workBack) { number, worker in
      let samples = Chunk.samples(number, of: space.batch)
      for sample in samples {
        leadBack(
          space, sample, chunk: Chunk(number: number, begins: sample == samples.lowerBound),
          scratch: space.scratch(worker))
      }
    }
    endChunks(space, count)
  }
}

/// The sums of several chunks over the same numbers.
struct ChunkSums {
  private var buffer: FloatBuffer?
  private var length = 0

  /// Makes room for so many chunks' sums.
  mutating func begin(_ chunks: Int, of length: Int) {
    if (buffer?.count ?? 0) < chunks * length { buffer = FloatBuffer(count: chunks * length) }
    self.length = length
  }

  /// A chunk's sums; nil before there is room.
  subscript(_ number: Int) -> UnsafeMutablePointer<Float>? { buffer.map { $0.pointer + number * length } }

  /// A chunk's sums, zeroed for its first sample.
  func sums(_ chunk: Chunk) -> UnsafeMutablePointer<Float> {
    guard let sums = self[chunk.number] else { preconditionFailure("no room was made") }
    if chunk.begins { sums.update(repeating: 0, count: length) }
    return sums
  }

  /// Adds up so many chunks' sums in their order.
  func add(_ chunks: Int, into result: UnsafeMutablePointer<Float>) {
    guard let first = self[0] else { return }
    result.update(from: first, count: length)
    for chunk in 1..<chunks { Elementwise.addScaled(first + chunk * length, to: result, count: length) }
  }
}
