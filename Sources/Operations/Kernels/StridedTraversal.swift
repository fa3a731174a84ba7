/// The way through several tensors at once along common axes: rows along the last axis, and for each row where it begins in every
/// tensor. Axes that follow each other in memory in all of the tensors are made one.
struct StridedTraversal: Sendable {
  /// How many numbers a row has, and how far apart they are in each tensor.
  private(set) var rowLength = 1
  private(set) var rowSteps: [Int]
  /// How many rows there are.
  private(set) var rows = 1
  /// The outer axes' lengths, the innermost first, and each tensor's steps along them.
  private var lengths: [Int] = []
  private var steps: [[Int]] = []
  /// The most axes and tensors; a walk is not made of more.
  static let mostAxes = 16, mostTensors = 4

  /// `tensors` holds, for each tensor, its step along each axis.
  init(_ shape: [Int], _ tensors: [[Int]]) {
    var axes: [(length: Int, steps: [Int])] = []
    for axis in shape.indices.reversed() where shape[axis] != 1 {
      let own = tensors.map { $0[axis] }
      if let inner = axes.last, zip(own, inner.steps).allSatisfy({ $0 == $1 * inner.length }) {
        axes[axes.count - 1].length *= shape[axis]
      } else {
        axes.append((shape[axis], own))
      }
    }
    rowSteps = tensors.map { _ in 1 }
    if let inner = axes.first {
      rowLength = inner.length
      rowSteps = inner.steps
    }
    lengths = axes.dropFirst().map(\.length)
    steps = axes.dropFirst().map(\.steps)
    rows = lengths.reduce(1, *)
    precondition(lengths.count < StridedTraversal.mostAxes && tensors.count <= StridedTraversal.mostTensors)
  }

  /// The same through the numbers in the order in which the last tensor has them in memory, for work of which the order does not
  /// matter: a map's channels lie beside each other, though its columns are its last axis.
  init(inOrderOfTheLast shape: [Int], _ tensors: [[Int]]) {
    let order = shape.indices.sorted { (tensors.last?[$0] ?? 0) > (tensors.last?[$1] ?? 0) }
    self.init(order.map { shape[$0] }, tensors.map { steps in order.map { steps[$0] } })
  }

  /// How many numbers there are.
  var count: Int { rows * rowLength }

  /// The innermost of the outer axes, its length and each tensor's step along it, and the way without it; nil where there is none.
  var planes: (traversal: StridedTraversal, length: Int, steps: [Int])? {
    guard let length = lengths.first, let own = steps.first else { return nil }
    var traversal = self
    traversal.lengths.removeFirst()
    traversal.steps.removeFirst()
    traversal.rows = rows / length
    return (traversal, length, own)
  }

  /// Calls `body` for some rows, with the offset of each row's first number in every tensor.
  @inline(__always)
  func forEachRow(_ range: Range<Int>, _ body: (_ row: Int, _ offsets: UnsafePointer<Int>) -> Void) {
    let (tensors, axes) = (rowSteps.count, lengths.count)
    if range.isEmpty { return }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: StridedTraversal.mostAxes + StridedTraversal.mostTensors) {
      memory in
      guard let counters = memory.baseAddress else { return }
      let offsets = counters + StridedTraversal.mostAxes
      for tensor in 0..<tensors { offsets[tensor] = 0 }
      var rest = range.lowerBound
      for axis in 0..<axes {
        let entry = rest % lengths[axis]
        counters[axis] = entry
        for tensor in 0..<tensors { offsets[tensor] += entry * steps[axis][tensor] }
        rest /= lengths[axis]
      }
      for row in range {
        body(row, UnsafePointer(offsets))
        for axis in 0..<axes {
          counters[axis] += 1
          if counters[axis] < lengths[axis] {
            for tensor in 0..<tensors { offsets[tensor] += steps[axis][tensor] }
            break
          }
          counters[axis] = 0
          for tensor in 0..<tensors { offsets[tensor] -= (lengths[axis] - 1) * steps[axis][tensor] }
        }
      }
    }
  }
}

/// A walk cut into blocks: of rows, or, where there are few, of pieces of each row.
struct BlockedTraversal: Sendable {
  let traversal: StridedTraversal
  private let shares: RowBlocks
  private let cutsRows: Bool

  init(_ traversal: StridedTraversal, workPerNumber: Int) {
    self.traversal = traversal
    cutsRows = traversal.rows < 8
    shares =
      cutsRows
      ? RowBlocks(rows: traversal.rowLength, workPerRow: traversal.rows * workPerNumber)
      : RowBlocks(rows: traversal.rows, workPerRow: traversal.rowLength * workPerNumber)
  }

  var blocks: Int { shares.blocks }

  /// Calls `body` for the pieces of a block: the offset of each piece's first number in every tensor, and its length.
  @inline(__always)
  func forEachPiece(_ block: Int, _ body: (_ first: Int, _ offsets: UnsafePointer<Int>, _ count: Int) -> Void) {
    let range = shares.rows(block)
    if cutsRows {
      traversal.forEachRow(0..<traversal.rows) { _, offsets in body(range.lowerBound, offsets, range.count) }
    } else {
      traversal.forEachRow(range) { _, offsets in body(0, offsets, traversal.rowLength) }
    }
  }
}
