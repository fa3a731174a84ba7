import CommandLanguage
import Figures
import Language

/// `forget hand`, `forget hands near`
struct ForgetCommand: Command {
  private static let names = PositionalArgument(repeating: "name", .thing, "A model or a dataset.", effect: .removes)

  static let declaration = CommandDeclaration(
    "forget", "Removes models and datasets from the workspace; no file is deleted.",
    discussion: """
      The name is free again, also after a restart, and undo brings it back. Photos, tables and saved model files stay \
      where they are. A model in training is stopped first: stop NAME.
      """,
    positionals: [names],
    examples: ["forget hand", "forget hands near"])

  private let names: [CheckedValue]

  init(_ arguments: Arguments) throws(Fault) { names = arguments[Self.names] }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    var changes: [CatalogueChange] = []
    var kept: [CheckedValue] = []
    for name in names {
      session.recallForForgetting(name.word)
      if session.models[name.word] != nil {
        changes.append(.model(name.word, nil))
      } else if session.datasets[name.word] != nil {
        changes.append(.dataset(name.word, nil))
      } else if session.memory?.has(name.word) == true {
        kept.append(name)
      } else {
        let known = (session.models.keys + session.datasets.keys).sorted()
        throw Fault(.unknownThing(name.word, known: known), at: name.span)
      }
      do throws(CatalogueError) { try session.catalogue.check(changes) } catch {
        throw Fault(error).placed(at: name.span)
      }
    }
    do throws(CatalogueError) { try session.catalogue.apply(changes) } catch { throw Fault(error) }
    for name in kept { try forgetKept(name, in: session) }
    let list = Numbers.list(names.map(\.word))
    return Rendering.text(
      "\(list) \(names.count == 1 ? "is" : "are") forgotten; undo brings \(names.count == 1 ? "it" : "them") back.")
  }

  /// Forgets what an earlier session kept and this one cannot read, such as a dataset whose folder is gone.
  private func forgetKept(_ name: CheckedValue, in session: Session) throws(Fault) {
    guard let memory = session.memory else { return }
    do throws(KeepingError) {
      let entry = try memory.takeOut(name.word)
      session.journal.record(
        UndoStep.Restorable(
          name: name.word, undo: { try? $0.memory?.putBack(entry) },
          redo: { _ = try? $0.memory?.takeOut(entry.name) }))
    } catch {
      throw Fault(.run(.notKept(name.word, error)), at: name.span)
    }
  }
}

extension Session {
  /// Has a model of an earlier session at hand that is about to be forgotten, where it can be read, so that undo can
  /// bring it back whole.
  fileprivate func recallForForgetting(_ name: String) {
    guard models[name] == nil, datasets[name] == nil, let model = try? memory?.model(name) else { return }
    catalogue.recall(model)
  }
}
