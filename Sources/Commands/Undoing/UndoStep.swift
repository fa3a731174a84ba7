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

  /// What a name stood for before and after.
  struct Swap<Thing> {
    let name: String
    let before: Thing?
    let after: Thing?
  }

  /// Something in the session that is neither a model nor a dataset, for example a queue of photos.
  struct Restorable {
    /// What it is called, for sentences: "the queue of corrections".
    let name: String
    /// Puts it as it was before the statement.
    let undo: (Session) -> Void
    /// Puts it as it was after the statement.
    let redo: (Session) -> Void
  }

  /// Whether nothing was changed.
  var isEmpty: Bool { changes.isEmpty && models.isEmpty && datasets.isEmpty && others.isEmpty }

  /// About how many bytes are kept in memory for it.
  var bytes: Int { models.reduce(1024) { $0 + ($1.before?.changeableBytes ?? 0) } }
}

extension Model {
  /// About how many bytes of it training replaces: frozen layers are shared by all copies.
  fileprivate var changeableBytes: Int {
    switch self {
    // Parameters, and up to two moments of an optimizer.
    case .network(let model): model.parameterCounts.trainable * 12 + model.history.count * 200
    case .neighbors(let model): model.memory.count * (model.memory.dimension * 4 + 100)
    }
  }
}
