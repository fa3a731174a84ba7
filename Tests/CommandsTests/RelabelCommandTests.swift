import Foundation
import Testing

@testable import Commands
@testable import Experiments

struct RelabelCommandTests {
  @Test func `the photo moves to the other class's folder`() throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("work/train/cat/only.jpg", red: 250)
    notebook.run("dataset pets path=\"work\"")
    let content = notebook.tree("work")["train/cat/only.jpg"]
    #expect(
      notebook.run("relabel pets.train only to=dog")
        == "Relabelled in pets.train: only.jpg from cat to dog.")
    #expect(notebook.tree("work")["train/dog/only.jpg"] == content)
    #expect(notebook.tree("work")["train/cat/only.jpg"] == nil)
    #expect(notebook.names("pets", "train").contains("dog/only.jpg"))
  }

  @Test func `a name that is taken there is replaced by a new one, and nothing is written over`() throws {
    let notebook = try Notebook.withWork()
    let before = notebook.tree("work")
    notebook.run("relabel pets.train 0 to=dog")
    let dogs = notebook.names("pets", "train").filter { $0.hasPrefix("dog/") }
    #expect(dogs.count == 4 && notebook.tree("work")["train/dog/0.jpg"] == before["train/dog/0.jpg"])
    notebook.run("undo")
    #expect(notebook.tree("work") == before)
  }

  @Test func `what is of that class already stays, and it is said`() throws {
    let notebook = try Notebook.withWork()
    #expect(notebook.run("relabel pets.train 3 to=dog") == "0.jpg of pets.train is dog already.")
    #expect(notebook.run("relabel pets.train 2 4 to=dog").hasSuffix("1 photo was dog already."))
  }

  @Test(arguments: [
    ("relabel pets.train 0 to=bird", "pets has no class bird."), ("relabel pets.train 0", "relabel needs to="),
    ("relabel pets.train nothing to=dog", "No photo of pets.train begins with nothing."),
  ])
  func `what cannot be relabelled is told, and nothing changes`(cell: String, sentence: String) throws {
    let notebook = try Notebook.withWork()
    let before = notebook.tree("work")
    #expect(notebook.fail(cell).contains(sentence))
    #expect(notebook.tree("work") == before)
  }
}
