import Testing

@testable import Operations

struct TransposedTraversalTests {
  /// Numbers moved from one view of a shape to another.
  private func moved(_ shape: [Int], from: [Int], to: [Int]) throws -> (moved: [Float], expected: [Float]) {
    let count = shape.reduce(1, *)
    var source = (0..<count).map { Float($0) }
    var (target, expected) = ([Float](repeating: -1, count: count), [Float](repeating: -1, count: count))
    for index in ArrayReference.indices(shape) {
      let place = { (steps: [Int]) in zip(index, steps).reduce(0) { $0 + $1.0 * $1.1 } }
      expected[place(to)] = source[place(from)]
    }
    let traversal = try #require(TransposedTraversal(StridedTraversal(shape, [from, to])))
    for block in 0..<traversal.blocks { traversal.run(block, &source, &target) }
    return (target, expected)
  }

  @Test(arguments: [[3, 5, 7], [1, 70, 12], [2, 600, 65], [1, 1, 9]])
  func `rows become columns, of every matrix and size`(shape: [Int]) throws {
    let (high, wide) = (shape[1], shape[2])
    let (plain, turned) = ([high * wide, wide, 1], [high * wide, 1, high])
    guard high > 1 else { return #expect(TransposedTraversal(StridedTraversal(shape, [plain, turned])) == nil) }
    for (from, to) in [(plain, turned), (turned, plain)] {
      let (moved, expected) = try moved(shape, from: from, to: to)
      #expect(moved == expected)
    }
  }

  @Test func `what lies together in both, or in neither, is left to others`() {
    #expect(TransposedTraversal(StridedTraversal([4, 6], [[6, 1], [6, 1]])) == nil)
    #expect(TransposedTraversal(StridedTraversal([4, 6], [[12, 2], [2, 8]])) == nil)
  }
}
