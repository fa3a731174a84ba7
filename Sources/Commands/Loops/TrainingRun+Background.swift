import CommandLanguage
import Experiments
import Figures
import Language
import Training

extension Workspace {
  /// Begins a training in the background.
  ///
  /// - Returns: What the statement comes to.
  /// - Throws: What is wrong before the first mini-batch; no job has begun then.
  func begin(_ run: TrainingRun, on stage: Stage) throws -> Rendering {
    let name = run.plan.model.name
    var learning = try run.ready()
    let job = jobs.add(
      model: name, statement: run.plan.statement, replaced: learning.checkpoints?.replaced ?? ReplacedFiles())
    do throws(CatalogueError) { try catalogue.begin(job) } catch { throw Diagnostic(error) }
    learning = TrainingLoop(
      plan: learning.plan, update: learning.update, checkpoints: learning.checkpoints, recorder: learning.recorder,
      deliver: { job.hand(on: $0) }, handsOnEpochs: { true }, progressed: job.note)
    job.note(epochs: run.plan.model.history.count, loss: run.plan.model.history.last?.trainLossMean)
    JobThread.start(job, learning, on: stage.stage(of: job))
    return Rendering.text(
      "\(name) learns in the background as job \(job.number ?? 0). jobs shows how far it is, stop \(job.number ?? 0) "
        + "stops it; until then \(name) answers as of its last epoch and nothing else can change it.")
  }

  /// Sees to it that a statement changes no model that a job or another cell is training, before it does anything.
  ///
  /// - Throws: `RunFact.atWork`.
  func checkAreFree(_ uses: [NameUse]) throws {
    for use in uses where use.effect.isChange {
      do throws(CatalogueError) { try catalogue.checkIsFree(use.name) } catch {
        throw Diagnostic(error).placed(at: use.value.span)
      }
    }
  }
}
