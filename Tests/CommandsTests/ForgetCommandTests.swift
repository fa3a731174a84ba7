import Foundation
import Testing

@testable import Commands
@testable import Experiments

struct ForgetCommandTests {
  @Test func `a model is forgotten, its name is free, and undo brings it back`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=2")
    let before = try notebook.network("hand")
    #expect(notebook.run("forget hand") == "hand is forgotten; undo brings it back.")
    #expect(notebook.model("hand") == nil)
    #expect(notebook.fail("evaluate hand on=pets.test").contains("hand"))
    notebook.run("undo")
    #expect(try notebook.network("hand").definition == before.definition)
    notebook.run("redo; knn hand features=tiny.pool1")
    #expect(throws: Never.self) { try notebook.neighbors("hand") }
  }

  @Test func `several things at once, or none of them`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1")
    notebook.expect(
      Mistake(
        "forget hand pets nobody",
        """
        forget hand pets nobody
                         ^^^^^^ There is no model, dataset or file called nobody.
                                There are hand, near and pets.
        """))
    #expect(notebook.model("hand") != nil)
    #expect(notebook.run("forget hand pets near") == "hand, pets and near are forgotten; undo brings them back.")
    #expect(notebook.model("near") == nil && notebook.dataset("pets") == nil)
    notebook.run("undo; evaluate hand near on=pets.test")
  }

  @Test func `what an earlier session kept is forgotten, too, and comes back by undo`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4; train hand on=pets.train epochs=2")
    let second = try sessions.begin()
    second.run("forget hand pets")
    #expect(!second.run("status").contains("hand"))
    let third = try sessions.begin()
    #expect(third.fail("evaluate hand on=pets.test").contains("hand"))
    second.run("undo")
    let fourth = try sessions.begin()
    fourth.run("evaluate hand on=pets.test")
    #expect(try fourth.network("hand").training.records.count == 2)
  }

  @Test func `a dataset is forgotten though its folder is gone`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset pets path=\"Pets\"")
    let folder = sessions.notebook.folder
    try FileManager.default.moveItem(at: folder.appending(path: "Pets"), to: folder.appending(path: "Gone"))
    let second = try sessions.begin()
    #expect(second.run("forget pets") == "pets is forgotten; undo brings it back.")
    #expect(try sessions.begin().fail("show pets").contains("pets"))
    second.run("undo")
    try FileManager.default.moveItem(at: folder.appending(path: "Gone"), to: folder.appending(path: "Pets"))
    #expect(try sessions.begin().run("show pets").contains("cat"))
  }

  @Test func `a table comes back by undo, also in a later session`() throws {
    let sessions = try Sessions()
    try sessions.notebook.write(Array("a,1,2\nb,3,4\na,1,3\nb,2,4\n".utf8), to: "t.csv")
    let first = try sessions.begin()
    first.run("dataset t csv=\"t.csv\"; forget t; undo")
    #expect(try sessions.begin().run("show t").contains("a"))
  }
}
