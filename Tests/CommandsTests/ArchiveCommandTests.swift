import DataFiles
import Files
import Foundation
import RunStore
import Testing

@testable import Commands
@testable import Experiments

/// Row 14 of the features: an archive, read into an empty folder, has the same content.
struct ArchiveCommandTests {
  private func content(_ notebook: Notebook, _ name: String) throws -> String {
    try #require(notebook.dataset(name)).content { $0.path }.description
  }

  @Test func `what is read again is what was written`() throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("me.jpg")
    notebook.run("class pets add=🦎; class pets order=[🦎, dog, cat]; add pets.train \"me.jpg\" label=cat")
    let told = notebook.run("archive pets path=\"pets.zip\"")
    let hash = try content(notebook, "pets")
    #expect(told.hasPrefix("pets is in pets.zip: 11 photos, ") && told.hasSuffix("content \(hash.prefix(8))."))
    notebook.run("dataset again path=\"pets.zip\" into=\"other\"")
    #expect(try content(notebook, "again") == hash)
    #expect(notebook.dataset("again")?.labels == ["🦎", "dog", "cat"])
    notebook.run("archive again path=\"again.zip\"")
    #expect(
      try Data(contentsOf: notebook.folder.appending(path: "pets.zip"))
        == Data(contentsOf: notebook.folder.appending(path: "again.zip")))
  }

  @Test func `what was removed is restored from the archive`() throws {
    let notebook = try Notebook.withWork()
    notebook.run(
      "archive pets path=\"pets.zip\"; dataset again path=\"pets.zip\" into=\"other\"; remove again.train 0 1")
    #expect(notebook.run("restore again") == "2 photos restored from pets.zip. again has 10 photos.")
  }

  @Test func `an archive that cannot be trusted leaves nothing behind`() throws {
    let notebook = try Notebook.withWork()
    let file = try AtomicFile(at: notebook.folder.appending(path: "bad.zip").path(percentEncoded: false))
    let writer = try ZipWriter(file)
    try writer.add(file: "train/cat/0.jpg", Data("x".utf8))
    try writer.add(file: "../../escaped.jpg", Data("x".utf8))
    _ = try writer.finish()
    try file.finish()
    #expect(
      notebook.fail("dataset bad path=\"bad.zip\" into=\"other\"") == """
        dataset bad path="bad.zip" into="other"
                         ^^^^^^^^^ bad.zip holds ../../escaped.jpg, which is not a path within a folder. Nothing was changed.
        """)
    #expect(notebook.tree("other").isEmpty)
  }

  @Test(arguments: [
    ("archive nobody path=\"x.zip\"", "There is no dataset called nobody."), ("archive pets", "archive needs path="),
    ("archive pets path=\"no/such/x.zip\"", "The folder no/such does not exist."),
    ("archive pets path=\"data/x.zip\"", "is in the data folder"),
    ("dataset x path=\"pets.zip\"", "pets.zip is an archive."),
    ("dataset x path=\"me.jpg\" into=\"y\"", "me.jpg is neither a folder nor a ZIP archive."),
  ])
  func `what cannot be archived is told`(cell: String, sentence: String) throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("me.jpg")
    notebook.run("archive pets path=\"pets.zip\"")
    #expect(notebook.fail(cell).contains(sentence))
  }
}
