import ExperimentSupport
import Foundation
import ModelFile
import Testing

@testable import Commands
@testable import Experiments

/// `skip=unreadable`: photos that cannot be read are left out of a dataset, and stay so whatever becomes of it.
struct SkippedPhotosTests {
  /// A notebook with photos of which two cannot be read, `train/cat/x.jpg` and `test/dog/y.png`, and a model.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset(at: "Pets")
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    try notebook.write([], to: "Pets/train/cat/x.jpg")
    try notebook.write("Dear diary".utf8, to: "Pets/test/dog/y.png")
    return notebook
  }

  private let sentence =
    "2 photos that cannot be read are left out: train/cat/x.jpg (the file is empty), test/dog/y.png (it is text, not a "
    + "picture)."

  @Test func `they are counted and named, and nothing stops for them`() throws {
    let notebook = try notebook()
    #expect(
      notebook.run("dataset pets path=\"Pets\" skip=unreadable") == """
        pets: 10 photos in 2 classes
        class  train  test
        -----  -----  ----
        cat        3     2
        dog        3     2
        all        6     4
        \(sentence)
        """)
    #expect(notebook.run("describe pets").hasSuffix(sentence))
    #expect(notebook.run("show pets").hasSuffix(sentence))
    #expect(notebook.run("check pets").contains("2 of 12, left out"))
    for cell in [
      "knn near features=tiny.pool1; train near on=pets.train; evaluate near on=pets.test",
      "network hand from=tiny classes=2 seed=1; train hand on=pets.train validate=pets.test epochs=1",
      "features pets from=tiny layer=conv1", "compare near hand on=pets by=test",
      "sweep near on=pets folds=2 numberOfNeighbors=[1, 2]",
    ] { notebook.run(cell) }
  }

  @Test func `the line that an error offers helps`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\" labels=[dog, cat]; knn near features=tiny.pool1")
    let lines = notebook.fail("train near on=pets.train").split(separator: "\n")
    let line = try #require(lines.last?.split(separator: ": ", maxSplits: 1).last)
    #expect(line == "dataset pets path=\"Pets\" labels=[dog, cat] skip=unreadable")
    notebook.run(String(line))
    notebook.run("train near on=pets.train")
    #expect(notebook.dataset("pets")?.labels == ["dog", "cat"])
  }

  @Test func `a photo that breaks later is told with the same line`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\" skip=unreadable; knn near features=tiny.pool1")
    try notebook.write([], to: "Pets/train/dog/0.jpg")
    #expect(
      notebook.fail("train near on=pets.train").hasSuffix(
        "To leave out unreadable photos: dataset pets path=\"Pets\" skip=unreadable"))
  }

  @Test func `changes, undo and redo leave out the same photos`() throws {
    let notebook = try notebook()
    try notebook.photo("me.jpg")
    notebook.run("dataset pets path=\"Pets\" skip=unreadable")
    for cell in [
      "add pets.train \"me.jpg\" label=cat", "relabel pets.train 0 to=dog", "remove pets.train 1", "undo", "undo",
      "redo",
      "class pets add=bird", "class pets order=[dog, bird, cat]",
    ] {
      notebook.run(cell)
      let unreadable = try #require(notebook.dataset("pets")?.unreadable, "\(cell)")
      #expect(unreadable.entries.map(\.path).sorted() == ["test/dog/y.png", "train/cat/x.jpg"], "\(cell)")
      #expect(
        notebook.dataset("pets")?.splits.contains { $0.photos.contains { ["x.jpg", "y.png"].contains($0.name) } }
          == false)
    }
    #expect(notebook.dataset("pets")?.count == 11)
    notebook.run("class pets rename=cat to=tiger")
    #expect(notebook.run("describe pets").contains("train/tiger/x.jpg (the file is empty)"))
  }

  @Test func `undo brings back the dataset with all photos`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\"")
    notebook.run("dataset pets path=\"Pets\" skip=unreadable")
    #expect(notebook.dataset("pets")?.count == 10)
    notebook.run("undo")
    #expect(notebook.dataset("pets")?.count == 12)
    #expect(notebook.dataset("pets")?.unreadable == nil)
  }

  @Test func `after a restart they are left out, also new ones, and a mended one is back`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\" skip=unreadable")
    let page = Page()
    let first = try notebook.restarted()
    #expect(first.run("describe pets", on: page).isFine)
    #expect(page.text.contains("pets was read again: 10 photos in Pets/; 2 photos that cannot be read are left out."))
    #expect(page.text.hasSuffix(sentence))
    try notebook.photo("Pets/train/cat/x.jpg")
    try notebook.write([], to: "Pets/train/dog/new.jpg")
    page.clear()
    #expect(try notebook.restarted().run("describe pets", on: page).isFine)
    #expect(page.text.contains("pets was read again: 11 photos in Pets/; 2 photos that cannot be read are left out."))
    #expect(page.text.contains("train/dog/new.jpg (the file is empty), test/dog/y.png"))
  }

  @Test func `the line is kept for a later session`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\"; knn near features=tiny.pool1")
    let page = Page()
    guard case .failed(let problem) = try notebook.restarted().run("train near on=pets.train", on: page) else {
      Issue.record("a photo cannot be read")
      return
    }
    #expect(problem.lines.last?.hasSuffix("dataset pets path=\"Pets\" skip=unreadable") == true)
  }

  @Test func `neither copies nor archives hold them, and restore does not bring them`() throws {
    let notebook = try notebook()
    #expect(
      notebook.run("dataset pets path=\"Pets\" into=\"work\" skip=unreadable").hasPrefix(
        """
        10 photos were copied from Pets to work.
        2 photos of Pets cannot be read and were not copied.
        """))
    #expect(notebook.tree("work").keys.contains { $0.hasSuffix("x.jpg") || $0.hasSuffix("y.png") } == false)
    notebook.run("remove pets.train 0")
    #expect(notebook.run("restore pets") == "1 photo restored from Pets. pets has 10 photos.")
    notebook.run("dataset all path=\"Pets\" skip=unreadable")
    #expect(notebook.run("archive all path=\"all.zip\"").hasSuffix("2 photos that cannot be read are left out."))
    #expect(notebook.run("dataset back path=\"all.zip\" into=\"back\"").contains("10 photos were copied"))
    // Once it can be read, it is copied like any other.
    try notebook.photo("Pets/train/cat/x.jpg")
    #expect(notebook.run("dataset pets path=\"Pets\" into=\"work\" skip=unreadable").hasPrefix("1 photo was copied"))
  }

  @Test func `of an archive, too`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\"; archive pets path=\"pets.zip\"")
    #expect(
      notebook.run("dataset copy path=\"pets.zip\" into=\"copy\" skip=unreadable").contains(
        "2 photos of pets.zip cannot be read and were not copied."))
  }

  @Test func `a class may lose all its photos`() throws {
    let notebook = try notebook()
    try notebook.write([], to: "Pets/train/bird/0.jpg")
    #expect(
      notebook.run("dataset pets path=\"Pets\" skip=unreadable").contains(
        "No training photos of bird. No test photos of bird. 3 photos that cannot be read are left out: "))
  }

  @Test func `where no photo can be read, that is told`() throws {
    let notebook = try Notebook(data: nil)
    for name in ["cat/0.jpg", "dog/0.jpg"] { try notebook.write([], to: "Bad/\(name)") }
    #expect(
      notebook.fail("dataset bad path=\"Bad\" skip=unreadable") == """
        dataset bad path="Bad" skip=unreadable
                         ^^^^^ None of the 2 photos in Bad can be read: cat/0.jpg (the file is empty), dog/0.jpg (the file is empty).
                               Put photos there that can be read.
        """)
    #expect(notebook.dataset("bad") == nil)
  }

  @Test func `reading can be stopped, and nothing has happened then`() throws {
    let notebook = try notebook()
    for number in 0..<64 { try notebook.photo("Pets/train/cat/more-\(number).jpg") }
    notebook.page.interrupt(afterQuestions: 2)
    #expect(
      notebook.fail("dataset pets path=\"Pets\" skip=unreadable").hasSuffix(
        " of 76 photos were read; nothing was changed."))
    #expect(notebook.dataset("pets") == nil)
  }

  @Test func `it is for photos alone`() throws {
    let notebook = try notebook()
    try notebook.write("a,1\n".utf8, to: "t.csv")
    #expect(notebook.fail("dataset t csv=\"t.csv\" skip=unreadable").contains("path= and sample=hands"))
  }
}

extension CellOutcome {
  /// Whether the cell ran to its end.
  fileprivate var isFine: Bool { if case .failed = self { false } else { true } }
}
