import Arithmetic

/// Images of vectors, as the coarse search looks at them.
struct CoarseImages {
  let dimension: Int
  /// The images, [count, dimension].
  let numbers: FloatBuffer
  /// How far each may lie from where it would without rounding.
  let slack: FloatBuffer

  /// The images of those vectors, [vector, dimension], that lie at some places, in that order.
  init(_ vectors: [Float], _ map: CoarseMap, at places: [Int], workers: WorkerPool? = nil) {
    dimension = map.imageDimension
    let (numbers, slack) = (FloatBuffer(count: places.count * dimension), FloatBuffer(count: places.count))
    let rooms = (0..<(workers?.threads ?? 1)).map { _ in CoarseMap.Room(map) }
    let pieces = (places.count + CoarseMap.block - 1) / CoarseMap.block
    vectors.withUnsafeBufferPointer { vectors in
      guard let vectors = vectors.baseAddress else { return }
      func take(_ piece: Int, _ worker: Int) {
        let first = piece * CoarseMap.block
        map.map(
          vectors, at: places[first..<min(first + CoarseMap.block, places.count)],
          into: numbers.pointer + first * map.imageDimension, slack: slack.pointer + first, in: rooms[worker])
      }
      if let workers { workers.run(pieces, take) } else { for piece in 0..<pieces { take(piece, 0) } }
    }
    (self.numbers, self.slack) = (numbers, slack)
  }
}
