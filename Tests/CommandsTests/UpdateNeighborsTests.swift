import CommandLanguage
import Foundation
import Testing
import Training

@testable import Commands
@testable import Experiments

/// `update` of k-NN models.
struct UpdateNeighborsTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=3; train near on=pets.train")
    return notebook
  }

  @Test func `the number of neighbours is set, undone, described and saved`() throws {
    let notebook = try notebook()
    #expect(notebook.run("update near numberOfNeighbors=5").contains("numberOfNeighbors   5"))
    #expect(try notebook.neighbors("near").memory.count == 6)
    notebook.run("undo")
    #expect(try notebook.neighbors("near").memory.numberOfNeighbors == 3)
    notebook.run("redo; save near path=\"near.mlmodel\"; load back \"near.mlmodel\"")
    #expect(try notebook.neighbors("back").memory.numberOfNeighbors == 5)
  }

  @Test func `a loaded model stays within what its file allows`() throws {
    let notebook = try notebook()
    notebook.run("save near path=\"near.mlmodel\"; load back \"near.mlmodel\"")
    let shown = notebook.fail("update back numberOfNeighbors=11")
    #expect(shown.contains("back allows numberOfNeighbors from 1 to 10"))
    #expect(try notebook.neighbors("back").memory.numberOfNeighbors == 3)
    notebook.run("update back numberOfNeighbors=4; save back path=\"more.mlmodel\"; load more \"more.mlmodel\"")
    #expect(try notebook.neighbors("more").memory.numberOfNeighbors == 4)
    #expect(notebook.run("describe more").contains("(allowed: from 1 to 10)"))
  }

  @Test func `more neighbours than samples get a remark`() throws {
    let notebook = try notebook()
    #expect(notebook.run("update near k=7").contains("7, more than it stores: all of them vote"))
    #expect(notebook.run("evaluate near on=pets.test").contains("near"))
    #expect(!notebook.run("update near k=6").contains("all of them vote"))
    #expect(
      notebook.run("knn near features=tiny.pool1 k=9").contains(
        "numberOfNeighbors=9 is more than that: all of them vote."))
  }

  @Test func `Tab offers it`() throws {
    let notebook = try notebook()
    let text = "update near num"
    #expect(
      notebook.workbench.complete(text, cursor: text.unicodeScalars.count).matches.map(\.text) == ["numberOfNeighbors="]
    )
  }
}
