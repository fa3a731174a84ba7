import Arithmetic

/// All queries of a coarse search as bytes, those with near images beside each other.
struct CoarseQueries {
  /// Which query lies at a place; all that follows lies in this order.
  let order: [Int]
  /// [query][whole fours], and each one's side of a score.
  let bytes: [Int8], sides: [ByteTiles.Query]
  /// The images' squared lengths and how far they may lie from where they would without rounding.
  let squares: [Double], slack: [Double]
  /// The images' lengths, and the lengths of what the bytes miss of them.
  let lengths: [Float], missed: [Float]
  /// Each one's sample that is left out, or −1, and the chunk whose middle is nearest.
  let left: [Int], nearestChunk: [Int]
  private let queries: [Float], dimension: Int, imageDimension: Int
  /// The distances from the chunks' middles, at least, [query in the order of asking, chunk].
  private let distances: FloatBuffer, chunkCount: Int

  /// Nil where a query is too large or too small for single precision.
  init?(_ queries: [Float], leavingOut left: [Int], _ index: CoarseIndex, workers: WorkerPool) {
    let count = queries.count / index.map.dimension
    let images = CoarseImages(queries, index.map, rows: 0..<count, workers: workers)
    let (length, padded) = (images.dimension, ByteTiles.length(dimension: images.dimension))
    let distances = Self.distances(images, index, workers), chunkCount = index.chunks.count
    let nearest = (0..<count).map { query in
      let own = distances.pointer + query * chunkCount
      return (0..<chunkCount).min { own[$0] < own[$1] } ?? 0
    }
    let order = (0..<count).sorted { (nearest[$0], $0) < (nearest[$1], $1) }
    var bytes = [Int8](repeating: 0, count: count * padded)
    var (sides, squares, lengths, missed) = ([ByteTiles.Query](), [Double](), [Float](), [Float]())
    for (place, query) in order.enumerated() {
      let image = UnsafeBufferPointer(start: images.numbers.pointer + query * length, count: length)
      let largest = image.reduce(0) { max($0, abs($1)) }
      let step = largest > 0 ? Double(largest) / 127 : 1
      var (total, square, miss) = (0, 0.0, 0.0)
      for (position, value) in image.enumerated() {
        let value = Double(value), byte = (value / step).rounded()
        guard byte.magnitude <= 127 else { return nil }
        bytes[place * padded + position] = Int8(byte)
        total += Int(byte)
        square += value * value
        miss += (value - byte * step) * (value - byte * step)
      }
      guard square < 1e30, largest == 0 || largest > 1e-12 else { return nil }
      sides.append(ByteTiles.Query(total: Float(total), factor: -2 * Float(step)))
      squares.append(square)
      lengths.append(Float(square.squareRoot()))
      missed.append(Float(miss.squareRoot()))
    }
    (self.order, self.bytes, self.sides, self.squares) = (order, bytes, sides, squares)
    (self.lengths, self.missed) = (lengths, missed)
    slack = order.map { Double(images.slack.pointer[$0]) }
    self.left = order.map { left[$0] }
    nearestChunk = order.map { nearest[$0] }
    (self.queries, dimension, imageDimension) = (queries, index.map.dimension, length)
    (self.distances, self.chunkCount) = (distances, chunkCount)
  }

  /// The numbers of the query at a place.
  func query(_ place: Int) -> ArraySlice<Float> { queries[order[place] * dimension..<(order[place] + 1) * dimension] }

  /// How far its image lies from a chunk's middle, at least.
  func distance(_ place: Int, toChunk chunk: Int) -> Double {
    Double(distances.pointer[order[place] * chunkCount + chunk])
  }

  /// What its scores in a chunk may be wrong by.
  func error(_ place: Int, _ chunk: CoarseIndex.Chunk) -> Float {
    let (length, missed) = (lengths[place], missed[place])
    let bytes = 2 * (missed * chunk.length + length * chunk.missed)
    let numbers = Float(imageDimension), square = chunk.length * chunk.length
    let sums = (numbers + 16) * 0x1p-24 * (square + 2 * length * chunk.length)
    let ending = 8 * 0x1p-24 * (square + 2 * chunk.reach * numbers.squareRoot() * (length + missed))
    return 1.01 * (bytes + sums + ending) + 1e-37
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
