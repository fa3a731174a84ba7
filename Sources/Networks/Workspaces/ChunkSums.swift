import Arithmetic

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

  /// Adds up so many chunks' sums in a binary tree; where a mini-batch is shared, those of all ranks.
  func add(_ chunks: Int, into result: UnsafeMutablePointer<Float>, _ space: Workspace? = nil) {
    guard let first = self[0] else { return }
    if let space, let shared = space.miniBatch.shared {
      shared.addTree(first, of: length, space.threads)
    } else {
      Elementwise.addTree(first, step: length, terms: chunks, count: length)
    }
    result.update(from: first, count: length)
  }
}
