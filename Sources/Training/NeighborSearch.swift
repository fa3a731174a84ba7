internal import Synchronization

/// One of the ways to find the nearest samples; all find the same.
enum NeighborSearch: Sendable {
  case linear(LinearSearch)
  case kdTree(KdTree)

  /// The nearest samples of one query, nearest first; one sample may be left out.
  func nearest(_ wanted: Int, to query: ArraySlice<Float>, leavingOut left: Int? = nil) -> [Candidate] {
    switch self {
    case .linear(let search): search.nearest(wanted, to: query, leavingOut: left)
    case .kdTree(let tree): tree.nearest(wanted, to: query, leavingOut: left)
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
