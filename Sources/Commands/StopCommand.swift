import Clusters
import CommandLanguage
import Experiments
import Figures
import Language
import Views

/// `stop`, `stop 1`, `stop hand`
struct StopCommand: Command {
  private static let job = PositionalArgument(
    optional: "job", .model, "The job's number, its model, or the name of a cluster's job.", effect: .mentions)

  static let declaration = CommandDeclaration(
    "stop", "Stops a training in the background or in another shell's cell, and keeps its weights.",
    discussion: """
      A job is named by its number or its model; without a name, the running one is stopped. It stops within one \
      mini-batch, and train with only the model's name continues from there with the same bits. The training of a cell \
      is named by its model: a subshell console can stop it while the notebook's cell runs. A cluster's job has the name \
      that jobs shows.
      """,
    positionals: [job],
    examples: ["stop", "stop 1", "stop hand"], effectOnOthers: .changes)

  /// How long a mini-batch may take, in seconds.
  private static let patience = 60.0

  private let name: CheckedValue?
  private let place: Arguments

  init(_ arguments: Arguments) throws {
    name = arguments[Self.job]
    place = arguments
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    if let name, let job = try clusterJob(name, in: workspace) { return try stop(job, named: name) }
    let job = try job(in: workspace)
    job.stop()
    guard job.wait(seconds: Self.patience) else {
      return Rendering.text("\(job.told) will stop after the present mini-batch.")
    }
    workspace.collectFromTrainings()
    return Rendering.text(job.view.remark ?? "\(job.told) had ended already.")
  }

  private func clusterJob(_ name: CheckedValue, in workspace: Workspace) throws -> ClusterJob? {
    guard name.text.hasPrefix("job-") else { return nil }
    let jobs = JobsCommand.clusterJobs(in: workspace, limit: 1_000)
    return jobs.first { $0.name == name.text || name.text.count > 12 && name.text.hasPrefix($0.name) }
  }

  private func stop(_ job: ClusterJob, named name: CheckedValue) throws -> Rendering {
    guard job.isAtWork else { return Rendering.text("\(job.name) had ended already.") }
    do throws(ClusterError) { try job.stop() } catch {
      throw Diagnostic(.experiment(.cluster(.launch(job.about.cluster, error))), at: name.span)
    }
    return Rendering.text("\(job.name) ends. To continue it: \(job.about.statement)")
  }

  private func job(in workspace: Workspace) throws -> TrainingJob {
    let working = workspace.jobs.atWork
    let found =
      name.map { name in working.filter { $0.number.map(String.init) == name.text || $0.model == name.text } }
      ?? working
    guard let job = found.first, found.count == 1 else {
      throw Diagnostic(
        .run(.whichJob(name?.text, working: working.map { (number: $0.number, model: $0.model) })),
        at: name?.span ?? place.commandSpan)
    }
    return job
  }
}
