import CKernels

/// Many vectors as bytes, to be multiplied with queries that are bytes too: a coarse first look at many distances, at two to
/// five times the rate of single precision where the processor has instructions for it.
///
/// Vectors lie in tiles of 32. A vector's score for a query is its squared length less twice its product with the query.
public final class ByteTiles: @unchecked Sendable {
  /// Whether this processor has.
  public static var isSupported: Bool { whet_has_byte_products() != 0 }
  /// The largest magnitude of a query's numbers.
  public static var mostOfQuery: Int { Int(whet_most_of_query()) }
  /// How many vectors a tile holds, and how many queries are scored at once.
  public static let width = Int(WHET_BYTE_TILE), rows = Int(WHET_BYTE_ROWS)

  /// How long a vector is in bytes: whole fours.
  public static func length(dimension: Int) -> Int { (dimension + 3) / 4 * 4 }

  /// What is known of a vector less the centre, in single precision.
  public struct Vector: Sendable {
    /// What its bytes stand for: low + step · byte.
    public let low: Float, step: Float
    /// Its squared length.
    public let squaredLength: Float
    /// The length of what the bytes miss of it.
    public let missed: Float
  }

  /// A query's side of a score.
  public struct Query: Sendable {
    fileprivate var query: whet_byte_query

    /// `total` is the sum of its bytes, `factor` what one of them is worth in a score.
    public init(total: Float, factor: Float) { query = whet_byte_query(total: total, factor: factor, bound: .infinity) }

    /// Scores up to here are of interest.
    public var bound: Float {
      get { query.bound }
      set { query.bound = newValue }
    }
  }

  /// One thread's room for what it finds in some tiles.
  public final class Findings {
    fileprivate let hits: UnsafeMutablePointer<whet_byte_hit>
    /// The scores of one query, [tile][vector], where they were asked for.
    public let scores: FloatBuffer
    /// How many tiles are searched at once.
    public let tiles: Int
    fileprivate(set) var count = 0

    /// Room for the hits in so many tiles.
    public init(tiles: Int) {
      self.tiles = tiles
      scores = FloatBuffer(count: tiles * ByteTiles.width)
      hits = .allocate(capacity: tiles * ByteTiles.rows)
    }

    deinit { hits.deallocate() }

    /// Calls `body` with the row of each query that has hits in a tile, the tile, and a bit for each of its vectors.
    public func forEach(_ body: (_ row: Int, _ tile: Int, _ vectors: UInt32) -> Void) {
      for index in 0..<count { body(Int(hits[index].row), Int(hits[index].tile), hits[index].samples) }
    }
  }

  /// How many vectors there are, and tiles.
  public let count: Int, tileCount: Int
  private let dimension: Int
  private let bytes: UnsafeMutableRawPointer
  private let lows: FloatBuffer, steps: FloatBuffer, squaredLengths: FloatBuffer

  /// Room for so many vectors.
  public init(count: Int, dimension: Int) {
    self.count = count
    self.dimension = dimension
    tileCount = (count + ByteTiles.width - 1) / ByteTiles.width
    let size = tileCount * ByteTiles.width * ByteTiles.length(dimension: dimension)
    bytes = .allocate(byteCount: size, alignment: 1 << 12)
    whet_ask_for_large_pages(bytes, size)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    (lows, steps) = (FloatBuffer(count: tileCount * ByteTiles.width), FloatBuffer(count: tileCount * ByteTiles.width))
    squaredLengths = FloatBuffer(count: tileCount * ByteTiles.width)
    // Where a tile has no vector, no query is near.
    for index in count..<tileCount * ByteTiles.width { squaredLengths.pointer[index] = .infinity }
  }

  deinit { bytes.deallocate() }

  /// Takes a tile's vectors, [vector][dimension], each less the centre. Different threads may fill different tiles.
  ///
  /// - Returns: What is known of each.
  public func fill(tile: Int, _ vectors: UnsafePointer<Float>, centre: UnsafePointer<Float>) -> [Vector] {
    let first = tile * ByteTiles.width, filled = min(ByteTiles.width, count - first)
    return withUnsafeTemporaryAllocation(of: whet_byte_sample.self, capacity: ByteTiles.width) { samples in
      guard let known = samples.baseAddress else { return [] }
      let place = bytes + first * ByteTiles.length(dimension: dimension)
      whet_pack_bytes(
        vectors, centre, Int32(filled), Int32(dimension), place.assumingMemoryBound(to: UInt8.self), known)
      return (0..<filled).map { index in
        let sample = known[index]
        lows.pointer[first + index] = sample.low
        steps.pointer[first + index] = sample.step
        squaredLengths.pointer[first + index] = sample.squared_length
        return Vector(
          low: sample.low, step: sample.step, squaredLength: sample.squared_length, missed: sample.missed)
      }
    }
  }

  /// Finds the vectors of some tiles whose scores are of interest to up to `rows` queries, [query][length]. The scores of a
  /// single query are kept where asked.
  ///
  /// - Returns: Whether there is any.
  @discardableResult
  public func find(
    in tiles: Range<Int>, for queries: UnsafePointer<Int8>, _ sides: UnsafePointer<Query>, count: Int,
    keepsScores: Bool = false, into findings: Findings
  ) -> Bool {
    precondition(count <= ByteTiles.rows && tiles.count <= findings.tiles && (count == 1 || !keepsScores))
    var work = whet_byte_tiles(
      bytes: bytes.assumingMemoryBound(to: UInt8.self), lows: lows.pointer, steps: steps.pointer,
      offsets: squaredLengths.pointer, quads: Int32(ByteTiles.length(dimension: dimension) / 4))
    findings.count = sides.withMemoryRebound(to: whet_byte_query.self, capacity: count) {
      Int(
        whet_find_in_bytes(
          &work, tiles.lowerBound, Int32(tiles.count), queries, $0, Int32(count),
          keepsScores ? findings.scores.pointer : nil, findings.hits))
    }
    return findings.count > 0
  }
}
