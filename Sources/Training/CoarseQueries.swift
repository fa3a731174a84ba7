import Arithmetic

/// All queries of a coarse search as bytes, those with near images beside each other.
struct CoarseQueries {
  /// Which query lies at a place; all that follows lies in this order.
  let order: [Int]
  /// What each look takes of them.
  let looks: [CoarseQuestions]
  /// How far the images may lie from where they would without rounding.
  let slack: [Double]
  /// Each one's sample that is left out, or −1.
  let left: [Int]
  /// The numbers of all, in the order of asking.
  let queries: [Float]
  private let dimension: Int
  /// The distances from the chunks' middles, at least, [query in the order of asking, chunk].
  private let distances: FloatBuffer, chunkCount: Int

  /// Nil where a query is too large or too small for single precision.
  init?(_ queries: [Float], leavingOut left: [Int], _ index: CoarseIndex, workers: WorkerPool) {
    let count = queries.count / index.map.dimension
    let images = CoarseImages(queries, index.map, at: Array(0..<count), workers: workers)
    let distances = Self.distances(images, index, workers), chunkCount = index.chunks.count
    let nearest = (0..<count).map { query in
      let own = distances.pointer + query * chunkCount
      return (0..<chunkCount).min { own[$0] < own[$1] } ?? 0
    }
    let order = (0..<count).sorted { (nearest[$0], $0) < (nearest[$1], $1) }
    let looks = index.looks.compactMap {
      CoarseQuestions(images.numbers, length: images.dimension, order: order, dimension: $0.dimension)
    }
    guard looks.count == index.looks.count else { return nil }
    (self.order, self.looks) = (order, looks)
    slack = order.map { Double(images.slack.pointer[$0]) }
    self.left = order.map { left[$0] }
    (self.queries, dimension) = (queries, index.map.dimension)
    (self.distances, self.chunkCount) = (distances, chunkCount)
  }

  /// The numbers of the query at a place.
  func query(_ place: Int) -> ArraySlice<Float> { queries[start(place)..<start(place) + dimension] }

  /// Where they begin.
  func start(_ place: Int) -> Int { order[place] * dimension }

  /// How far its image lies from a chunk's middle, at least.
  func distance(_ place: Int, toChunk chunk: Int) -> Double {
    Double(distances.pointer[order[place] * chunkCount + chunk])
  }

  /// The chunks whose middles are nearest to it, so many at most.
  func nearestChunks(to place: Int, _ count: Int) -> [Int] {
    let own = distances.pointer + order[place] * chunkCount
    var nearest = NearestCandidates(count)
    for chunk in 0..<chunkCount { nearest.consider(Candidate(distance: Double(own[chunk]), index: chunk)) }
    return nearest.finish().map(\.index)
  }

  private static func distances(_ images: CoarseImages, _ index: CoarseIndex, _ workers: WorkerPool) -> FloatBuffer {
    let (dimension, count, chunks) = (images.dimension, images.slack.count, index.chunks.count)
    let distances = FloatBuffer(count: count * chunks)
    let middles = (0..<chunks).map { chunk in
      let own = index.middles.pointer + chunk * dimension
      return Distance.dot(own, own, count: dimension)
    }
    workers.run((count + 15) / 16) { piece, _ in
      let rows = piece * 16..<min(piece * 16 + 16, count)
      let products = distances.pointer + rows.lowerBound * chunks
      MatrixProduct.multiplyRows(
        a: images.numbers.pointer + rows.lowerBound * dimension, aRow: dimension, b: index.middles.pointer,
        bRow: dimension, bias: nil, c: products, cRow: chunks, rows: rows.count, columns: chunks, depth: dimension)
      let unit = Double(dimension + 16) * 0x1p-22
      for row in rows {
        let own = images.numbers.pointer + row * dimension, square = Distance.dot(own, own, count: dimension)
        let result = distances.pointer + row * chunks
        for chunk in 0..<chunks {
          let sum = square + middles[chunk]
          let least = sum - 2 * Double(result[chunk]) - unit * sum
          result[chunk] = Float(max(0, least).squareRoot()).nextDown
        }
      }
    }
    return distances
  }
}
