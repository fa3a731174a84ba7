import CommandLanguage
import Foundation
import Networks
import Testing

@testable import Commands
@testable import Experiments

/// What Tab offers of files, classes, layers and allowed values; `|` is the cursor.
struct EditingCompletionTests {
  private func offered(_ text: String, in notebook: Notebook) -> [String] {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    return notebook.workbench.complete(parts.joined(), cursor: parts[0].unicodeScalars.count).matches.map(\.text)
  }

  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    for name in ["a.ipynb", "b.mlmodel", "c.csv", "d e.txt"] {
      try Data().write(to: notebook.folder.appending(path: name))
    }
    let photos = notebook.folder.appending(path: "My photos/train/big dog")
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    try Data().write(to: photos.appending(path: "1.jpg"))
    try FileManager.default.createDirectory(
      at: notebook.folder.appending(path: "Empty"), withIntermediateDirectories: true)
    return notebook
  }

  @Test func `folders with photos come first for a dataset, and notebooks last`() throws {
    let notebook = try notebook()
    let quoted = offered("dataset p path=\"|\"", in: notebook)
    let own = quoted.filter {
      ["My photos/", "Pets/", "Empty/", "a.ipynb", "b.mlmodel", "c.csv", "d e.txt"].contains($0)
    }
    #expect(own.first == "My photos/" && own.last == "a.ipynb")
    #expect(own.firstIndex(of: "Pets/") ?? 9 < own.firstIndex(of: "Empty/") ?? 0)
    #expect(offered("dataset p csv=\"|\"", in: notebook).first == "c.csv")
    #expect(offered("load n \"|\"", in: notebook).contains("b.mlmodel"))
  }

  @Test func `paths without quotes are completed, with quotes where they need them`() throws {
    let notebook = try notebook()
    #expect(offered("dataset p path=Pe|", in: notebook) == ["Pets/"])
    #expect(offered("dataset p path=my|", in: notebook) == ["\"My photos/\""])
    #expect(offered("dataset p path=\"my|", in: notebook) == ["My photos/"])
    #expect(offered("save hand path=d|", in: notebook).contains("\"d e.txt\""))
  }

  @Test func `the classes are those of the folder, each once`() throws {
    let notebook = try notebook()
    #expect(offered("dataset p path=\"My photos\" labels=[|", in: notebook) == ["\"big dog\""])
    #expect(offered("dataset p path=Pets labels=[|", in: notebook).sorted() == ["cat", "dog"])
    notebook.run("dataset again path=\"Pets\"")
    #expect(offered("grow hand labels=[|", in: notebook).sorted() == ["cat", "dog"], "both datasets have them")
  }

  @Test func `layers and photos are those of what the statement names`() throws {
    let notebook = try notebook()
    let layers = try notebook.network("hand").definition.layers.map(\.name)
    #expect(offered("weights hand layer=|", in: notebook) == layers)
    #expect(offered("update hand layers=[c|", in: notebook) == layers.filter { $0.hasPrefix("c") })
    #expect(offered("weights nobody layer=|", in: notebook) == [])
    let photos = offered("explain hand photo=|", in: notebook)
    let cats = offered("predict hand on=pets.test photo=|", in: notebook)
    #expect(!cats.isEmpty && cats.count < photos.count)
  }

  @Test func `values that a model allows are offered first`() throws {
    let notebook = try notebook()
    notebook.run("update hand miniBatchSize=[2, 4, 16]")
    #expect(offered("train hand miniBatchSize=|", in: notebook).prefix(3) == ["2", "4", "16"])
    #expect(offered("train hand on=pets.train {\n  miniBatchSize = |", in: notebook).prefix(3) == ["2", "4", "16"])
  }
}
