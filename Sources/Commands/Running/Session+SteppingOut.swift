extension Session {
  /// The names that statements of other shells have changed while one was out.
  struct ChangesOfOthers {
    /// The models.
    var models: Set<String> = []
    /// The datasets.
    var datasets: Set<String> = []
  }

  /// Does what needs nothing of the session while statements of other shells come in, and comes back.
  ///
  /// What is one statement's own is put aside meanwhile: what it replaced, what it has to take back, what others changed.
  ///
  /// - Parameters:
  ///   - model: The model the statement changes, which nobody else can change meanwhile.
  ///   - body: What is done meanwhile.
  func stepOut(changing model: String, _ body: () throws -> Void) rethrows {
    guard let door else { return try body() }
    let (models, datasets, replaced, others) = (models, datasets, replaced, changesOfOthers)
    let step = journal.putAside()
    defer {
      self.replaced = replaced
      changesOfOthers.models = others.models.union(self.models.changes(since: models)).subtracting([model])
      changesOfOthers.datasets = others.datasets.union(self.datasets.changes(since: datasets))
      journal.takeUp(step)
    }
    try door.stepOut(body)
  }
}
