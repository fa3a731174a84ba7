import CommandLanguage
import Experiments
import Figures
import Foundation
import Wording

/// `restore hands`
struct RestoreCommand: Command {
  private static let dataset = PositionalArgument("dataset", .dataset, "The dataset.", effect: .changes)

  static let declaration = CommandDeclaration(
    "restore", "Restores photos of the source that are missing in a dataset's folder.",
    discussion: """
      Works for datasets made with into=. Photos that were relabelled or added stay where they are. The source is not \
      changed.
      """,
    positionals: [dataset],
    examples: ["restore hands"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws { self.arguments = arguments }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let place = arguments[Self.dataset]
    var work = try workspace.lookup.workFolder(place)
    guard let path = work.record.source else {
      throw Diagnostic(
        .data(.folder(.neverCopied(dataset: work.dataset.name, folder: workspace.files.short(work.dataset.folder)))),
        at: place.span)
    }
    let url = URL(filePath: path)
    try workspace.drawAgain(url, work.record.labels ?? [])
    guard FileManager.default.fileExists(atPath: path) else {
      let file = workspace.files.short(url)
      throw Diagnostic(FileError.missing(file, places: [file], beside: []), at: place.span)
    }
    do {
      var source = try PhotoSource(
        url, name: work.dataset.name, labels: work.record.labels, in: workspace.files)
      defer { source.close() }
      if let known = work.dataset.unreadable { try source.leaveOutUnreadable(knowing: known, signal: context) }
      let plan = WorkCopy(source: source.dataset, target: work.dataset.folder, restores: true).plan(
        labels: work.dataset.labels, from: path)
      work.record = plan.record
      try workspace.photoEdits.change(
        work, plan.edits, labels: plan.labels, for: arguments.statement,
        told: "\(Numbers.count(plan.copied, "photo")) restored to \(work.dataset.name)")
      let dataset = workspace.datasets[work.dataset.name]
      let stays =
        plan.moved == 1 ? "lies in another class now and stays there." : "lie in other classes now and stay there."
      let moved = plan.moved == 0 ? "" : " \(Numbers.count(plan.moved, "photo")) \(stays)"
      return Rendering.text(
        "\(Numbers.count(plan.copied, "photo")) restored from \(workspace.files.short(url)).\(moved) \(work.dataset.name) has "
          + "\(Numbers.count(dataset?.splits.reduce(0) { $0 + $1.count } ?? 0, "photo")).")
    } catch {
      throw error.placed(at: place.span)
    }
  }
}
