import CKernels

/// Some vectors as bytes, to be multiplied with queries that are bytes too: a coarse first look at many distances, four
/// times as fast as single precision where the processor has instructions for it.
public final class ByteTile {
  /// Whether this processor has.
  public static var isSupported: Bool { whet_has_byte_products() != 0 }
  /// How many vectors a tile holds, and how many queries are scored at once.
  public static let width = Int(WHET_BYTE_TILE), rows = Int(WHET_BYTE_ROWS)

  /// How long a vector is in bytes: whole fours.
  public static func length(dimension: Int) -> Int { (dimension + 3) / 4 * 4 }

  /// What is known of a vector less the centre, in single precision.
  public struct Vector {
    /// What its bytes stand for: low + step · byte.
    public let low: Float, step: Float
    /// Its squared length, and its product with the centre.
    public let squaredLength: Float, alongCentre: Float
    /// The length of what the bytes miss of it.
    public let missed: Float
  }

  /// A query's side of a score.
  public struct Query {
    fileprivate var query: whet_byte_query

    /// `total` is the sum of its bytes, `factor` what one of them is worth in a score.
    public init(total: Float, factor: Float) { query = whet_byte_query(total: total, factor: factor, bound: .infinity) }

    /// Scores up to here are of interest.
    public var bound: Float {
      get { query.bound }
      set { query.bound = newValue }
    }
  }

  private let dimension: Int
  private let bytes: UnsafeMutableRawPointer
  private let samples: UnsafeMutablePointer<whet_byte_sample>
  private let lows = FloatBuffer(count: ByteTile.width), steps = FloatBuffer(count: ByteTile.width)
  private let offsets = FloatBuffer(count: ByteTile.width)
  /// The scores of the last queries, [query][vector]: where there are hits.
  public let scores = FloatBuffer(count: ByteTile.rows * ByteTile.width)
  private let found: UnsafeMutablePointer<UInt32>

  /// A tile for vectors of so many numbers.
  public init(dimension: Int) {
    self.dimension = dimension
    let count = ByteTile.length(dimension: dimension) * ByteTile.width
    bytes = .allocate(byteCount: count, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    samples = .allocate(capacity: ByteTile.width)
    found = .allocate(capacity: ByteTile.rows)
    found.initialize(repeating: 0, count: ByteTile.rows)
    samples.initialize(
      repeating: whet_byte_sample(low: 0, step: 0, squared_length: 0, along: 0, missed: 0), count: ByteTile.width)
  }

  deinit {
    bytes.deallocate()
    samples.deallocate()
    found.deallocate()
  }

  /// Takes up to `width` vectors, each less the centre.
  public func fill(_ vectors: UnsafePointer<Float>, count: Int, centre: UnsafePointer<Float>) {
    precondition(count <= ByteTile.width, "\(count) vectors in a tile of \(ByteTile.width)")
    whet_pack_bytes(
      vectors, centre, Int32(count), Int32(dimension), bytes.assumingMemoryBound(to: UInt8.self), samples)
  }

  /// What is known of a vector.
  public subscript(index: Int) -> Vector {
    let sample = samples[index]
    return Vector(
      low: sample.low, step: sample.step, squaredLength: sample.squared_length, alongCentre: sample.along,
      missed: sample.missed)
  }

  /// Says what a vector's score is: offset + scale · factor · its product with the query.
  public func setScore(of index: Int, offset: Float, scale: Float) {
    lows.pointer[index] = samples[index].low * scale
    steps.pointer[index] = samples[index].step * scale
    offsets.pointer[index] = offset
  }

  /// Scores up to `rows` queries, [query][length]; gives for each a bit for every vector whose score is of interest.
  public func score(
    _ queries: UnsafePointer<Int8>, _ sides: UnsafePointer<Query>, count: Int
  ) -> UnsafePointer<UInt32> {
    precondition(count <= ByteTile.rows, "\(count) queries at once")
    var work = whet_byte_scores(
      bytes: bytes.assumingMemoryBound(to: UInt8.self), lows: lows.pointer, steps: steps.pointer,
      offsets: offsets.pointer, quads: Int32(ByteTile.length(dimension: dimension) / 4))
    sides.withMemoryRebound(to: whet_byte_query.self, capacity: count) {
      whet_score_bytes(&work, queries, $0, Int32(count), scores.pointer, found)
    }
    return UnsafePointer(found)
  }
}
