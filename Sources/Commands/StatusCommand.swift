import CommandLanguage
import Experiments
import Figures
import Foundation
import RunStore
import Training
import Views
import Wording

/// `status`
struct StatusCommand: Command {
  static let declaration = CommandDeclaration(
    "status", "Shows the state of every model, and the datasets and clusters of the workspace.",
    discussion: """
      The states are Core ML's: running and cancelling for a training in the background, suspended for a stopped one \
      that can continue, completed and failed for one that has ended.
      """,
    examples: ["status"])

  init(_ arguments: Arguments) throws {}

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var parts: [Rendering] = []
    let names = workspace.models.keys.sorted()
    if !names.isEmpty {
      parts.append(
        Table(
          caption: Numbers.count(names.count, "model"),
          columns: [Table.Column("model"), Table.Column("state"), Table.Column("what it is")],
          rows: names.compactMap { name in
            workspace.models[name].map { row(of: $0, in: workspace) }
          }
        ).rendering)
      let remarks = names.compactMap { workspace.models[$0] }.flatMap { model in
        [workspace.hybridRemark(on: model), workspace.featureRemark(on: model)].compactMap(\.self)
      }
      parts += remarks.map(Rendering.text)
    }
    let working = workspace.jobs.atWork
    if !working.isEmpty { parts.append(JobsCommand.table(working).rendering) }
    let others = JobsCommand.clusterJobs(in: workspace).filter(\.isAtWork)
    if !others.isEmpty { parts.append(JobsCommand.table(of: others).rendering) }
    parts.append(Rendering.text(rest(workspace, context.conversation?.keepingTrouble)))
    return Rendering.stacked(parts)
  }

  private func row(of model: Model, in workspace: Workspace) -> [Table.Cell] {
    let state = workspace.catalogue.state(of: model)
    let last = workspace.jobs.all.last { $0.model == model.name }?.status
    return [
      .text(model.name), .text(last == .failed ? "failed" : state.word), .text(model.told(as: state), .muted),
    ]
  }

  private func rest(_ workspace: Workspace, _ trouble: String?) -> String {
    var lines: [String] = []
    let datasets = workspace.datasets.keys.sorted()
    lines.append(datasets.isEmpty ? "There are no datasets." : "Datasets: \(datasets.joined(separator: ", ")).")
    let entries = workspace.memory?.keeper.entries ?? [:]
    let others = entries.filter { workspace.models[$0.key] == nil }.sorted { $0.key < $1.key }
    for (name, entry) in others { lines.append("\(name), from an earlier session: \(entry.told).") }
    lines.append(
      trouble ?? workspace.store.map { "Models and runs are kept in \(workspace.files.short($0.folder))." }
        ?? "Models and runs are lost when the kernel ends: the state folder cannot be written.")
    if let damage = workspace.store?.damage {
      lines.append(damage.sentence { workspace.files.short(URL(filePath: $0)) })
    }
    if let bytes = ProcessMemory.resident { lines.append("The kernel uses \(Numbers.bytes(bytes)) of memory.") }
    return lines.joined(separator: "\n")
  }
}
