/// How nodes become operations, by their types.
enum OnnxOperations {
  static let all: [String: OnnxOperation] = [
    OnnxElementOperations.table, OnnxPairOperations.table, OnnxWindowOperations.table, OnnxProductOperations.table,
    OnnxShapeOperations.table, OnnxMoveOperations.table, OnnxIndexOperations.table, OnnxReductionOperations.table,
    OnnxNormalizations.table, OnnxResizeOperations.table, OnnxQuantizedOperations.table, OnnxRecurrentOperations.table,
  ].reduce(into: [:]) { all, table in all.merge(table) { $1 } }

  /// Refuses operations that are not known, all of them at once.
  static func checkTypes(_ nodes: [OnnxNode]) throws(ProgramError) {
    let unknown = nodes.filter { !knows($0) }
    guard unknown.isEmpty else { throw ProgramError(.unknownOperations(unknown.map(\.label))) }
  }

  /// Whether a node can be run here.
  static func knows(_ node: OnnxNode) -> Bool {
    OnnxNode.isStandard(node.domain) && (node.type == "If" || all[node.type] != nil)
  }
}
