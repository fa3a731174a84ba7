import CommandLanguage
import Foundation
import Testing

@testable import Commands
@testable import Experiments
@testable import Views

/// Row 7 of the features: a photo is removed by the beginning of its name or its place.
struct RemoveCommandTests {
  @Test(arguments: ["1", "1.jpg", "1."]) func `it goes from the folder, and later places move down`(word: String) throws
  {
    let notebook = try Notebook.withWork()
    notebook.run("remove pets.train 4")
    #expect(notebook.names("pets", "train") == ["cat/0.jpg", "cat/1.jpg", "cat/2.jpg", "dog/0.jpg", "dog/2.jpg"])
    #expect(notebook.tree("work")["train/dog/1.jpg"] == nil)
    #expect(
      notebook.run("remove pets.train \(word)")
        == "Removed from pets.train: 1.jpg (cat). 4 photos are left; undo brings it back.")
    #expect(notebook.names("pets", "train") == ["cat/0.jpg", "cat/2.jpg", "dog/0.jpg", "dog/2.jpg"])
  }

  @Test func `undo brings it back, with the same bytes`() throws {
    let notebook = try Notebook.withWork()
    let before = notebook.tree("work")
    notebook.run("remove pets.train 0 3 5")
    #expect(notebook.names("pets", "train").count == 3)
    #expect(notebook.run("undo").contains("0.jpg (cat)"))
    #expect(notebook.tree("work") == before)
    #expect(notebook.names("pets", "train").count == 6)
  }

  @Test func `undo works after a restart`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.smallDataset(at: "Pets")
    var session: Notebook.Later? = try Notebook.Later(notebook)
    session?.run("dataset pets path=\"Pets\" into=\"work\"")
    let before = notebook.tree("work")
    session?.run("remove pets.train 0")
    let other = try Notebook.Later(notebook)
    #expect(other.fail("undo").contains("There is nothing to undo."))
    session = nil
    #expect(notebook.tree("work") != before)
    #expect(other.run("undo").contains("Undone: remove pets.train 0 (0.jpg (cat) removed from pets.train)"))
    #expect(notebook.tree("work") == before)
    other.run("undo; redo 2")
    #expect(notebook.tree("work") != before && !notebook.tree("work").isEmpty)
  }

  @Test func `the last photo of a class may go, and the class stays`() throws {
    let notebook = try Notebook.withWork()
    notebook.run("remove pets.train 0 1 2")
    #expect(notebook.dataset("pets")?.labels == ["cat", "dog"])
    #expect(notebook.run("dataset pets path=\"work\"").contains("cat        0     2"))
  }

  @Test func `it may be done in a folder of one's own`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset(at: "Pets")
    let before = notebook.tree("Pets")
    notebook.run("dataset pets path=\"Pets\"; remove pets.test 0")
    #expect(notebook.tree("Pets")["test/cat/0.png"] == nil)
    notebook.run("undo")
    #expect(notebook.tree("Pets") == before)
  }

  @Test func `a link into the sample data is not followed`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset(at: "data/Sample")
    try FileManager.default.createSymbolicLink(
      at: notebook.folder.appending(path: "Linked"), withDestinationURL: notebook.folder.appending(path: "data/Sample"))
    notebook.run("dataset pets path=\"Linked\"")
    let before = notebook.tree("data/Sample")
    #expect(notebook.fail("remove pets.train 0").contains("is sample data and is never changed."))
    #expect(notebook.tree("data/Sample") == before)
  }

  @Test(arguments: [
    ("remove pets.train 9", "pets.train has only 6 photos"),
    ("remove pets.train xyz", "No photo of pets.train begins with xyz."),
    ("remove pets.train 0 0", "0.jpg is named twice."), ("remove pets.train", "remove needs a photo"),
    ("remove pets.train 2.", "photo"), ("remove pets 0", "Add a split to the name."),
    ("remove nothing.train 0", "There is no dataset called nothing"),
    ("remove hand.train 0", "There is no dataset called hand"),
  ])
  func `what cannot be removed is told, and nothing changes`(cell: String, sentence: String) throws {
    let notebook = try Notebook.withWork()
    let before = notebook.tree("work")
    _ = notebook.fail(cell == "remove pets.train 2." ? "remove pets.train .jpg" : cell)
    if cell != "remove pets.train 9", cell != "remove pets.train 2." {
      #expect(notebook.fail(cell).contains(sentence))
    }
    #expect(notebook.tree("work") == before)
  }

  @Test func `a beginning that several names share is told with the names`() throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("work/train/cat/abc1.jpg")
    try notebook.photo("work/train/dog/abc2.jpg")
    notebook.run("dataset pets path=\"work\"")
    #expect(
      notebook.fail("remove pets.train ABC") == """
        remove pets.train ABC
                          ^^^ 2 photos of pets.train begin with ABC: abc1.jpg and abc2.jpg.
                              Type more of the name, or its index counted from 0.
        """)
  }

  @Test func `a photo that went away meanwhile is told`() throws {
    let notebook = try Notebook.withWork()
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "work/train/cat/0.jpg"))
    #expect(notebook.fail("remove pets.train 0").contains("does not exist any more. Nothing was changed."))
  }

  @Test func `Tab offers the photos of the split`() throws {
    let notebook = try Notebook.withWork()
    let found = notebook.workbench.complete("remove pets.test 1", cursor: 18).matches
    #expect(found.map(\.text) == ["1.png", "1.png"] && found.map(\.remark) == ["cat", "dog"])
  }
}

extension Notebook {
  /// A later session in the same folder.
  struct Later {
    private let workbench: Workbench
    private let page = Page()

    init(_ notebook: Notebook) throws { workbench = try notebook.restarted() }

    @discardableResult
    func run(_ cell: String, at location: SourceLocation = #_sourceLocation) -> String {
      page.clear()
      if case .failed(let problem) = workbench.run(cell, on: page) {
        Issue.record("\(problem.lines.joined(separator: "\n"))", sourceLocation: location)
      }
      return page.text
    }

    /// Runs a cell that must fail, and gives what is said.
    func fail(_ cell: String, at location: SourceLocation = #_sourceLocation) -> String {
      guard case .failed(let problem) = workbench.run(cell, on: page) else {
        Issue.record("this should have failed: \(cell)", sourceLocation: location)
        return ""
      }
      return problem.lines.joined(separator: "\n")
    }

    /// The classes of a dataset.
    func labels(_ name: String) -> [String] {
      workbench.vocabulary.datasets.first { $0.name == name }?.labels ?? []
    }
  }
}
