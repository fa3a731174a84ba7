import Arithmetic

/// The exact search for the neighbours of many queries at once, by products of bytes.
///
/// Samples and queries, less the samples' rough mean, are rounded to bytes. What the rounding misses of each is measured,
/// and by Cauchy and Schwarz no score is wrong by more than the lengths of what is missed times the lengths of what it is
/// multiplied with. All samples whose score may be among the wanted ones are then measured as the linear search
/// measures: its answers come out, tie for tie and bit for bit, on any number of threads.
struct CoarseSearch {
  let linear: LinearSearch

  /// Tiles a thread takes at a time.
  private static let tilesPerPiece = 8

  /// The nearest samples of each query, [queries, dimension], nearest first; each query may leave one sample out. Nil where
  /// the processor has no products of bytes, or numbers are too large or too small for single precision.
  func nearest(
    _ wanted: Int, to queries: [Float], leavingOut left: [Int], workers: WorkerPool
  ) -> [[Candidate]]? {
    let dimension = linear.dimension
    let (queryCount, sampleCount) = (queries.count / dimension, linear.samples.count / dimension)
    guard ByteTile.isSupported, sampleCount > 0, dimension <= 1 << 16 else { return nil }
    let centre = centre(sampleCount)
    guard let coarse = CoarseQueries(queries, centre: centre, metric: linear.metric) else { return nil }
    let desks = (0..<workers.threads).map { _ in
      CoarseDesk(linear, coarse, centre: centre, left: left, wanted: wanted)
    }
    let step = ByteTile.width * Self.tilesPerPiece
    workers.run((sampleCount + step - 1) / step) { piece, worker in
      for first in stride(from: piece * step, to: min((piece + 1) * step, sampleCount), by: ByteTile.width) {
        desks[worker].score(first..<min(first + ByteTile.width, sampleCount))
      }
    }
    guard desks.allSatisfy(\.isSound) else { return nil }
    return (0..<queryCount).map { query in
      var nearest = NearestCandidates(wanted)
      let shortlist = Shortlists.merged(desks.map(\.lists), query: query)
      linear.measure(queries[query * dimension..<(query + 1) * dimension], shortlist) { nearest.consider($0) }
      return nearest.finish()
    }
  }

  /// Any centre will do, and the nearer to the samples the less is lost: the mean of the first. Angles are measured at 0.
  private func centre(_ count: Int) -> [Float] {
    var sums = [Double](repeating: 0, count: linear.dimension)
    guard linear.metric == .euclidean else { return sums.map { Float($0) } }
    let few = min(count, 512)
    for sample in 0..<few {
      for position in sums.indices { sums[position] += Double(linear.samples[sample * linear.dimension + position]) }
    }
    return sums.map { Float($0 / Double(few)) }
  }
}

/// All queries as bytes.
private struct CoarseQueries {
  /// [query][whole fours], and each one's side of a score.
  let bytes: [Int8], sides: [ByteTile.Query]
  /// Each one's length, and the length of what its bytes miss.
  let lengths: [Float], missed: [Float]
  /// What a score's error is multiplied by: 2 for |x|² − 2 q·x, 1 for −q·x / |x|.
  let factor: Float
  let dimension: Int

  /// Nil where a query is too large or too small for single precision.
  init?(_ queries: [Float], centre: [Float], metric: NearestNeighbors.Metric) {
    let dimension = centre.count
    self.dimension = dimension
    factor = metric == .euclidean ? 2 : 1
    let (count, padded) = (queries.count / dimension, ByteTile.length(dimension: dimension))
    var bytes = [Int8](repeating: 0, count: count * padded)
    var (sides, lengths, missed): ([ByteTile.Query], [Float], [Float]) = ([], [], [])
    for query in 0..<count {
      let shifted = (0..<dimension).map { Double(queries[query * dimension + $0]) - Double(centre[$0]) }
      let largest = shifted.reduce(0) { max($0, abs($1)) }
      let step = largest > 0 ? largest / 127 : 1
      var (total, square, miss) = (0, 0.0, 0.0)
      for (position, value) in shifted.enumerated() {
        let byte = (value / step).rounded()
        bytes[query * padded + position] = Int8(byte)
        total += Int(byte)
        square += value * value
        miss += (value - byte * step) * (value - byte * step)
      }
      guard square < 1e30, largest == 0 || largest > 1e-12 else { return nil }
      sides.append(ByteTile.Query(total: Float(total), factor: -factor * Float(step)))
      lengths.append(Float(square.squareRoot()))
      missed.append(Float(miss.squareRoot()))
    }
    (self.bytes, self.sides, self.lengths, self.missed) = (bytes, sides, lengths, missed)
  }
}

/// One thread's tile and what it found.
private final class CoarseDesk {
  let lists: Shortlists
  /// False once a sample was too large or too small for single precision.
  private(set) var isSound = true

  private let linear: LinearSearch
  private let queries: CoarseQueries
  private let centre: [Float]
  private let left: [Int]
  private let tile: ByteTile
  private var sides: [ByteTile.Query]

  init(_ linear: LinearSearch, _ queries: CoarseQueries, centre: [Float], left: [Int], wanted: Int) {
    self.linear = linear
    self.queries = queries
    self.centre = centre
    self.left = left
    tile = ByteTile(dimension: queries.dimension)
    sides = queries.sides
    lists = Shortlists(queries: queries.lengths.count, wanted: wanted)
  }

  /// The largest numbers of a tile's vectors that errors come from.
  private struct Extremes {
    var length: Float = 0, missed: Float = 0, reach: Float = 0, offset: Float = 0
  }

  /// Scores a tile of samples for all queries.
  func score(_ range: Range<Int>) {
    linear.samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      tile.fill(start + range.lowerBound * queries.dimension, count: range.count, centre: centre)
    }
    let extremes = takeIn(range.count)
    guard isSound else { return }
    let length = ByteTile.length(dimension: queries.dimension)
    let live = range.count == ByteTile.width ? UInt32.max : (1 << UInt32(range.count)) - 1
    queries.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      for first in stride(from: 0, to: sides.count, by: ByteTile.rows) {
        let some = first..<min(first + ByteTile.rows, sides.count)
        for query in some { sides[query].bound = lists.bound(query) + error(query, extremes) }
        let hits = sides.withUnsafeBufferPointer { sides in
          sides.baseAddress.map { tile.score(start + first * length, $0 + first, count: some.count) }
        }
        guard let hits else { return }
        for query in some where hits[query - first] & live != 0 {
          sift(hits[query - first] & live, range.lowerBound, query, row: query - first, error(query, extremes))
        }
      }
    }
  }

  /// Says how the tile's vectors are scored.
  private func takeIn(_ count: Int) -> Extremes {
    var extremes = Extremes()
    for index in 0..<count {
      let vector = tile[index]
      let length = vector.squaredLength.squareRoot()
      guard vector.squaredLength < 1e30, length == 0 || length > 1e-12 else {
        isSound = false
        return extremes
      }
      let isEuclidean = linear.metric == .euclidean
      let scale: Float = isEuclidean ? 1 : length > 0 ? 1 / length : 0
      tile.setScore(of: index, offset: isEuclidean ? vector.squaredLength : 0, scale: scale)
      // What rounding to single precision adds to what the bytes miss.
      let missed = vector.missed * 1.001 + length * 1e-6
      extremes.length = max(extremes.length, (length + missed) * scale)
      extremes.missed = max(extremes.missed, missed * scale)
      extremes.reach = max(extremes.reach, (abs(vector.low) + 255 * vector.step) * scale)
      extremes.offset = max(extremes.offset, isEuclidean ? vector.squaredLength : 0)
    }
    return extremes
  }

  /// What a query's scores in a tile may be wrong by.
  private func error(_ query: Int, _ tile: Extremes) -> Float {
    let (length, missed) = (queries.lengths[query], queries.missed[query])
    let bytes = queries.factor * (missed * tile.length + length * tile.missed)
    let dimension = Float(queries.dimension)
    let sums = (dimension + 16) * 0x1p-24 * (tile.offset + queries.factor * length * tile.length)
    let ending = 8 * 0x1p-24 * (tile.offset + queries.factor * tile.reach * dimension.squareRoot() * (length + missed))
    return 1.01 * (bytes + sums + ending) + 1e-37
  }

  private func sift(_ hits: UInt32, _ first: Int, _ query: Int, row: Int, _ error: Float) {
    var hits = hits
    while hits != 0 {
      let place = hits.trailingZeroBitCount
      hits &= hits - 1
      guard first + place != left[query] else { continue }
      lists.consider(
        first + place, score: tile.scores.pointer[row * ByteTile.width + place], error: error, query: query)
    }
  }
}
