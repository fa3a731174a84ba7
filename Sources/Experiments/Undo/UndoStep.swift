import Training

/// What one statement changed, with all that is needed to take it back and to do it again.
public struct UndoStep {
  /// The statement, as typed.
  public let statement: String
  /// What it changed in files, by the journal's numbers, in order.
  public var changes: [Int64] = []
  /// What it did to files, a sentence's end each.
  public var told: [String] = []
  /// The models it made, changed or replaced.
  public var models: [Swap<Model>] = []
  /// The datasets it named or changed.
  public var datasets: [Swap<Dataset>] = []
  /// Whatever else it changed.
  public var others: [Restorable] = []

  /// Something in the session that is neither a model nor a dataset, for example a queue of photos.
  public struct Restorable {
    /// What it is called, for sentences: "the queue of corrections".
    public let name: String
    /// Puts it as it was before the statement.
    public let undo: () -> Void
    /// Puts it as it was after the statement.
    public let redo: () -> Void

    /// Puts it together.
    public init(name: String, undo: @escaping () -> Void, redo: @escaping () -> Void) {
      self.name = name
      self.undo = undo
      self.redo = redo
    }
  }

  /// The names as they were before it.
  public var namesBefore: [CatalogueChange] {
    models.map { .model($0.name, $0.before) } + datasets.map { .dataset($0.name, $0.before) }
  }

  /// The names as they were after it.
  public var namesAfter: [CatalogueChange] {
    models.map { .model($0.name, $0.after) } + datasets.map { .dataset($0.name, $0.after) }
  }

  /// Whether nothing was changed.
  public var isEmpty: Bool { changes.isEmpty && models.isEmpty && datasets.isEmpty && others.isEmpty }

  /// The memory of the models it would bring back.
  public var pieces: [SharedBytes.Allocation] { models.flatMap { $0.before?.pieces ?? [] } }
}
