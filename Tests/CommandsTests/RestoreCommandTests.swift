import Foundation
import Testing

@testable import Commands
@testable import Experiments

/// Row 2 of the features: a dataset is copied to a folder of one's own, and what was deleted comes back.
struct RestoreCommandTests {
  @Test func `what is missing is copied, and the source stays as it is`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset(at: "Pets")
    let source = notebook.tree("Pets")
    #expect(
      notebook.run("dataset pets path=\"Pets\" into=\"work\"").hasPrefix(
        "10 photos were copied from Pets to work.\npets: 10 photos"))
    #expect(notebook.tree("Pets") == source)
    var work = notebook.tree("work")
    #expect(work.removeValue(forKey: ".whet.json") != nil)
    #expect(work.removeValue(forKey: "labels.json") != nil)
    #expect(work == source)
    #expect(notebook.dataset("pets")?.folder.lastPathComponent == "work")
  }

  @Test func `one that was deleted is restored, and the second time there is nothing to restore`() throws {
    let notebook = try Notebook.withWork()
    let before = notebook.tree("work")
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "work/train/cat/1.jpg"))
    #expect(notebook.run("restore pets") == "1 photo restored from Pets. pets has 10 photos.")
    #expect(notebook.run("restore pets") == "0 photos restored from Pets. pets has 10 photos.")
    #expect(notebook.tree("work") == before)
    #expect(notebook.tree("Pets").count == 16)
  }

  @Test func `the line that copies does not bring back what was removed, but says how to`() throws {
    let notebook = try Notebook.withWork()
    notebook.run("remove pets.train 0")
    try notebook.photo("Pets/train/dog/new.jpg", red: 7)
    #expect(
      notebook.run("dataset pets path=\"Pets\" into=\"work\"").hasPrefix(
        """
        1 photo was copied from Pets to work.
        1 photo of Pets was removed from work before: restore pets brings it back.
        pets: 10 photos
        """))
    #expect(notebook.run("restore pets") == "1 photo restored from Pets. pets has 11 photos.")
  }

  @Test func `a photo that was relabelled stays where it is`() throws {
    let notebook = try Notebook.withWork()
    notebook.run("relabel pets.train 0 to=dog")
    let before = notebook.tree("work")
    #expect(notebook.run("restore pets").hasPrefix("0 photos restored from Pets. 1 photo lies in another class now"))
    notebook.run("dataset pets path=\"Pets\" into=\"work\"")
    #expect(notebook.tree("work") == before)
  }

  @Test func `photos that were added stay`() throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("me.jpg")
    notebook.run("add pets.train \"me.jpg\" label=cat; restore pets")
    #expect(notebook.dataset("pets")?.count == 11)
  }

  @Test func `only the classes wanted are copied, and classes made since stay`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset(at: "Pets")
    notebook.run("dataset pets path=\"Pets\" into=\"work\" labels=[dog]; class pets add=🦎")
    notebook.run("dataset pets path=\"Pets\" into=\"work\" labels=[dog]")
    #expect(notebook.dataset("pets")?.labels == ["dog", "🦎"])
    #expect(notebook.tree("work")["train/cat"] == nil)
    notebook.run("remove pets.train 0; restore pets")
    #expect(notebook.dataset("pets")?.count == 5)
  }

  @Test func `copying is taken back whole`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset(at: "Pets")
    notebook.run("dataset pets path=\"Pets\" into=\"a/b/work\"")
    notebook.run("undo")
    #expect(notebook.dataset("pets") == nil)
    #expect(!FileManager.default.fileExists(atPath: notebook.folder.appending(path: "a").path))
    notebook.run("redo")
    #expect(notebook.dataset("pets")?.count == 10)
  }

  @Test(arguments: [
    Mistake(
      "restore own",
      """
      restore own
              ^^^ own (Pets) was not copied from anywhere, so nothing can be restored.
                  undo brings back removed photos. A copy: dataset own path=… into="work"
      """),
    Mistake(
      "restore nobody",
      """
      restore nobody
              ^^^^^^ There is no dataset called nobody.
                     There are own and pets.
      """),
    Mistake(
      "dataset x path=\"Pets\" into=\"Pets/inner\"",
      """
      dataset x path="Pets" into="Pets/inner"
                                 ^^^^^^^^^^^^ One of Pets/inner and Pets contains the other, so one cannot be copied into the other.
                                              Name another folder.
      """),
    Mistake(
      "dataset x path=\"Pets\" into=\"tiny.mlmodel\"",
      """
      dataset x path="Pets" into="tiny.mlmodel"
                                 ^^^^^^^^^^^^^^ tiny.mlmodel is a file, not a folder.
                                                Give the folder that holds train/ and test/.
      """),
    Mistake(
      "dataset x path=\"Pets\" into=\"data/copy\"",
      """
      dataset x path="Pets" into="data/copy"
                                 ^^^^^^^^^^^ data/copy is in the data folder, which is for sample data only.
                                             Name a folder of your own.
      """),
    Mistake(
      "dataset x csv=\"x.csv\" into=\"y\"",
      """
      dataset x csv="x.csv" into="y"
                                 ^^^ "into" belongs to path= and sample=hands.
      """),
  ])
  func `what cannot be copied or restored is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook.withWork()
    notebook.run("dataset own path=\"Pets\"")
    let before = notebook.tree(".")
    if mistake.cell.contains("csv") {
      #expect(notebook.fail(mistake.cell).contains("into"))
    } else {
      #expect(
        notebook.fail(mistake.cell).hasPrefix(mistake.seen.split(separator: "\n").prefix(2).joined(separator: "\n")))
    }
    #expect(notebook.tree(".").filter { !$0.key.hasPrefix("state") } == before.filter { !$0.key.hasPrefix("state") })
  }

  @Test func `a source that has gone is told`() throws {
    let notebook = try Notebook.withWork()
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "Pets"))
    #expect(notebook.fail("restore pets").contains("Pets does not exist."))
  }
}
