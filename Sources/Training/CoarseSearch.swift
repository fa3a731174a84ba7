import Arithmetic

/// The exact search for the neighbours of many queries at once, by products of bytes.
///
/// Samples and queries are looked at as a `CoarseMap` has them, rounded to bytes. What the rounding misses of each is measured,
/// and by Cauchy and Schwarz no score is wrong by more than the lengths of what is missed times the lengths of what it is
/// multiplied with. A few promising samples are measured first; then all whose score does not rule out that they are as near
/// as the last wanted of these: where the first numbers say most, a score of these alone rules out most samples. They are
/// measured as the linear search measures: its answers come out, tie for tie and bit for bit, on any number of threads.
struct CoarseSearch {
  let linear: LinearSearch
  let index: CoarseIndex

  /// Queries that go through the samples together, and that are prepared together, at most.
  private static let queriesPerPiece = 10 * ByteTiles.rows, queriesPerRound = 4096

  /// The nearest samples of each query, [queries, dimension], nearest first; each query may leave one sample out. Nil where
  /// queries are too large or too small for single precision.
  func nearest(
    _ wanted: Int, to queries: [Float], leavingOut left: [Int], workers: WorkerPool
  ) -> [[Candidate]]? {
    let dimension = linear.dimension, count = queries.count / dimension
    let rooms = (0..<workers.threads).map { _ in
      (ByteTiles.Findings(tiles: CoarseIndex.tilesPerChunk), ByteTiles.Findings(tiles: 1))
    }
    var found: [[Candidate]] = []
    for first in stride(from: 0, to: count, by: Self.queriesPerRound) {
      let round = first..<min(first + Self.queriesPerRound, count)
      let some = Array(queries[round.lowerBound * dimension..<round.upperBound * dimension])
      guard let coarse = CoarseQueries(some, leavingOut: Array(left[round]), index, workers: workers) else {
        return nil
      }
      found += nearest(wanted, to: coarse, rooms, workers)
    }
    return found
  }

  private func nearest(
    _ wanted: Int, to coarse: CoarseQueries, _ rooms: [(ByteTiles.Findings, ByteTiles.Findings)], _ workers: WorkerPool
  ) -> [[Candidate]] {
    let count = coarse.order.count
    let share = (count + workers.threads - 1) / workers.threads
    let turns = (share + Self.queriesPerPiece - 1) / Self.queriesPerPiece
    let size = ((share + turns - 1) / turns + ByteTiles.rows - 1) / ByteTiles.rows * ByteTiles.rows
    var found = [[Candidate]](repeating: [], count: count)
    found.withUnsafeMutableBufferPointer { found in
      workers.run((count + size - 1) / size) { piece, worker in
        let part = CoarsePart(
          self, coarse, piece * size..<min((piece + 1) * size, count), wanted: wanted, rooms: rooms[worker])
        for (place, nearest) in part.search() { found[coarse.order[place]] = nearest }
      }
    }
    return found
  }
}

/// Some queries on their way through the samples.
private final class CoarsePart {
  /// Of so many chunks one is looked into for a query's first limit, of some at most.
  private static let chunksPerBeginning = 64, mostToBegin = 16
  /// Tiles after which the first look is given up where it leaves more than a share of them.
  private static let tilesToTry = 4096, worthwhile = 0.25

  private let linear: LinearSearch, index: CoarseIndex, coarse: CoarseQueries
  private let places: Range<Int>, wanted: Int
  /// What is found in a chunk, and in a tile that is looked at again.
  private let findings: ByteTiles.Findings, again: ByteTiles.Findings
  /// What the looks take of the queries, with their bounds.
  private var sides: [[ByteTiles.Query]]
  private var nearest: [NearestCandidates]
  /// What the last wanted sample is away at most, and how far the images of any as near may lie apart, but for their slack.
  private var limits: [Double], reaches: [Double]
  /// What is to be measured of some tiles.
  private var pairs: [LinearSearch.Pair] = []
  /// Tiles of queries that the first look was asked about, and those that it left.
  private var asked = 0, left = 0

  init(
    _ search: CoarseSearch, _ coarse: CoarseQueries, _ places: Range<Int>, wanted: Int,
    rooms: (ByteTiles.Findings, ByteTiles.Findings)
  ) {
    (linear, index, self.coarse, self.places) = (search.linear, search.index, coarse, places)
    (self.wanted, findings, again) = (wanted, rooms.0, rooms.1)
    sides = coarse.looks.map { Array($0.sides[places]) }
    nearest = places.map { _ in NearestCandidates(wanted) }
    limits = places.map { _ in .infinity }
    reaches = limits
  }

  /// Each query's place and its nearest samples.
  func search() -> [(place: Int, nearest: [Candidate])] {
    for query in nearest.indices { begin(query) }
    for chunk in index.chunks.indices {
      for first in stride(from: 0, to: places.count, by: ByteTiles.rows) {
        look(into: chunk, first..<min(first + ByteTiles.rows, places.count))
      }
    }
    return nearest.indices.map { (places.lowerBound + $0, nearest[$0].finish()) }
  }

  private func find(
    _ look: Int, in tiles: Range<Int>, _ rows: Range<Int>, keepsScores: Bool = false, into findings: ByteTiles.Findings
  ) -> Bool {
    let length = ByteTiles.length(dimension: index.looks[look].dimension)
    return coarse.looks[look].bytes.withUnsafeBufferPointer { bytes in
      sides[look].withUnsafeBufferPointer { sides in
        guard let bytes = bytes.baseAddress, let sides = sides.baseAddress else { return false }
        return index.looks[look].tiles.find(
          in: tiles, for: bytes + (places.lowerBound + rows.lowerBound) * length, sides + rows.lowerBound,
          count: rows.count, keepsScores: keepsScores, into: findings)
      }
    }
  }

  /// Measures the samples that look nearest in the nearest chunks: a first limit.
  private func begin(_ query: Int) {
    let (place, last) = (places.lowerBound + query, sides.count - 1)
    sides[last][query].bound = .infinity
    var promising = NearestCandidates(2 * wanted + 6)
    let chunks = min(max(index.chunks.count / Self.chunksPerBeginning, 1), Self.mostToBegin)
    for chunk in coarse.nearestChunks(to: place, chunks) {
      let tiles = index.chunks[chunk].tiles, start = tiles.lowerBound * ByteTiles.width
      _ = find(last, in: tiles, query..<query + 1, keepsScores: true, into: findings)
      for slot in 0..<min(tiles.count * ByteTiles.width, index.order.count - start) {
        promising.consider(Candidate(distance: Double(findings.scores.pointer[slot]), index: start + slot))
      }
    }
    var first = NearestCandidates(wanted)
    let samples = promising.finish().map { Int(index.order[$0.index]) }.filter { $0 != coarse.left[place] }
    linear.measure(coarse.query(place), samples) { first.consider($0) }
    let measured = first.finish()
    if measured.count == wanted, let last = measured.last { limit(query, to: last.distance) }
  }

  private func limit(_ query: Int, to distance: Double) {
    guard distance < limits[query] else { return }
    limits[query] = distance
    reaches[query] = index.map.reach(distance).squareRoot()
  }

  /// Measures all samples of a chunk that may be among the nearest of some queries.
  private func look(into number: Int, _ rows: Range<Int>) {
    let chunk = index.chunks[number]
    var isFar = true
    for query in rows {
      let place = places.lowerBound + query
      let reach = reaches[query] + coarse.slack[place] + chunk.slack
      isFar = isFar && coarse.distance(place, toChunk: number) - chunk.radius * (1 + 1e-9) > reach
      for look in sides.indices {
        sides[look][query].bound = coarse.looks[look].bound(
          place, reach: reach, index.looks[look].errors[number])
      }
    }
    guard !isFar, looks(at: chunk.tiles, rows) else { return }
    for query in rows {
      nearest[query].tighten()
      if let bound = nearest[query].bound { limit(query, to: bound.distance) }
    }
  }

  /// Whether any sample of some tiles was to be measured; it is then.
  private func looks(at tiles: Range<Int>, _ rows: Range<Int>) -> Bool {
    let last = sides.count - 1
    let sifts = last > 0 && (asked < Self.tilesToTry || Double(left) < Self.worthwhile * Double(asked))
    guard find(sifts ? 0 : last, in: tiles, rows, into: findings) || sifts else { return false }
    findings.forEach { row, tile, vectors in
      let (query, tile) = (rows.lowerBound + row, tiles.lowerBound + tile)
      guard sifts else { return note(tile * ByteTiles.width, vectors, query: query) }
      left += 1
      if find(last, in: tile..<tile + 1, query..<query + 1, into: again) {
        again.forEach { _, _, vectors in note(tile * ByteTiles.width, vectors, query: query) }
      }
    }
    if sifts { asked += tiles.count * rows.count }
    linear.measure(pairs, of: coarse.queries) { query, candidate in
      if candidate.distance <= limits[query] { nearest[query].consider(candidate) }
    }
    defer { pairs.removeAll(keepingCapacity: true) }
    return !pairs.isEmpty
  }

  /// Notes the vectors of a tile that are to be measured.
  private func note(_ start: Int, _ vectors: UInt32, query: Int) {
    let place = places.lowerBound + query
    var rest = vectors
    while rest != 0 {
      let slot = start + rest.trailingZeroBitCount
      rest &= rest - 1
      guard slot < index.order.count else { return }
      let sample = Int(index.order[slot])
      if sample != coarse.left[place] {
        pairs.append(LinearSearch.Pair(query: query, start: coarse.start(place), sample: sample))
      }
    }
  }
}
