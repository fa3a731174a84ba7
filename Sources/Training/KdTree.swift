/// The exact search for neighbours that passes over whole regions which are too far away: a tree of the samples, split
/// again and again at the median of the axis along which they lie farthest apart (Friedman, Bentley and Finkel, "An
/// algorithm for finding best matches in logarithmic expected time", 1977).
///
/// Its answers are the linear search's, tie for tie and bit for bit: it measures with the same function, and passes over
/// a region only when every sample in it is strictly farther than the farthest neighbour so far. It is worth while for
/// few dimensions. Euclidean distances alone.
struct KdTree: Sendable {
  private struct Node {
    /// The samples below it, as a range of `order`.
    let samples: Range<Int>
    /// Where it is split, and the nodes on both sides; nil for a leaf.
    let split: Split?
  }

  private struct Split {
    let axis: Int
    /// The largest coordinate on the lower side and the smallest on the upper.
    let lowerEnd: Float, upperStart: Float
    let lower: Int, upper: Int
  }

  private let samples: [Float]
  private let dimension: Int
  private var nodes: [Node] = []
  private var order: [Int]

  /// Builds the tree of samples, [count, dimension]; regions of `leafSize` or fewer are not split.
  init(samples: [Float], dimension: Int, leafSize: Int) {
    precondition(dimension > 0 && leafSize > 0, "leaves of \(leafSize) samples of \(dimension) numbers")
    self.samples = samples
    self.dimension = dimension
    order = Array(0..<samples.count / dimension)
    _ = build(order.startIndex..<order.endIndex, leafSize: leafSize)
  }

  /// The nearest samples of one query, nearest first; one sample may be left out.
  func nearest(_ wanted: Int, to query: ArraySlice<Float>, leavingOut left: Int? = nil) -> [Candidate] {
    precondition(query.count == dimension, "a query of \(query.count) numbers instead of \(dimension)")
    var nearest = NearestCandidates(wanted)
    var offsets = [Double](repeating: 0, count: dimension)
    query.withUnsafeBufferPointer { query in
      visit(nodes.count - 1, query, distance: 0, &offsets, left, &nearest)
    }
    return nearest.finish()
  }

  /// Adds a node for these samples after those of its two sides; gives its place.
  private mutating func build(_ range: Range<Int>, leafSize: Int) -> Int {
    var split: Split?
    if range.count > leafSize, let axis = widestAxis(of: range) {
      order[range].sort { (samples[$0 * dimension + axis], $0) < (samples[$1 * dimension + axis], $1) }
      let middle = range.lowerBound + range.count / 2
      let lowerEnd = samples[order[middle - 1] * dimension + axis]
      let upperStart = samples[order[middle] * dimension + axis]
      let lower = build(range.lowerBound..<middle, leafSize: leafSize)
      let upper = build(middle..<range.upperBound, leafSize: leafSize)
      split = Split(axis: axis, lowerEnd: lowerEnd, upperStart: upperStart, lower: lower, upper: upper)
    }
    nodes.append(Node(samples: range, split: split))
    return nodes.count - 1
  }

  /// The axis along which the samples lie farthest apart; nil where all are equal.
  private func widestAxis(of range: Range<Int>) -> Int? {
    var widest: (axis: Int, extent: Float)?
    for axis in 0..<dimension {
      var (least, most) = (Float.infinity, -Float.infinity)
      for index in order[range] {
        let value = samples[index * dimension + axis]
        least = min(least, value)
        most = max(most, value)
      }
      if most > least, most - least > widest?.extent ?? 0 { widest = (axis, most - least) }
    }
    return widest?.axis
  }

  /// Searches a node. `distance` is how far its region is at least, `offsets` its part along each axis before squaring.
  private func visit(
    _ node: Int, _ query: UnsafeBufferPointer<Float>, distance: Double, _ offsets: inout [Double], _ left: Int?,
    _ nearest: inout NearestCandidates
  ) {
    // A part in a billion is kept back for rounding.
    if let bound = nearest.bound, distance * (1 - 1e-9) > bound.distance { return }
    guard let split = nodes[node].split else {
      measure(nodes[node].samples, query, left, &nearest)
      return
    }
    let place = Double(query[split.axis])
    let (toLower, toUpper) = (place - Double(split.lowerEnd), Double(split.upperStart) - place)
    let isLowerNearer = toLower <= toUpper
    let (near, far) = isLowerNearer ? (split.lower, split.upper) : (split.upper, split.lower)
    visit(near, query, distance: distance, &offsets, left, &nearest)
    let before = offsets[split.axis]
    let offset = max(before, isLowerNearer ? toUpper : toLower)
    offsets[split.axis] = offset
    visit(far, query, distance: distance - before * before + offset * offset, &offsets, left, &nearest)
    offsets[split.axis] = before
  }

  private func measure(
    _ range: Range<Int>, _ query: UnsafeBufferPointer<Float>, _ left: Int?, _ nearest: inout NearestCandidates
  ) {
    samples.withUnsafeBufferPointer { samples in
      guard let query = query.baseAddress, let samples = samples.baseAddress else { return }
      for index in order[range] where index != left {
        let distance = Distance.squaredEuclidean(query, samples + index * dimension, count: dimension)
        nearest.consider(Candidate(distance: distance, index: index))
      }
    }
  }
}
