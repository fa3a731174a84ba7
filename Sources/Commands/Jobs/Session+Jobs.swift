import Figures
import Language

extension Session {
  /// Takes what trainings that go on have learnt since the last statement.
  func takeFromJobs() {
    for model in jobs.takeModels() { models[model.name] = .network(model) }
  }

  /// Begins a training in the background.
  ///
  /// - Returns: What the statement comes to.
  /// - Throws: What is wrong before the first mini-batch; no job has begun then.
  func begin(_ run: TrainingRun, on stage: Stage) throws -> Rendering {
    let name = run.plan.model.name
    var learning = try run.ready()
    let job = jobs.add(model: name, statement: run.plan.statement)
    learning = Learning(
      plan: learning.plan, update: learning.update, checkpoints: learning.checkpoints, recorder: learning.recorder,
      deliver: { job.hand(on: $0) }, handsOnEpochs: { true })
    JobThread.start(job, learning, on: stage.stage(of: job))
    return Rendering.text(
      "\(name) learns in the background as job \(job.number ?? 0). jobs shows how far it is, stop \(job.number ?? 0) "
        + "stops it; until then \(name) answers as of its last epoch and nothing else can change it.")
  }

  /// Sees to it that a statement changes no model that a job or another cell is training.
  ///
  /// - Throws: `RunFact.atWork`.
  func checkIsFree(for arguments: Arguments) throws(Fault) {
    guard Self.changing.contains(arguments.declaration.name), let name = arguments.positionals.first,
      case .word(let word) = name.content, let job = jobs.job(at: word)
    else { return }
    throw Fault(.run(.atWork(model: word, job: job.number)), at: name.span)
  }

  /// The commands that change the model they name.
  private static let changing: Set = [
    "train", "fit", "reset", "network", "knn", "load", "update", "grow", "set", "find",
  ]

  /// Puts back models that jobs are training and a statement has changed all the same, as undo does.
  func putBack(_ changed: [String], from earlier: NamedThings<Model>) {
    for name in changed where jobs.job(at: name) != nil { models[name] = earlier[name] }
  }
}
