import Arithmetic
internal import Synchronization

/// Samples made ready for the coarse search: their images as bytes, in an order in which near ones lie together, in chunks of
/// which it is known where they lie. Images of parts along directions, the largest first, are looked at twice: first at some of them.
final class CoarseIndex: @unchecked Sendable {
  /// Tiles of which it is known where they lie.
  static let tilesPerChunk = 32

  /// Neighbouring tiles.
  struct Chunk {
    let tiles: Range<Int>
    /// How far its images lie from its middle, at most.
    let radius: Double
    /// How far an image may lie from where it would without rounding.
    let slack: Double
  }

  let map: CoarseMap
  /// Which sample lies at a place.
  let order: [Int32]
  /// The last look takes all of an image.
  let looks: [CoarseLook]
  let chunks: [Chunk]
  /// The chunks' middles, [chunk, image].
  let middles: FloatBuffer

  /// Makes samples ready; with images of fewer numbers where asked and worth while. Nil where the processor has no products of
  /// bytes, or numbers are too large or too small for single precision.
  init?(_ linear: LinearSearch, reduces: Bool, workers: WorkerPool) {
    let count = linear.samples.count / linear.dimension
    guard ByteTiles.isSupported, count > 0, count < Int32.max, linear.dimension <= 1 << 16 else { return nil }
    let map = CoarseMap(linear, reduces: reduces, workers: workers)
    let order = map.reduces ? CoarseOrder(of: linear.samples, map, workers: workers) : CoarseOrder(count: count)
    let places = order.places
    let dimension = map.imageDimension, chunkSize = Self.tilesPerChunk * ByteTiles.width
    let first = map.reduces ? (3 * dimension / 8 + 3) / 4 * 4 : dimension
    let looks = [first, dimension].suffix(first < dimension ? 2 : 1).map { CoarseLook(count: count, dimension: $0) }
    var chunks = [(own: Chunk, errors: [CoarseLook.Errors])?](
      repeating: nil, count: (count + chunkSize - 1) / chunkSize)
    let middles = FloatBuffer(count: chunks.count * dimension)
    chunks.withUnsafeMutableBufferPointer { chunks in
      workers.run(chunks.count) { number, _ in
        let own = number * chunkSize..<min((number + 1) * chunkSize, count)
        let some = CoarseImages(linear.samples, map, at: places[own].map { Int($0) })
        chunks[number] = Self.pack(some, tile: number * Self.tilesPerChunk, middles.pointer + number * dimension, looks)
      }
    }
    let known = chunks.compactMap { $0 }
    guard known.count == chunks.count else { return nil }
    (self.map, self.order, self.middles, self.chunks) = (map, places, middles, known.map(\.own))
    self.looks = looks.enumerated().map { number, look in look.knowing(known.map { $0.errors[number] }) }
  }

  /// Packs a chunk from a tile on, and says where it lies; nil where numbers are too large or too small.
  private static func pack(
    _ images: CoarseImages, tile: Int, _ middle: UnsafeMutablePointer<Float>, _ looks: [CoarseLook]
  ) -> (own: Chunk, errors: [CoarseLook.Errors])? {
    let (dimension, count) = (images.dimension, images.slack.count)
    for row in 0..<count {
      Elementwise.addScaled(images.numbers.pointer + row * dimension, to: middle, count: dimension)
    }
    for position in 0..<dimension { middle[position] /= Float(count) }
    let errors = looks.compactMap { $0.take(images.numbers, length: dimension, tile: tile) }
    guard errors.count == looks.count else { return nil }
    var radius = 0.0
    for row in 0..<count {
      let square = Distance.squaredEuclidean(images.numbers.pointer + row * dimension, middle, count: dimension)
      radius = max(radius, square.squareRoot())
    }
    let tileCount = (count + ByteTiles.width - 1) / ByteTiles.width
    let chunk = Chunk(
      tiles: tile..<tile + tileCount, radius: radius, slack: Double(images.slack.values.max() ?? 0))
    return (chunk, errors)
  }
}

/// Keeps what was made ready of a model's samples. The first questions are answered by all numbers; directions are looked for
/// once so many are asked that it pays.
final class CoarseIndices: Sendable {
  /// Questions and samples from which on it pays.
  private static let queries = 64, samples = 8192

  private struct Kept {
    var index: CoarseIndex?
    var hasTried = false, hasReduced = false
  }

  private let kept = Mutex(Kept())

  /// The index for so many questions at once; nil where there is none for such numbers or on this processor.
  func index(of linear: LinearSearch, queries: Int, workers: WorkerPool) -> CoarseIndex? {
    kept.withLock { kept in
      let reduces = queries >= Self.queries && linear.samples.count / linear.dimension >= Self.samples
      guard !kept.hasTried || reduces && !kept.hasReduced else { return kept.index }
      if !kept.hasTried || kept.index != nil {
        kept.index = CoarseIndex(linear, reduces: reduces, workers: workers)
      }
      (kept.hasTried, kept.hasReduced) = (true, kept.hasReduced || reduces)
      return kept.index
    }
  }
}
