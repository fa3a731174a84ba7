import Testing

@testable import Operations

struct StridedTraversalTests {
  private func places(_ traversal: StridedTraversal, _ rows: Range<Int>) -> [[Int]] {
    var all: [[Int]] = []
    traversal.forEachRow(rows) { _, offsets in
      for index in 0..<traversal.rowLength {
        all.append(traversal.rowSteps.indices.map { offsets[$0] + index * traversal.rowSteps[$0] })
      }
    }
    return all
  }

  /// Every place of a view, axis by axis.
  private func expected(_ shape: [Int], _ tensors: [[Int]]) -> [[Int]] {
    ArrayReference.indices(shape).map { index in tensors.map { zip(index, $0).reduce(0) { $0 + $1.0 * $1.1 } } }
  }

  @Test(
    arguments: [
      ([], [[], []]), ([5], [[1], [2]]), ([2, 3, 4], [[12, 4, 1], [12, 4, 1]]),
      ([2, 3, 4], [[12, 4, 1], [1, 2, 6]]),
      ([2, 1, 4], [[4, 4, 1], [0, 0, 1]]), ([3, 2, 5, 7], [[70, 35, 7, 1], [100, 1, 20, 2], [0, 0, 0, 0]]),
    ] as [([Int], [[Int]])])
  func `goes through all places in order, from any row on`(shape: [Int], tensors: [[Int]]) {
    let traversal = StridedTraversal(shape, tensors)
    let all = expected(shape, tensors)
    #expect(traversal.count == all.count && places(traversal, 0..<traversal.rows) == all)
    for first in 0..<traversal.rows {
      #expect(places(traversal, first..<traversal.rows) == Array(all.dropFirst(first * traversal.rowLength)))
    }
  }

  @Test func `the innermost of the outer axes is told apart`() throws {
    let (traversal, length, steps) = try #require(StridedTraversal([2, 3, 4], [[12, 4, 1], [1, 2, 6]]).planes)
    #expect(length == 3 && steps == [4, 2] && traversal.rows == 2 && traversal.rowLength == 4)
    #expect(StridedTraversal([4], [[1], [2]]).planes == nil)
  }

  @Test func `axes that follow each other in all tensors are one`() {
    #expect(StridedTraversal([2, 3, 4], [[12, 4, 1], [24, 8, 2]]).rowLength == 24)
    #expect(StridedTraversal([2, 3, 4], [[12, 4, 1], [30, 8, 2]]).rowLength == 12)
    #expect(StridedTraversal([2, 0, 4], [[0, 4, 1]]).count == 0)
    #expect(places(StridedTraversal([2, 0, 4], [[7, 4, 1]]), 0..<0).isEmpty)
  }

  @Test func `the order of the last tensor is taken where any order will do`() {
    // Two maps of 3 channels, 2 × 4 pixels, and a number for each channel.
    let (shape, map, channels) = ([1, 3, 2, 4], [24, 1, 12, 3], [0, 1, 0, 0])
    #expect(StridedTraversal(shape, [map, map]).rowLength == 8)
    #expect(StridedTraversal(inOrderOfTheLast: shape, [map, map]).rowLength == 24)
    let spread = StridedTraversal(inOrderOfTheLast: shape, [channels, map])
    #expect(spread.rowLength == 3 && spread.rowSteps == [1, 1])
    #expect(Set(places(spread, 0..<spread.rows)) == Set(expected(shape, [channels, map])))
  }

  @Test(arguments: [[7], [100_000], [3, 50_000], [900, 70], [0, 4]])
  func `blocks have every place once`(shape: [Int]) {
    let steps = [TensorForm(shape).steps(), TensorForm(shape).steps().map { $0 * 2 }]
    let shared = BlockedTraversal(StridedTraversal(shape, steps), workPerNumber: 4)
    var seen = [Int](repeating: 0, count: shape.reduce(1, *))
    for block in 0..<shared.blocks {
      shared.forEachPiece(block) { first, offsets, count in
        for index in 0..<count { seen[offsets[0] + (first + index) * shared.traversal.rowSteps[0]] += 1 }
      }
    }
    #expect(seen.allSatisfy { $0 == 1 })
    #expect(shared.blocks == 1 || seen.count > 8_192)
  }
}
