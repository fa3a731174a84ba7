import CommandLanguage
import Experiments
import Figures
import Language
import Wording

/// `forget hand`, `forget hands near`
struct ForgetCommand: Command {
  private static let names = PositionalArgument(
    repeating: "name", .thing, "A model, a dataset or a cluster.", effect: .removes)

  static let declaration = CommandDeclaration(
    "forget", "Takes models, datasets and clusters out of the workspace; no file is deleted.",
    discussion: """
      The name is free again, also after a restart, and undo restores it. Photos, tables and saved model files stay \
      where they are. A model in training must be stopped first: stop NAME.
      """,
    positionals: [names],
    examples: ["forget hand", "forget hands near"])

  private let names: [CheckedValue]

  init(_ arguments: Arguments) throws { names = arguments[Self.names] }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var changes: [CatalogueChange] = []
    var kept: [CheckedValue] = []
    var clusters: [String] = []
    for name in names {
      recall(name.word, in: workspace)
      if workspace.models[name.word] != nil {
        changes.append(.model(name.word, nil))
      } else if workspace.datasets[name.word] != nil {
        changes.append(.dataset(name.word, nil))
      } else if workspace.clusters.clusters[name.word] != nil {
        clusters.append(name.word)
      } else if workspace.memory?.has(name.word) == true {
        kept.append(name)
      } else {
        let known = (workspace.models.keys + workspace.datasets.keys).sorted()
        throw Diagnostic(.unknownThing(name.word, known: known), at: name.span)
      }
      try Diagnostic.placing(at: name.span) { try workspace.catalogue.check(changes) }
    }
    try workspace.catalogue.apply(changes)
    for name in clusters { workspace.clusters.name(nil, name) }
    for name in kept { try forgetKept(name, in: workspace) }
    let list = Numbers.list(names.map(\.word))
    return Rendering.text(
      "\(list) \(names.count == 1 ? "is" : "are") forgotten; undo brings \(names.count == 1 ? "it" : "them") back.")
  }

  /// Forgets what an earlier session kept and this one cannot read, such as a dataset whose folder is gone.
  private func forgetKept(_ name: CheckedValue, in workspace: Workspace) throws {
    guard let memory = workspace.memory else { return }
    do throws(KeepingError) {
      let entry = try memory.takeOut(name.word)
      workspace.undo.record(
        UndoStep.Restorable(
          name: name.word, undo: { try? memory.putBack(entry) },
          redo: { _ = try? memory.takeOut(entry.name) }))
    } catch {
      throw Diagnostic(.run(.notKept(name.word, error)), at: name.span)
    }
  }

  /// Has a model of an earlier session at hand that is about to be forgotten, where it can be read, so that undo can
  /// bring it back whole.
  private func recall(_ name: String, in workspace: Workspace) {
    guard workspace.models[name] == nil, workspace.datasets[name] == nil,
      let model = try? workspace.memory?.model(name)
    else { return }
    workspace.catalogue.recall(model)
  }
}
