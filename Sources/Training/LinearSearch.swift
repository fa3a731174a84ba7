/// The exact search for neighbours that measures the distance to every sample.
struct LinearSearch {
  /// The samples, [count, dimension], row-major.
  let samples: [Float]
  let dimension: Int
  let metric: NearestNeighbors.Metric
  /// Each sample's squared length; needed, and filled, for cosine distances alone.
  let squaredLengths: [Double]

  init(samples: [Float], dimension: Int, metric: NearestNeighbors.Metric) {
    self.samples = samples
    self.dimension = dimension
    self.metric = metric
    squaredLengths = metric == .cosine ? Self.squaredLengths(samples, dimension: dimension) : []
  }

  /// The nearest samples of one query, nearest first; one sample may be left out.
  func nearest(_ wanted: Int, to query: ArraySlice<Float>, leavingOut left: Int? = nil) -> [Candidate] {
    precondition(query.count == dimension, "a query of \(query.count) numbers instead of \(dimension)")
    var nearest = NearestCandidates(wanted)
    query.withUnsafeBufferPointer { query in
      samples.withUnsafeBufferPointer { samples in
        guard let query = query.baseAddress, let samples = samples.baseAddress else { return }
        let length = metric == .cosine ? Distance.dot(query, query, count: dimension) : 0
        for index in 0..<(self.samples.count / dimension) where index != left {
          let sample = samples + index * dimension
          let distance =
            switch metric {
            case .euclidean: Distance.squaredEuclidean(query, sample, count: dimension)
            case .cosine:
              Distance.cosine(
                dot: Distance.dot(query, sample, count: dimension), squaredLengths: (length, squaredLengths[index]))
            }
          nearest.consider(Candidate(distance: distance, index: index))
        }
      }
    }
    return nearest.finish()
  }

  private static func squaredLengths(_ samples: [Float], dimension: Int) -> [Double] {
    samples.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return [] }
      return (0..<(buffer.count / dimension)).map {
        Distance.dot(start + $0 * dimension, start + $0 * dimension, count: dimension)
      }
    }
  }
}
