import Arithmetic

/// Images of vectors, as the coarse search looks at them.
struct CoarseImages {
  let dimension: Int
  /// The images, [count, dimension].
  let numbers: FloatBuffer
  /// How far each may lie from where it would without rounding.
  let slack: FloatBuffer

  /// The images of some samples.
  init(_ linear: LinearSearch, _ map: CoarseMap, rows: Range<Int>) {
    self.init(linear.samples, map, rows: rows, workers: nil)
  }

  /// The images of all samples.
  init(_ linear: LinearSearch, _ map: CoarseMap, workers: WorkerPool) {
    self.init(linear.samples, map, rows: 0..<linear.samples.count / linear.dimension, workers: workers)
  }

  /// The images of some rows of vectors, [rows, dimension].
  init(_ vectors: [Float], _ map: CoarseMap, rows: Range<Int>, workers: WorkerPool?) {
    dimension = map.imageDimension
    let (numbers, slack) = (FloatBuffer(count: rows.count * dimension), FloatBuffer(count: rows.count))
    let rooms = (0..<(workers?.threads ?? 1)).map { _ in CoarseMap.Room(map) }
    let pieces = (rows.count + CoarseMap.block - 1) / CoarseMap.block
    vectors.withUnsafeBufferPointer { vectors in
      guard let vectors = vectors.baseAddress else { return }
      func take(_ piece: Int, _ worker: Int) {
        let first = piece * CoarseMap.block
        map.map(
          vectors + (rows.lowerBound + first) * map.dimension, count: min(CoarseMap.block, rows.count - first),
          into: numbers.pointer + first * map.imageDimension, slack: slack.pointer + first, in: rooms[worker])
      }
      if let workers { workers.run(pieces, take) } else { for piece in 0..<pieces { take(piece, 0) } }
    }
    (self.numbers, self.slack) = (numbers, slack)
  }

  private init(dimension: Int, numbers: FloatBuffer, slack: FloatBuffer) {
    (self.dimension, self.numbers, self.slack) = (dimension, numbers, slack)
  }

  /// Those at some places, in that order.
  func at(_ places: some Collection<Int32>) -> CoarseImages {
    let (numbers, slack) = (FloatBuffer(count: places.count * dimension), FloatBuffer(count: places.count))
    for (row, place) in places.enumerated() {
      (numbers.pointer + row * dimension).update(from: self.numbers.pointer + Int(place) * dimension, count: dimension)
      slack.pointer[row] = self.slack.pointer[Int(place)]
    }
    return CoarseImages(dimension: dimension, numbers: numbers, slack: slack)
  }
}
