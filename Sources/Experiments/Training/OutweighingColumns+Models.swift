import Networks
import Training

extension OutweighingColumns {
  /// Looks at the columns that a k-NN model compares as they stand; nil where it standardises them, or compares no columns.
  ///
  /// - Throws: `SourceError.table` where numbers that are kept in a file cannot be read back.
  public init?(of table: TableSelection, for model: NeighborsModel) throws(ExperimentError) {
    guard model.extractor.isOfTable, !model.memory.isStandardized else { return nil }
    try self.init(of: table, by: model.memory.metric)
  }
}

extension TrainingPlan {
  /// Whether the network has layers of one's own that read the columns of a table as they stand: it could standardise them.
  public var readsPlainColumns: Bool {
    guard case .table(let table) = on, case .made = model.source.kind, model.source.basis == nil,
      model.initial.origin.regression == nil
    else { return false }
    let isRow = model.definition.inputs.first?.shape.count == 1
    return isRow && !table.dataset.columns.isEmpty && !model.definition.standardizesInput
  }

  /// The columns that outweigh all others, where they are read as they stand; nil where none do, or where they cannot be read: that is
  /// told of where they are learnt from.
  func findOutweighing() -> OutweighingColumns? {
    guard readsPlainColumns, case .table(let table) = on else { return nil }
    return (try? OutweighingColumns(of: table)) ?? nil
  }
}
