import Training

/// What one statement changed, with all that is needed to take it back and to do it again.
struct UndoStep {
  /// The statement, as typed.
  let statement: String
  /// What it changed in files, by the journal's numbers, in order.
  var changes: [Int64] = []
  /// What it did to files, a sentence's end each.
  var told: [String] = []
  /// The models it made, changed or replaced.
  var models: [Swap<Model>] = []
  /// The datasets it named or changed.
  var datasets: [Swap<Dataset>] = []
  /// Whatever else it changed.
  var others: [Restorable] = []

  /// Something in the session that is neither a model nor a dataset, for example a queue of photos.
  struct Restorable {
    /// What it is called, for sentences: "the queue of corrections".
    let name: String
    /// Puts it as it was before the statement.
    let undo: (Session) -> Void
    /// Puts it as it was after the statement.
    let redo: (Session) -> Void
  }

  /// The names as they were before it.
  var namesBefore: [CatalogueChange] {
    models.map { .model($0.name, $0.before) } + datasets.map { .dataset($0.name, $0.before) }
  }

  /// The names as they were after it.
  var namesAfter: [CatalogueChange] {
    models.map { .model($0.name, $0.after) } + datasets.map { .dataset($0.name, $0.after) }
  }

  /// Whether nothing was changed.
  var isEmpty: Bool { changes.isEmpty && models.isEmpty && datasets.isEmpty && others.isEmpty }

  /// The memory of the models it would bring back.
  var pieces: [SharedBytes.Piece] { models.flatMap { $0.before?.pieces ?? [] } }
}
