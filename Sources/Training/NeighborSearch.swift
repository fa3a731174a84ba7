internal import Synchronization

/// A way to find the nearest samples; all find the same. Features are brought to one scale first, where a model does so.
struct NeighborSearch: Sendable {
  private enum Method {
    case linear(LinearSearch)
    case kdTree(KdTree)
  }

  private let way: Method
  private let dimension: Int
  private let standardization: Standardization?
  private let coarseIndices = CoarseIndices()

  /// Prepares a search among the samples that a model remembers.
  init(of memory: NearestNeighbors) {
    dimension = memory.dimension
    standardization = memory.standardization
    let samples = standardization?.apply(to: memory.samples) ?? memory.samples
    way =
      switch (memory.index, memory.metric) {
      case (.kdTree(let leafSize), .euclidean):
        .kdTree(KdTree(samples: samples, dimension: dimension, leafSize: leafSize))
      case (.linear, _), (.kdTree, .cosine):
        .linear(LinearSearch(samples: samples, dimension: dimension, metric: memory.metric))
      }
  }

  /// The nearest samples of each query, [queries, dimension], nearest first; each query may leave one sample out.
  func nearest(
    _ wanted: Int, to queries: [Float], leavingOut left: (Int) -> Int? = { _ in nil }
  ) -> [[Candidate]] {
    let queries = standardization?.apply(to: queries) ?? queries
    let rows = (0..<queries.count / dimension)
    func query(_ row: Int) -> ArraySlice<Float> { queries[row * dimension..<(row + 1) * dimension] }
    switch way {
    case .kdTree(let tree): return rows.map { tree.nearest(wanted, to: query($0), leavingOut: left($0)) }
    case .linear(let search):
      let blocked = BlockedSearch(linear: search, coarseIndices: coarseIndices)
      return blocked.isWorthwhile(queries: rows.count, wanted: wanted)
        ? blocked.nearest(wanted, to: queries, leavingOut: left)
        : rows.map { search.nearest(wanted, to: query($0), leavingOut: left($0)) }
    }
  }
}

/// Keeps what has been prepared for searching a model's samples, so that it is prepared once. It is no part of the
/// model's value: a changed model gets a new one, and any two are equal.
struct SearchCache: Sendable, Equatable {
  private final class Box: Sendable {
    let search = Mutex<NeighborSearch?>(nil)
  }

  private let box = Box()

  /// What was prepared, or is prepared now, for the samples that a model remembers.
  func search(of memory: NearestNeighbors) -> NeighborSearch {
    if let prepared = box.search.withLock({ $0 }) { return prepared }
    let search = NeighborSearch(of: memory)
    box.search.withLock { $0 = search }
    return search
  }

  static func == (first: SearchCache, second: SearchCache) -> Bool { true }
}
