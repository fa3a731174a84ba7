/// How nodes become operations, by their types.
enum OnnxOperations {
  static let all: [String: OnnxOperation] = [
    OnnxElementOperations.table, OnnxPairOperations.table, OnnxWindowOperations.table, OnnxProductOperations.table,
    OnnxShapeOperations.table, OnnxMoveOperations.table, OnnxIndexOperations.table, OnnxReductionOperations.table,
    OnnxNormalizations.table, OnnxResizeOperations.table,
  ].reduce(into: [:]) { all, table in all.merge(table) { $1 } }
}
