import Testing

@testable import Commands
@testable import Experiments

struct RedoCommandTests {
  @Test func `what was taken back is done again, in order`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 seed=1")
    let first = Snapshot(notebook)
    notebook.run("train hand epochs=1")
    let second = Snapshot(notebook)
    notebook.run("undo 2; redo")
    #expect(Snapshot(notebook) == first)
    notebook.run("redo")
    #expect(Snapshot(notebook) == second)
  }

  @Test func `more than was taken back does again all there is, and says so`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("undo")
    #expect(
      notebook.run("redo 2") == """
        Redone: network hand from=tiny classes=3 seed=42
        hand is untrained.
        2 statements were requested; there were no more to be redone.
        """)
  }
}
