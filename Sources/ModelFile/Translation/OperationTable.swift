/// How operations become layers, by their types.
enum OperationTable {
  static let all: [String: OperationTranslation] = [
    MapOperations.table, PairOperations.table, WindowOperations.table, ProductOperations.table, ShapeOperations.table,
    MoveOperations.table, IndexOperations.table, ReductionOperations.table, ResizeOperations.table,
    CompressedOperations.table, RecurrentOperations.table,
  ].reduce(into: [:]) { all, table in all.merge(table) { $1 } }
}
