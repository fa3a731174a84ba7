import Clusters
import CommandLanguage
import Experiments
import Figures
import Foundation
import RunStore
import Wording

/// `jobs`
struct JobsCommand: Command {
  static let declaration = CommandDeclaration(
    "jobs", "Lists the trainings in the background and in other shells' cells, and the jobs of clusters.",
    discussion: """
      train … background=true starts one; its curve grows in the cell that started it while other cells run. stop ends \
      it and keeps its weights. Jobs of clusters continue without a kernel: the statement of one, run again, shows its \
      results.
      """,
    examples: ["jobs"])

  init(_ arguments: Arguments) throws {}

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let jobs = workspace.jobs.all + workspace.jobs.atWork.filter { $0.number == nil }
    let others = Self.clusterJobs(in: workspace)
    guard !jobs.isEmpty || !others.isEmpty else {
      return Rendering.text("No training has run in the background. To start one: train hand background=true")
    }
    var parts: [Rendering] = []
    if !jobs.isEmpty { parts.append(Self.table(jobs).rendering) }
    if !others.isEmpty { parts.append(Self.table(of: others).rendering) }
    return Rendering.stacked(parts)
  }

  /// The jobs of clusters, the latest first; at most so many.
  static func clusterJobs(in workspace: Workspace, limit: Int = 20) -> [ClusterJob] {
    ClusterJob.all(
      of: workspace.clusters.clusters.values,
      own: workspace.store?.folder.appending(path: "jobs", directoryHint: .isDirectory), program: Lookup.program,
      limit: limit)
  }

  /// Jobs of clusters, a row each.
  static func table(of jobs: [ClusterJob]) -> Table {
    Table(
      caption: "\(Numbers.count(jobs.count, "job")) of clusters",
      columns: [
        Table.Column("job"), Table.Column("cluster"), Table.Column("state"), Table.Column("done"),
        Table.Column("statement"),
      ],
      rows: jobs.map { job in
        let about = job.about
        return [
          .text(job.name), .text(about.cluster), .text(job.state.rawValue),
          .text("\(Numbers.part(job.done, of: about.count)) \(about.isTraining ? "epochs" : "tasks")"),
          .text(about.statement, .muted),
        ]
      })
  }

  /// Jobs, a row each.
  static func table(_ jobs: [TrainingJob]) -> Table {
    Table(
      caption: Numbers.count(jobs.count, "job"),
      columns: [
        .number("job"), Table.Column("model"), Table.Column("state"), .number("epochs"), .number("mean loss"),
        .number("time"), Table.Column("statement"),
      ],
      rows: jobs.map { job in
        let view = job.view
        return [
          job.number.map { .integer($0) } ?? .text("cell"), .text(job.model), .text(view.status.rawValue),
          .integer(view.epochs),
          .number(view.loss, .decimal(4)), .text(Numbers.duration(view.seconds)), .text(job.statement, .muted),
        ]
      })
  }
}
