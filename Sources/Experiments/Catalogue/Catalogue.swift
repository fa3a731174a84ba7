/// The models and datasets of a workspace by name: the only place where a name gets a model or a dataset, or loses it.
///
/// Every writer goes through here: a command, a training that hands over what it has learnt, `undo`, a drawing, another
/// shell, a model that comes back after a restart. So nobody but its training changes a model in training, and every change
/// is noted for the statement that made it: what can be taken back and what is kept follow from these notes alone.
///
/// Used by one thread at a time: the one that has the workspace.
public final class Catalogue {
  /// The models by name.
  public private(set) var models = NamedThings<Model>()
  /// The datasets by name.
  public private(set) var datasets = NamedThings<Dataset>()
  /// The trainings at work, by the name of their model.
  private var holds: [String: Hold] = [:]
  /// What trainings in the background have come to that ended since they were asked for last.
  private var ended: [EndedTraining] = []
  /// What the statement that runs has changed so far.
  public private(set) var log = ChangeLog()

  /// A training's sole right to a model.
  private struct Hold {
    let job: TrainingJob
    let log: ChangeLog
  }

  /// What a training in the background has changed, once it is over.
  public struct EndedTraining {
    /// The statement that began it.
    public let statement: String
    /// What it changed.
    public let log: ChangeLog
    /// What it replaced among files.
    public let changes: [ReplacedFiles.Change]
  }

  // MARK: Statements

  /// Begins to note what a statement changes.
  public func beginStatement() { log = ChangeLog() }

  /// Goes on with the notes of a statement that had let others in.
  public func resumeStatement(_ log: ChangeLog) { self.log = log }

  /// What a log's names stood for before, and what they stand for now.
  public func swaps(of log: ChangeLog) -> (models: [Swap<Model>], datasets: [Swap<Dataset>]) {
    let models = log.models.sorted { $0.key < $1.key }.map {
      Swap(name: $0.key, before: $0.value, after: self.models[$0.key])
    }
    let datasets = log.datasets.sorted { $0.key < $1.key }.map {
      Swap(name: $0.key, before: $0.value, after: self.datasets[$0.key])
    }
    return (
      models.filter { $0.before != nil || $0.after != nil }, datasets.filter { $0.before != nil || $0.after != nil }
    )
  }

  // MARK: Writing

  /// Gives a model its name, in place of whatever model had it.
  ///
  /// - Throws: as `apply`.
  public func put(_ model: Model) throws(CatalogueError) { try apply([.model(model.name, model)]) }

  /// Gives a dataset its name, in place of whatever dataset had it.
  ///
  /// - Throws: as `apply`.
  public func put(_ dataset: Dataset) throws(CatalogueError) { try apply([.dataset(dataset.name, dataset)]) }

  /// Takes a name away.
  ///
  /// - Throws: `CatalogueError.unknownName`, and as `apply`.
  public func remove(_ name: String) throws(CatalogueError) {
    if models[name] != nil { return try apply([.model(name, nil)]) }
    guard datasets[name] != nil else { throw .unknownName(name) }
    try apply([.dataset(name, nil)])
  }

  /// Changes names, all of them or none.
  ///
  /// - Throws: `CatalogueError.inTraining`, `CatalogueError.nameIsTaken`; nothing is changed then.
  public func apply(_ changes: [CatalogueChange]) throws(CatalogueError) {
    try check(changes)
    for change in changes {
      switch change {
      case .model(let name, let model):
        log.note(name, before: models[name])
        models[name] = model
      case .dataset(let name, let dataset):
        log.note(name, before: datasets[name])
        datasets[name] = dataset
      }
    }
  }

  /// Sees to it that changes can be made, before other work is done for them.
  ///
  /// - Throws: as `apply`.
  public func check(_ changes: [CatalogueChange]) throws(CatalogueError) {
    var (models, datasets) = (Set(models.keys), Set(datasets.keys))
    for change in changes {
      switch change {
      case .model(let name, let model):
        try checkIsFree(name)
        if model == nil { models.remove(name) } else { models.insert(name) }
      case .dataset(let name, let dataset):
        if dataset == nil { datasets.remove(name) } else { datasets.insert(name) }
      }
    }
    for change in changes {
      switch change {
      case .model(let name, let model?) where datasets.contains(name) && model.name == name:
        throw .nameIsTaken(name, by: .dataset)
      case .dataset(let name, .some) where models.contains(name): throw .nameIsTaken(name, by: .model)
      case .model, .dataset: continue
      }
    }
  }

  /// Sees to it that a statement may change what a name stands for.
  ///
  /// - Throws: `CatalogueError.inTraining`.
  public func checkIsFree(_ name: String) throws(CatalogueError) {
    guard holds[name] != nil else { return }
    // A training that has just ended has no right any more, but what it learnt comes first.
    collect()
    if let job = holds[name]?.job { throw .inTraining(model: name, job: job.number) }
  }

  /// Has a thing of an earlier session at hand. This is no change: it is what the name has stood for all along.
  public func recall(_ model: Model) { models[model.name] = model }

  /// The same for a dataset.
  public func recall(_ dataset: Dataset) { datasets[dataset.name] = dataset }

  // MARK: Trainings

  /// The training that has a model now.
  public func training(of name: String) -> TrainingJob? { holds[name]?.job }

  /// Gives a training the sole right to its model. What it learns counts as changed by the statement that runs, or by the
  /// training itself where it goes on in the background.
  ///
  /// - Throws: `CatalogueError.inTraining` where another has it.
  public func begin(_ job: TrainingJob) throws(CatalogueError) {
    try checkIsFree(job.model)
    holds[job.model] = Hold(job: job, log: job.number == nil ? log : ChangeLog())
  }

  /// Ends the training of a cell, and takes what it learnt.
  public func end(_ job: TrainingJob, with model: NetworkModel?) {
    guard let hold = holds[job.model], hold.job === job else { return }
    if let model { hand(model, over: hold) }
    holds[job.model] = nil
  }

  /// Takes what trainings that go on have learnt since this was called last, and ends the right of those in the background
  /// that are over.
  public func collect() {
    for (name, hold) in holds.sorted(by: { $0.key < $1.key }) {
      // Asked first: what is handed over last comes before the end.
      let isOver = !hold.job.isAtWork
      if let model = hold.job.takeModel() { hand(model, over: hold) }
      // The training of a cell is ended by its cell.
      guard isOver, hold.job.number != nil else { continue }
      holds[name] = nil
      let changes = hold.job.replaced.take()
      guard !hold.log.isEmpty || !changes.isEmpty else { continue }
      ended.append(EndedTraining(statement: hold.job.statement, log: hold.log, changes: changes))
    }
  }

  private func hand(_ model: NetworkModel, over hold: Hold) {
    hold.log.note(model.name, before: models[model.name])
    models[model.name] = .network(model)
  }

  /// The trainings in the background that have ended since this was called last.
  public func takeEnded() -> [EndedTraining] {
    defer { ended = [] }
    return ended
  }
}
