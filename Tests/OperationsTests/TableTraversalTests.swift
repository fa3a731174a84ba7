import Testing

@testable import Operations

struct TableTraversalTests {
  private let traversal = TableTraversal(
    [[1, -1], [-1, 0, 1, 1, -1, -1]], TensorView(shape: [2, 2], steps: [2, 1]),
    TensorView(shape: [2, 6], steps: [6, 1]),
    axes: [0, 1])

  @Test func `entries that follow each other, or are constant, are one run`() {
    let runs = traversal.runs
    #expect(runs.map(\.entry) == [0, 1, 3, 4])
    #expect(runs.map(\.source) == [nil, 0, 1, nil])
    #expect(runs.map(\.count) == [1, 2, 1, 2])
  }

  @Test func `a row begins where the tables of the other axes say, or is constant`() {
    #expect(traversal.rows == 2 && traversal.rowLength == 6)
    #expect(traversal.offsets(0) == (2, 0))
    #expect(traversal.offsets(1) == (nil, 6))
  }
}
