import Figures
import Foundation
import Networks
import Testing
import Training

@testable import Commands
@testable import Experiments

/// `knn` without features=: the samples' own numbers.
struct NumbersNeighborsTests {
  /// A notebook with a table whose first column tells the classes apart, and whose second is a thousand times as large.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    var lines = ["label,near,far"]
    for row in 0..<24 {
      let isLeft = row % 2 == 0
      lines.append("\(isLeft ? "left" : "right"),\(isLeft ? 0.2 : 0.8),\(row * 7919 % 24 * 100)")
    }
    try lines.joined(separator: "\n").write(
      to: notebook.folder.appending(path: "sides.csv"), atomically: true, encoding: .utf8)
    notebook.run("dataset sides csv=\"sides.csv\" split=[0.75, 0.25]")
    return notebook
  }

  private func share(_ notebook: Notebook, _ name: String) -> String {
    notebook.run("evaluate \(name) on=sides.test").firstMatch(of: /([0-9.]+).% correct/).map { String($0.output.1) }
      ?? ""
  }

  @Test func `what it reads follows from the first samples`() throws {
    let notebook = try notebook()
    #expect(
      notebook.run("knn near numberOfNeighbors=1")
        == "near: the nearest neighbour by Euclidean distance, near ones with more weight, looking at the samples' own numbers. It has no samples yet."
    )
    #expect(try notebook.neighbors("near").extractor.isOpen)
    #expect(
      notebook.run("evaluate near on=sides.test").contains("near has no samples yet. To add some: train near on=…"))
    #expect(
      notebook.run("train near on=sides.train").hasPrefix("near stores 18 samples of 2 classes (left right)."))
    #expect(try notebook.neighbors("near").memory.dimension == 2)
    #expect(notebook.run("describe near").contains("features            the samples' own numbers, 2 features"))
    #expect(notebook.run("undo; describe near").contains("input               what it is trained on"))
  }

  @Test func `once it is empty again it may read something else, and photos never`() throws {
    let notebook = try notebook()
    try notebook.smallDataset(at: "Pets")
    notebook.run(
      "knn near; train near on=sides.train; dataset pets path=\"Pets\"; dataset digits sample=digits count=2")
    for line in ["train near on=pets.train", "predict near on=pets.test", "evaluate near on=pets.test"] {
      #expect(notebook.fail(line).contains("near compares the samples' own numbers, but photos differ in size."))
    }
    #expect(notebook.fail("train near on=digits.train").contains("near reads samples of the shape [2]"))
    #expect(notebook.run("reset near") == "near forgot 18 samples and has no samples now.")
    #expect(notebook.run("train near on=digits.train").hasPrefix("near stores 16 samples"))
  }

  @Test func `standardised, no number outweighs the others by its unit`() throws {
    let notebook = try notebook()
    notebook.run("knn near numberOfNeighbors=1; train near on=sides.train")
    #expect(share(notebook, "near") != "100.0")
    #expect(notebook.run("knn near numberOfNeighbors=1 standardize=true").hasSuffix("It keeps its 18 samples."))
    #expect(share(notebook, "near") == "100.0")
    #expect(notebook.run("knn other; compare near other on=sides by=folds folds=4").contains("own numbers"))
    #expect(
      notebook.run("sweep near on=sides.train folds=3 standardize=[false, true]").contains(
        "knn near numberOfNeighbors=1 weighting=inverseDistance metric=euclidean standardize=true"))
  }

  @Test func `a column that outweighs the others is told, with the line that weighs all alike`() throws {
    let notebook = try notebook()
    notebook.run("knn near numberOfNeighbors=1")
    let told = notebook.run("train near on=sides.train")
    let line = try #require(told.split(separator: "\n").last)
    #expect(
      line
        == "⚠️ The distances between these samples are almost those of far alone (more than 99.9 % of the spread of "
        + "the 2 columns). So that every column counts alike: knn near numberOfNeighbors=1 standardize=true")
    let remedy = try #require(line.firstMatch(of: /(knn .*)$/)).output.1
    #expect(notebook.run(String(remedy)).hasSuffix("It keeps its 18 samples."))
    #expect(share(notebook, "near") == "100.0")
    #expect(!notebook.run("train near on=sides.train from=start").contains("⚠️"))
  }

  @Test func `a network that reads such columns is told which one it is`() throws {
    let notebook = try notebook()
    func network(_ more: String = "") -> String {
      notebook.run("network net input=[2]\(more) seed=1 { innerProduct 8 activation=relu; innerProduct 2; softmax }")
      notebook.run("train net on=sides.train epochs=8 miniBatchSize=2 learningRate=0.01 seed=1")
      return notebook.page.entries.last?.rendering.plainText ?? ""
    }
    let told = network()
    #expect(
      told.contains(
        "⚠️ net learns from columns of unlike size: far outweighs the others (more than 99.9 % of the spread of the 2 columns). "
          + "Add standardize=true to its network line, so that every column counts alike."), "\(told)")
    #expect(!network(" standardize=true").contains("⚠️"))
    notebook.run("dataset near csv=\"sides.csv\" target=near task=regression split=[0.75, 0.25]")
    notebook.run("network line input=[3] seed=1 { innerProduct 1 }")
    #expect(
      notebook.fail("train line on=near.train epochs=8 learningRate=1 seed=1").hasSuffix(
        "Columns of unlike size make its steps too large. Create line again with standardize=true."))
  }

  @Test(arguments: ["", " standardize=true"]) func `it is saved and loaded with the same answers`(how: String) throws {
    let notebook = try notebook()
    notebook.run("knn near\(how); train near on=sides.train; save near path=\"Near.mlmodel\"")
    notebook.run("load back \"Near.mlmodel\"")
    let (near, back) = try (notebook.neighbors("near"), notebook.neighbors("back"))
    #expect(back.memory.samples == near.memory.standardizedMemory.samples)
    func rows(_ name: String) throws -> [Evaluation.Row] {
      let model = try #require(notebook.model(name))
      return try notebook.workbench.withWorkspace { workspace in
        try workspace.inference().evaluate(model, on: workspace.selection(named: "sides.test")).rows
      }
    }
    #expect(try rows("near") == rows("back"))
  }

  @Test func `after a restart it is as it was, trained or not`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run(
      "dataset digits sample=digits count=60; knn near standardize=true; train near on=digits.train; knn fresh standardize=true"
    )
    let memory = try first.neighbors("near").memory
    let second = try sessions.begin()
    #expect(second.run("evaluate near on=digits.test").contains("correct"))
    #expect(try second.neighbors("near").memory == memory)
    second.run("train fresh on=digits.train")
    #expect(try second.neighbors("fresh").memory.standardization == memory.standardization)
  }

  @Test func `photos are compared by their pixels`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(notebook.run("knn near size=[6, 4]").contains("looking at 6×4 pixels"))
    #expect(notebook.run("train near on=pets.train").hasPrefix("near stores 6 photos"))
    #expect(try notebook.neighbors("near").memory.dimension == 72)
    #expect(notebook.run("evaluate near on=pets.test").contains("correct (4 of 4)"))
    notebook.run("knn gray size=[6, 4] colorSpace=grayscale standardize=true; train gray on=pets.train")
    #expect(try notebook.neighbors("gray").memory.dimension == 24)
    #expect(notebook.run("predict gray image=\"Pets/test/dog/1.png\"").hasPrefix("gray: dog"))
    notebook.run("save gray path=\"Gray.mlmodel\"; load back \"Gray.mlmodel\"")
    #expect(notebook.run("predict back image=\"Pets/test/dog/1.png\"").hasPrefix("back: dog"))
    #expect(notebook.run("gallery near on=pets.test limit=1").contains("Pets") == false)
  }

  @Test(arguments: [
    Mistake(
      "train open on=pets.train",
      """
      train open on=pets.train
                    ^^^^^^^^^^ open compares the samples' own numbers, but photos differ in size.
                               For resized photos: knn open size=[32, 32]
                               For features of a layer: knn open features=sketch.flatten
      """),
    Mistake(
      "knn x size=[3]",
      """
      knn x size=[3]
                 ^^^ size= takes a width and a height; there is 1 number.
                     For example: size=[32, 32]
      """),
    Mistake(
      "knn x colorSpace=grayscale",
      """
      knn x colorSpace=grayscale
                       ^^^^^^^^^ colorSpace=grayscale belongs to size=.
                                 Add size=[32, 32], or leave it out.
      """),
    Mistake(
      "check open",
      """
      check open
      ^^^^^^^^^^ open takes its input from the first samples it is trained on, and it is not trained yet.
                 To train it: train open on=…
      """),
    Mistake(
      "save open path=\"x.mlmodel\"",
      """
      save open path="x.mlmodel"
           ^^^^ open takes its input from the first samples it is trained on, and it is not trained yet.
                To train it: train open on=…
      """),
  ])
  func `what cannot be is told`(mistake: Mistake) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn open")
    notebook.expect(mistake)
  }

  @Test func `rows of a table have a gallery with the rows that voted`() throws {
    let notebook = try notebook()
    notebook.run("knn near standardize=true; train near on=sides.train")
    #expect(notebook.run("gallery near on=sides.test limit=2").contains("left"))
  }
}
