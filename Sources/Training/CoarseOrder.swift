import Arithmetic

/// An order of vectors in which near ones lie together: by the nearest of some centres, which Lloyd's rounds (1982) move into
/// the middle of what is nearest to them.
struct CoarseOrder {
  /// The vectors' places, in their order.
  let places: [Int32]

  /// Vectors for each centre, the most centres, vectors looked at for each, and rounds.
  private static let perCentre = 2048, centreLimit = 512, looked = 48, rounds = 4

  /// Leaves vectors as they are.
  init(count: Int) { places = (0..<Int32(count)).map { $0 } }

  /// Orders vectors, [vector, dimension], by their images, which are made piece by piece: of all at once there would be too many.
  init(of vectors: [Float], _ map: CoarseMap, workers: WorkerPool) {
    let count = vectors.count / map.dimension, dimension = map.imageDimension
    let centreCount = min(Self.centreLimit, count / Self.perCentre)
    guard centreCount > 1 else {
      self = CoarseOrder(count: count)
      return
    }
    let few = min(count, centreCount * Self.looked)
    let some = CoarseImages(vectors, map, at: (0..<few).map { $0 * count / few }, workers: workers).numbers
    let centres = FloatBuffer(count: centreCount * dimension)
    for centre in 0..<centreCount {
      (centres.pointer + centre * dimension).update(
        from: some.pointer + centre * few / centreCount * dimension, count: dimension)
    }
    for _ in 0..<Self.rounds {
      let nearest = Self.nearest(centres, count: few, dimension: dimension, workers: workers) { rows in
        (some, rows.lowerBound)
      }
      Self.move(centres, into: some, nearest, dimension: dimension)
    }
    let nearest = Self.nearest(centres, count: count, dimension: dimension, workers: workers) { rows in
      (CoarseImages(vectors, map, at: Array(rows)).numbers, 0)
    }
    var starts = [Int](repeating: 0, count: centreCount + 1)
    for centre in nearest { starts[Int(centre) + 1] += 1 }
    for centre in 0..<centreCount { starts[centre + 1] += starts[centre] }
    var places = [Int32](repeating: 0, count: count)
    for (place, centre) in nearest.enumerated() {
      places[starts[Int(centre)]] = Int32(place)
      starts[Int(centre)] += 1
    }
    self.places = places
  }

  /// The number of the centre that is nearest to each vector, by products in single precision; `images` gives some rows'
  /// images and the row in them at which they begin.
  private static func nearest(
    _ centres: FloatBuffer, count: Int, dimension: Int, workers: WorkerPool,
    images: (Range<Int>) -> (numbers: FloatBuffer, row: Int)
  ) -> [Int32] {
    let (centreCount, block) = (centres.count / dimension, 128)
    let halves = FloatBuffer(count: centreCount)
    for centre in 0..<centreCount {
      let own = centres.pointer + centre * dimension
      halves.pointer[centre] = Float(-0.5 * Distance.dot(own, own, count: dimension))
    }
    let scores = (0..<workers.threads).map { _ in FloatBuffer(count: block * centreCount) }
    var nearest = [Int32](repeating: 0, count: count)
    nearest.withUnsafeMutableBufferPointer { nearest in
      workers.run((count + block - 1) / block) { piece, worker in
        let rows = piece * block..<min(piece * block + block, count)
        let (own, scores) = (images(rows), scores[worker].pointer)
        MatrixProduct.multiplyRows(
          a: own.numbers.pointer + own.row * dimension, aRow: dimension, b: centres.pointer, bRow: dimension,
          bias: halves.pointer, c: scores, cRow: centreCount, rows: rows.count, columns: centreCount, depth: dimension)
        for row in rows {
          let own = scores + (row - rows.lowerBound) * centreCount
          var best = 0
          for centre in 1..<centreCount where own[centre] > own[best] { best = centre }
          nearest[row] = Int32(best)
        }
      }
    }
    return nearest
  }

  /// Moves each centre into the middle of its vectors; a centre without any stays.
  private static func move(
    _ centres: FloatBuffer, into vectors: FloatBuffer, _ nearest: [Int32], dimension: Int
  ) {
    let centreCount = centres.count / dimension
    var counts = [Int](repeating: 0, count: centreCount)
    let sums = FloatBuffer(count: centres.count)
    for (row, centre) in nearest.enumerated() {
      counts[Int(centre)] += 1
      Elementwise.addScaled(
        vectors.pointer + row * dimension, to: sums.pointer + Int(centre) * dimension, count: dimension)
    }
    for centre in 0..<centreCount where counts[centre] > 0 {
      for position in centre * dimension..<(centre + 1) * dimension {
        centres.pointer[position] = sums.pointer[position] / Float(counts[centre])
      }
    }
  }
}
