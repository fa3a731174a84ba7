import CommandLanguage
import Experiments
import Figures
import Wording

/// `jobs`
struct JobsCommand: Command {
  static let declaration = CommandDeclaration(
    "jobs", "Lists the trainings in the background and in other shells' cells, with their progress.",
    discussion: """
      train … background=true starts one; its curve grows in the cell that started it while other cells run. stop ends \
      it and keeps its weights.
      """,
    examples: ["jobs"])

  init(_ arguments: Arguments) throws {}

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    let jobs = workspace.jobs.all + workspace.jobs.atWork.filter { $0.number == nil }
    guard !jobs.isEmpty else {
      return Rendering.text("No training has run in the background. To start one: train hand background=true")
    }
    return Self.table(jobs).rendering
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
          job.number.map { .integer($0) } ?? .text("cell"), .text(job.model), .text(view.standing.rawValue),
          .integer(view.epochs),
          .number(view.loss, .decimal(4)), .text(Numbers.duration(view.seconds)), .text(job.statement, .muted),
        ]
      })
  }
}
