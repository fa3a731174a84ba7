import Arithmetic

/// The exact search for neighbours that measures the distance to every sample.
struct LinearSearch {
  /// The samples, [count, dimension], row-major.
  let samples: [Float]
  let dimension: Int
  let metric: DistanceMetric
  /// Each sample's squared length; needed, and filled, for cosine distances alone.
  let squaredLengths: [Double]

  init(samples: [Float], dimension: Int, metric: DistanceMetric) {
    self.samples = samples
    self.dimension = dimension
    self.metric = metric
    squaredLengths = metric == .cosine ? Self.squaredLengths(samples, dimension: dimension) : []
  }

  /// The nearest samples of one query, nearest first; one sample may be left out.
  func nearest(_ wanted: Int, to query: ArraySlice<Float>, leavingOut left: Int? = nil) -> [Candidate] {
    var nearest = NearestCandidates(wanted)
    measure(query, (0..<samples.count / dimension).lazy.filter { $0 != left }) { nearest.consider($0) }
    return nearest.finish()
  }

  /// Measures how far some samples are from a query.
  func measure(_ query: ArraySlice<Float>, _ indices: some Sequence<Int>, _ body: (Candidate) -> Void) {
    precondition(query.count == dimension, "a query of \(query.count) numbers instead of \(dimension)")
    query.withUnsafeBufferPointer { query in
      samples.withUnsafeBufferPointer { samples in
        guard let query = query.baseAddress, let samples = samples.baseAddress else { return }
        let length = metric == .cosine ? Distance.dot(query, query, count: dimension) : 0
        for index in indices {
          let sample = samples + index * dimension
          let distance =
            switch metric {
            case .euclidean: Distance.squaredEuclidean(query, sample, count: dimension)
            case .cosine:
              Distance.cosine(
                dot: Distance.dot(query, sample, count: dimension), squaredLengths: (length, squaredLengths[index]))
            }
          body(Candidate(distance: distance, index: index))
        }
      }
    }
  }

  /// A query, the place of its first number among those of all queries, and a sample.
  struct Pair {
    let query: Int, start: Int, sample: Int
  }

  /// Measures how far samples are from queries, pair by pair. Samples lie anywhere: the next one is asked for meanwhile.
  func measure(_ pairs: [Pair], of queries: [Float], _ body: (_ query: Int, Candidate) -> Void) {
    queries.withUnsafeBufferPointer { queries in
      samples.withUnsafeBufferPointer { samples in
        guard let first = queries.baseAddress, let samples = samples.baseAddress else { return }
        for (number, pair) in pairs.enumerated() {
          if number + 1 < pairs.count {
            WideSums.bringNearer(samples + pairs[number + 1].sample * dimension, count: dimension)
          }
          let (query, sample) = (first + pair.start, samples + pair.sample * dimension)
          let distance =
            switch metric {
            case .euclidean: Distance.squaredEuclidean(query, sample, count: dimension)
            case .cosine:
              Distance.cosine(
                dot: Distance.dot(query, sample, count: dimension),
                squaredLengths: (Distance.dot(query, query, count: dimension), squaredLengths[pair.sample]))
            }
          body(pair.query, Candidate(distance: distance, index: pair.sample))
        }
      }
    }
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
