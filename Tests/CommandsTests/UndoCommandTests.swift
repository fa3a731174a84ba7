import Foundation
import Synchronization
import Testing

@testable import Commands
@testable import Experiments

struct UndoCommandTests {
  /// What changes the session, and what stands there before it.
  private static let changes: [(before: String, change: String)] = [
    ("", "dataset more path=\"Pets\""), ("", "dataset pets path=\"Pets\" labels=[dog]"),
    ("", "network other from=tiny classes=2 seed=3"), ("", "network hand from=tiny classes=2 seed=3"),
    ("", "train hand on=pets.train epochs=2 seed=1"), ("", "knn near features=tiny.pool1"),
    ("knn near features=tiny.pool1", "train near on=pets.train"),
    ("knn near features=tiny.pool1; train near on=pets.train", "reset near"),
    ("train hand on=pets.train epochs=2 seed=1", "train hand epochs=1"),
    ("train hand on=pets.train epochs=2 seed=1", "train hand on=pets.train from=start epochs=1 seed=2"),
    ("train hand on=pets.train epochs=2 seed=1", "reset hand"), ("", "reset hand seed=9"),
    ("save hand path=\"saved.mlmodel\"", "load hand \"saved.mlmodel\""),
  ]

  @Test(arguments: changes) func `undo takes a change back, and redo makes it again`(
    before: String, change: String
  )
    throws
  {
    let notebook = try Notebook.withNetwork()
    if !before.isEmpty { notebook.run(before) }
    let earlier = Snapshot(notebook)
    notebook.run(change)
    let later = Snapshot(notebook)
    #expect(later != earlier || change.hasPrefix("load"))
    #expect(notebook.run("undo").hasPrefix("Undone: \(change)\n"))
    #expect(Snapshot(notebook) == earlier)
    #expect(notebook.run("redo").hasPrefix("Redone: \(change)\n"))
    #expect(Snapshot(notebook) == later)
    notebook.run("undo")
    #expect(Snapshot(notebook) == earlier)
  }

  @Test func `several steps are taken back at once, last first`() throws {
    let notebook = try Notebook.withNetwork()
    let start = Snapshot(notebook)
    notebook.run("train hand on=pets.train epochs=1 seed=1; train hand epochs=1; reset hand")
    #expect(
      notebook.run("undo 3") == """
        Undone: reset hand
        Undone: train hand epochs=1
        Undone: train hand on=pets.train epochs=1 seed=1
        hand is untrained.
        To redo it: redo
        """)
    #expect(Snapshot(notebook) == start)
    #expect(notebook.run("redo 2").hasSuffix("hand is at epoch 2."))
  }

  @Test func `more steps than there are take back all there are, and it is said`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(
      notebook.run("undo 5") == """
        Undone: dataset pets path="Pets"
        pets does not exist any more.
        5 statements were requested; there were no more to be undone.
        To redo it: redo
        """)
    #expect(notebook.dataset("pets") == nil)
  }

  @Test func `what only looks is no step`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("x = 3; show pets; describe hand; evaluate hand on=pets.test; print \"x\"; help")
    #expect(notebook.run("undo").hasPrefix("Undone: network hand from=tiny classes=3 seed=42"))
  }

  @Test func `what failed is no step`() throws {
    let notebook = try Notebook.withNetwork()
    _ = notebook.fail("train hand on=pets.nothing")
    _ = notebook.fail("network x from=nowhere")
    #expect(notebook.run("undo").hasPrefix("Undone: network hand from=tiny classes=3 seed=42"))
  }

  @Test func `what an interrupted training has learnt is taken back`() throws {
    let notebook = try Notebook.withNetwork()
    let start = Snapshot(notebook)
    notebook.page.interrupt(afterQuestions: 6)
    _ = notebook.fail("train hand on=pets.train epochs=500 seed=1")
    notebook.page.interrupt(afterQuestions: nil)
    #expect(Snapshot(notebook) != start)
    notebook.run("undo")
    #expect(Snapshot(notebook) == start)
  }

  @Test func `a new change ends what could be done again`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 seed=1; undo; reset hand seed=5")
    notebook.expect(
      Mistake(
        "redo",
        """
        redo
        ^^^^ There is nothing to redo.
        """))
  }

  @Test func `without anything to take back, that is said`() throws {
    try Notebook(data: nil).expect(
      Mistake(
        "undo",
        """
        undo
        ^^^^ There is nothing to undo.
        """))
  }

  @Test(arguments: ["undo 0", "undo x", "undo 1 2", "undo steps=2", "redo -1"])
  func `anything but a number of steps is refused`(cell: String) throws {
    let notebook = try Notebook.withNetwork()
    let before = Snapshot(notebook)
    _ = notebook.fail(cell)
    #expect(Snapshot(notebook) == before)
  }

  @Test func `a great many steps do not fill the memory`() throws {
    let notebook = try Notebook.withNetwork()
    for _ in 0..<(UndoStack.stepLimit + 10) { notebook.run("reset hand") }
    #expect(notebook.workbench.withWorkspace { $0.undo.done.count } == UndoStack.stepLimit)
  }

  @Test func `other things of a session are taken back with the statement that changed them`() throws {
    let notebook = try Notebook(data: nil)
    notebook.workbench.withConversation { conversation in
      let undo = conversation.workspace.undo
      undo.record(
        UndoStep.Restorable(
          name: "the queue", undo: { conversation.explainedAliases.insert("undone") },
          redo: { conversation.explainedAliases = [] }))
      undo.close("correct to=✋", ChangeLog(), of: conversation.workspace.catalogue)
    }
    #expect(notebook.run("undo").hasPrefix("Undone: correct to=✋\n"))
    #expect(notebook.workbench.withConversation { $0.explainedAliases } == ["undone"])
    notebook.run("redo")
    #expect(notebook.workbench.withConversation { $0.explainedAliases } == [])
  }
}
