import Arithmetic

/// The way through matrices whose rows become columns, in pieces of each.
struct TransposedTraversal: Sendable {
  private let traversal: StridedTraversal
  /// How many numbers lie together in the source, and in the target; from one such run to the next.
  private let columns: Int, rows: Int
  private let fromStep: Int, toStep: Int
  /// Pieces of a matrix, along its rows and in all.
  private let across: Int, pieces: Int
  private let shares: RowBlocks
  private static let (rowsPerPiece, columnsPerPiece) = (512, 64)

  /// Nil where the numbers lie together in both, or in one alone.
  init?(_ traversal: StridedTraversal) {
    guard let (outer, length, steps) = traversal.planes else { return nil }
    if traversal.rowSteps[0] != 1, traversal.rowSteps[1] == 1, steps[0] == 1 {
      (columns, rows, fromStep, toStep) = (length, traversal.rowLength, traversal.rowSteps[0], steps[1])
    } else if traversal.rowSteps[0] == 1, traversal.rowSteps[1] != 1, steps[1] == 1 {
      (columns, rows, fromStep, toStep) = (traversal.rowLength, length, steps[0], traversal.rowSteps[1])
    } else {
      return nil
    }
    self.traversal = outer
    let (high, wide) = (TransposedTraversal.rowsPerPiece, TransposedTraversal.columnsPerPiece)
    across = (columns + wide - 1) / wide
    pieces = across * ((rows + high - 1) / high)
    shares = RowBlocks(rows: outer.rows * pieces, workPerRow: min(rows, high) * min(columns, wide) * 2)
  }

  var blocks: Int { shares.blocks }

  func run(_ block: Int, _ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Float>) {
    for piece in shares.rows(block) {
      let (matrix, place) = (piece / pieces, piece % pieces)
      let row = place / across * TransposedTraversal.rowsPerPiece
      let column = place % across * TransposedTraversal.columnsPerPiece
      traversal.forEachRow(matrix..<matrix + 1) { _, offsets in
        Elementwise.transpose(
          from + offsets[0] + row * fromStep + column, step: fromStep, into: to + offsets[1] + column * toStep + row,
          step: toStep, rows: min(TransposedTraversal.rowsPerPiece, rows - row),
          columns: min(TransposedTraversal.columnsPerPiece, columns - column))
      }
    }
  }
}
