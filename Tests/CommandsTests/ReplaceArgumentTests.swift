import Foundation
import Testing

@testable import Commands
@testable import Experiments

/// One rule for all that is written for a person.
struct ReplaceArgumentTests {
  private static let own = "notes of my own\n"

  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withWork()
    notebook.run("network hand from=tiny classes=3 seed=4; train hand on=pets.train epochs=1 seed=1")
    return notebook
  }

  private func content(_ path: String, _ notebook: Notebook) -> Data? {
    try? Data(contentsOf: notebook.folder.appending(path: path))
  }

  /// Every command that writes a file, and the file.
  static let writers = [
    ("save hand path=\"out.mlmodel\"", "out.mlmodel"), ("archive pets path=\"pets.zip\"", "pets.zip"),
    ("delta hand path=\"hand.json\"", "hand.json"), ("describe hand format=json path=\"text.json\"", "text.json"),
    ("train hand epochs=2 checkpoint=2", "checkpoints/hand-2.mlmodel"),
    ("plot hand path=\"hand.svg\"", "hand.svg"), ("plot hand path=\"hand.csv\"", "hand.csv"),
    ("confusion hand on=pets.test path=\"matrix.svg\"", "matrix.svg"),
    ("gallery hand on=pets.test path=\"answers.csv\"", "answers.csv"),
    ("weights hand layer=fc1 path=\"weights.csv\"", "weights.csv"),
    ("dataset more path=\"Pets\" into=\"other\"", "other/labels.json"),
  ]

  @Test(arguments: writers)
  func `a file of somebody else's is replaced only where that is said, and undo brings it back`(
    line: String, path: String
  ) throws {
    let notebook = try notebook()
    try notebook.write(Self.own.utf8, to: path)
    let text = notebook.fail(line)
    #expect(text.contains("\(path) was not written by Whet, or was changed since. Nothing was changed."))
    #expect(text.contains("To replace it: \(line) replace=true"))
    #expect(content(path, notebook) == Data(Self.own.utf8))
    notebook.run("\(line) replace=true")
    #expect(content(path, notebook) != Data(Self.own.utf8))
    notebook.run("undo")
    #expect(content(path, notebook) == Data(Self.own.utf8))
  }

  @Test(arguments: writers)
  func `its own file is replaced without a word, also by a later session`(line: String, path: String) throws {
    let notebook = try notebook()
    notebook.run(line)
    let first = try #require(content(path, notebook))
    notebook.run("reset hand seed=9; train hand on=pets.train epochs=1 seed=2; class pets add=bird")
    notebook.run(line)
    if path.hasPrefix("other") { return }
    #expect(content(path, notebook) != first)
    notebook.run("undo")
    #expect(content(path, notebook) == first)
  }

  @Test func `links and pipes stay, also with replace=true`() throws {
    let notebook = try notebook()
    try notebook.write(Self.own.utf8, to: "target")
    symlink("target", notebook.folder.appending(path: "link.zip").path)
    mkfifo(notebook.folder.appending(path: "pipe.zip").path, 0o600)
    for (name, kind) in [("link", "a link"), ("pipe", "a named pipe")] {
      let text = notebook.fail("archive pets path=\"\(name).zip\" replace=true")
      #expect(text.contains("\(name).zip is not a regular file but \(kind). Nothing was changed."))
    }
    #expect(content("target", notebook) == Data(Self.own.utf8))
  }

  @Test func `a training in the background takes back the checkpoints it replaced`() throws {
    let notebook = try notebook()
    notebook.run("train hand epochs=2 checkpoint=2")
    let first = try #require(content("checkpoints/hand-2.mlmodel", notebook))
    notebook.run("train hand on=pets.train from=start epochs=2 seed=7 checkpoint=2 background=true")
    notebook.workbench.waitForJobs { false }
    #expect(content("checkpoints/hand-2.mlmodel", notebook) != first)
    notebook.run("undo")
    #expect(content("checkpoints/hand-2.mlmodel", notebook) == first)
  }
}
