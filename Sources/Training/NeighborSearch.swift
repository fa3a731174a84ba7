internal import Synchronization

/// One of the ways to find the nearest samples; all find the same.
enum NeighborSearch: Sendable {
  case linear(LinearSearch)
  case kdTree(KdTree)

  /// The nearest samples of each query, [queries, dimension], nearest first; each query may leave one sample out.
  func nearest(
    _ wanted: Int, to queries: [Float], dimension: Int, leavingOut left: (Int) -> Int? = { _ in nil }
  ) -> [[Candidate]] {
    let rows = (0..<queries.count / dimension)
    func query(_ row: Int) -> ArraySlice<Float> { queries[row * dimension..<(row + 1) * dimension] }
    switch self {
    case .kdTree(let tree): return rows.map { tree.nearest(wanted, to: query($0), leavingOut: left($0)) }
    case .linear(let search):
      let blocked = BlockedSearch(linear: search)
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

  /// What was prepared, or what `make` prepares now.
  func search(_ make: () -> NeighborSearch) -> NeighborSearch {
    if let prepared = box.search.withLock({ $0 }) { return prepared }
    let search = make()
    box.search.withLock { $0 = search }
    return search
  }

  static func == (first: SearchCache, second: SearchCache) -> Bool { true }
}
