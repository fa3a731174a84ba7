import Arithmetic

/// The exact search for the neighbours of many queries at once, by blocked matrix products.
///
/// With |x − q|² = |q|² + |x|² − 2 q·x, one product of queries and samples in single precision scores every pair. What
/// the product may be wrong by is bounded; all samples whose score lies within twice that bound of the last wanted one
/// are then measured as the linear search measures. So its answers are the linear search's, tie for tie and bit for bit,
/// on any number of threads.
struct BlockedSearch {
  /// Samples that are scored together, and queries: as many as keep both in the nearer caches.
  fileprivate static let tileWidth = 192, queryBlock = 112

  let linear: LinearSearch
  /// What the coarse search has made ready of these samples.
  var coarseIndices = CoarseIndices()

  /// Whether the products are worth while, and the numbers small enough for them.
  func isWorthwhile(queries: Int, wanted: Int) -> Bool {
    queries >= 8 && wanted <= 64 && linear.samples.count >= (1 << 22) / queries
  }

  /// The nearest samples of each query, [queries, dimension], nearest first; each query may leave one sample out.
  func nearest(
    _ wanted: Int, to queries: [Float], leavingOut left: (Int) -> Int? = { _ in nil }, workers: WorkerPool = .shared
  ) -> [[Candidate]] {
    let dimension = linear.dimension
    let (queryCount, sampleCount) = (queries.count / dimension, linear.samples.count / dimension)
    let leftOut = (0..<queryCount).map { left($0) ?? -1 }
    let coarse = coarseIndices.index(of: linear, queries: queryCount, workers: workers)
    if let coarse,
      let found = CoarseSearch(linear: linear, index: coarse)
        .nearest(wanted, to: queries, leavingOut: leftOut, workers: workers)
    {
      return found
    }
    let frame = Frame(linear, queries: queries, wanted: wanted, left: leftOut)
    guard let frame, sampleCount > 0 else { return measureAll(wanted, queries, left) }
    let scratches = (0..<workers.threads).map { _ in SearchScratch(frame) }
    workers.run((sampleCount + Self.tileWidth - 1) / Self.tileWidth) { tile, worker in
      let start = tile * Self.tileWidth
      scratches[worker].score(start..<min(start + Self.tileWidth, sampleCount), frame, block: Self.queryBlock)
    }
    return (0..<queryCount).map { query in
      let shortlist = Shortlists.merged(scratches.map(\.lists), query: query)
      return measure(wanted, shortlist, to: queries[query * dimension..<(query + 1) * dimension])
    }
  }

  private func measureAll(_ wanted: Int, _ queries: [Float], _ left: (Int) -> Int?) -> [[Candidate]] {
    (0..<queries.count / linear.dimension).map { query in
      let numbers = queries[query * linear.dimension..<(query + 1) * linear.dimension]
      return linear.nearest(wanted, to: numbers, leavingOut: left(query))
    }
  }

  private func measure(_ wanted: Int, _ shortlist: [Int], to query: ArraySlice<Float>) -> [Candidate] {
    var nearest = NearestCandidates(wanted)
    linear.measure(query, shortlist) { nearest.consider($0) }
    return nearest.finish()
  }
}

/// What all threads share: queries and samples as the product takes them, and how wrong a score may be.
private struct Frame {
  let dimension: Int, wanted: Int
  /// The queries times −2, or in their directions, negative; row-major.
  let factors: [Float]
  /// The samples; and what is added to each sample's score: its squared length.
  let samples: [Float], offsets: [Float]
  /// What each query's scores may be wrong by.
  let errors: [Float]
  /// Each query's sample that is left out, or −1.
  let left: [Int]

  /// Nil where the numbers are too large for single precision.
  init?(_ search: LinearSearch, queries: [Float], wanted: Int, left: [Int]) {
    dimension = search.dimension
    self.wanted = wanted
    self.left = left
    let lengths = (Self.squaredLengths(search.samples, dimension), Self.squaredLengths(queries, dimension))
    switch search.metric {
    case .euclidean:
      samples = search.samples
      offsets = lengths.0.map { Float($0) }
      factors = queries.map { -2 * $0 }
    case .cosine:
      samples = Self.directions(search.samples, lengths.0, 1)
      offsets = lengths.0.map { _ in 0 }
      factors = Self.directions(queries, lengths.1, -1)
    }
    let longest = search.metric == .euclidean ? lengths.0.reduce(0, max) : 1
    // Each of the sum's steps is wrong by at most a part in 2^24 of what the terms' magnitudes add up to.
    let unit = Double(dimension + 16) * 0x1p-24 * 1.01
    errors = lengths.1.map { length in
      let magnitude = search.metric == .euclidean ? 2 * (length * longest).squareRoot() + longest : 2
      return Float(unit * magnitude + 1e-37)
    }
    guard longest < 1e37, errors.allSatisfy({ $0 < 1e37 }) else { return nil }
  }

  private static func squaredLengths(_ vectors: [Float], _ dimension: Int) -> [Double] {
    vectors.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return [] }
      return (0..<buffer.count / dimension).map {
        Distance.dot(start + $0 * dimension, start + $0 * dimension, count: dimension)
      }
    }
  }

  private static func directions(_ vectors: [Float], _ squaredLengths: [Double], _ sign: Double) -> [Float] {
    let dimension = vectors.count / max(1, squaredLengths.count)
    let scales = squaredLengths.map { $0 > 0 ? sign / $0.squareRoot() : 0 }
    return vectors.indices.map { Float(Double(vectors[$0]) * scales[$0 / dimension]) }
  }
}

/// One thread's working memory: a tile of samples, its scores, and each query's best so far.
private final class SearchScratch {
  private let tile: FloatBuffer
  private var scores: FloatBuffer?
  let lists: Shortlists

  init(_ frame: Frame) {
    tile = FloatBuffer(count: frame.dimension * BlockedSearch.tileWidth)
    lists = Shortlists(queries: frame.errors.count, wanted: frame.wanted)
  }

  /// Scores a tile of samples for all queries.
  func score(_ range: Range<Int>, _ frame: Frame, block: Int) {
    let width = BlockedSearch.tileWidth
    let scores = scores ?? FloatBuffer(count: block * width)
    self.scores = scores
    frame.samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      Elementwise.transpose(
        start + range.lowerBound * frame.dimension, step: frame.dimension, into: tile.pointer, step: width,
        rows: range.count, columns: frame.dimension)
    }
    for first in stride(from: 0, to: frame.errors.count, by: block) {
      let queries = first..<min(first + block, frame.errors.count)
      multiply(queries, range, frame, scores.pointer)
      for query in queries {
        sift(scores.pointer + (query - first) * width, range, query, frame)
      }
    }
  }

  private func multiply(
    _ queries: Range<Int>, _ range: Range<Int>, _ frame: Frame, _ scores: UnsafeMutablePointer<Float>
  ) {
    let width = BlockedSearch.tileWidth
    frame.offsets.withUnsafeBufferPointer { offsets in
      guard let offsets = offsets.baseAddress else { return }
      for row in 0..<queries.count {
        (scores + row * width).update(from: offsets + range.lowerBound, count: range.count)
      }
    }
    frame.factors.withUnsafeBufferPointer { factors in
      guard let factors = factors.baseAddress else { return }
      MatrixProduct(
        a: factors + queries.lowerBound * frame.dimension, b: tile.pointer, c: scores, rows: queries.count,
        columns: range.count, depth: frame.dimension, aRow: frame.dimension, aColumn: 1, bRow: width, cRow: width,
        accumulates: true
      ).multiply()
    }
  }

  /// Picks the samples whose scores might be among the query's best.
  private func sift(_ scores: UnsafePointer<Float>, _ range: Range<Int>, _ query: Int, _ frame: Frame) {
    let error = frame.errors[query]
    var bound = lists.bound(query) + error
    func consider(_ place: Int) {
      guard scores[place] <= bound, range.lowerBound + place != frame.left[query] else { return }
      lists.consider(range.lowerBound + place, score: scores[place], error: error, query: query)
      bound = lists.bound(query) + error
    }
    var place = 0
    while place + 16 <= range.count {
      let sixteen = UnsafeRawPointer(scores + place).loadUnaligned(as: SIMD16<Float>.self)
      if any(sixteen .<= bound) { for lane in place..<place + 16 { consider(lane) } }
      place += 16
    }
    while place < range.count {
      consider(place)
      place += 1
    }
  }
}
