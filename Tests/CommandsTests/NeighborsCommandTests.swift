import Figures
import Networks
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

struct NeighborsCommandTests {
  @Test func `a fresh model says how it decides and what it looks through`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(
      notebook.run("knn near features=tiny.pool1")
        == "near: the nearest 3 neighbours by Euclidean distance, near ones with more weight, looking through pool1 of tiny. It has no samples yet."
    )
    #expect(
      notebook.run("knn near features=tiny.pool1 numberOfNeighbors=1 weighting=uniform metric=cosine")
        == "near: the nearest neighbour by cosine distance, each with one vote, looking through pool1 of tiny. It has no samples yet."
    )
  }

  @Test func `a file alone means what its own classifier layer reads`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny")
    let model = try notebook.neighbors("near")
    #expect(model.extractor.layer == "flat1")
    #expect(model.memory.dimension == 16)
  }

  @Test(arguments: ["tiny.pool1", "\"tiny.mlmodel.pool1\"", "\"./tiny.mlmodel.pool1_out\""])
  func `the layer stands behind the last dot`(features: String) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=\(features)")
    #expect(try notebook.neighbors("near").extractor.layer == "pool1")
  }

  @Test func `running the line again changes the settings and keeps the memory`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1; train near on=pets.train")
    let shown = notebook.run("knn near features=tiny.pool1 numberOfNeighbors=5")
    #expect(shown.hasSuffix("It keeps its 6 photos."))
    #expect(try notebook.neighbors("near").memory.numberOfNeighbors == 5)
    #expect(notebook.run("knn near features=tiny.conv1").hasSuffix("It has no samples yet."))
  }

  @Test(arguments: ["k", "n_neighbors"]) func `an alias is explained once`(alias: String) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1 \(alias)=1")
    #expect(notebook.page.entries.map(\.kind) == [.display, .result])
    #expect(notebook.page.entries[0].rendering.plainText == "\(alias) is understood as numberOfNeighbors.")
    notebook.run("knn near features=tiny.pool1 \(alias)=2")
    #expect(notebook.page.entries.map(\.kind) == [.result])
    #expect(try notebook.neighbors("near").memory.numberOfNeighbors == 2)
  }

  @Test func `from= means features=, as it does elsewhere, and that is said once`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(notebook.run("knn near from=tiny.pool1").hasPrefix("from is understood as features.\nnear: "))
    #expect(notebook.run("knn far from=tiny.pool1").hasPrefix("far: "))
    #expect(try notebook.neighbors("near").extractor.layer == notebook.neighbors("far").extractor.layer)
  }

  @Test func `row 47: the answer of an empty memory can be chosen`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1 defaultLabel=\"who knows\"")
    #expect(notebook.run("predict near image=\"Pets/test/cat/0.png\"").hasPrefix("near: who knows\n"))
  }

  @Test(arguments: [
    Mistake(
      "knn near features=tiny.pool9",
      """
      knn near features=tiny.pool9
                        ^^^^^^^^^^ tiny has no layer pool9. Did you mean pool1?
                                   Its last layers: conv1, relu1, pool1, flat1, fc1, prob
      """),
    Mistake(
      "knn near features=nonet.pool1",
      """
      knn near features=nonet.pool1
                        ^^^^^^^^^^^ The model nonet was not found.
                                    Looked for it at nonet.mlmodel and data/models/nonet.mlmodel.
      """),
    Mistake(
      "knn near features=tiny.pool1 numberOfNeighbors=0",
      """
      knn near features=tiny.pool1 numberOfNeighbors=0
                                                     ^ numberOfNeighbors takes a whole number from 1 to 1,000, not 0.
      """),
    Mistake(
      "knn near features=tiny.pool1 numberOfNeighbors=1.5",
      """
      knn near features=tiny.pool1 numberOfNeighbors=1.5
                                                     ^^^ numberOfNeighbors takes a whole number from 1 to 1,000, not 1.5.
      """),
    Mistake(
      "knn near features=tiny.pool1 k=three",
      """
      knn near features=tiny.pool1 k=three
                                     ^^^^^ numberOfNeighbors takes a whole number from 1 to 1,000, not three.
      """),
    Mistake(
      "knn near features=tiny.pool1 weighting=uniforn",
      """
      knn near features=tiny.pool1 weighting=uniforn
                                             ^^^^^^^ weighting cannot be uniforn. Did you mean uniform?
      """),
    Mistake(
      "knn near features=tiny.pool1 metric=manhattan",
      """
      knn near features=tiny.pool1 metric=manhattan
                                          ^^^^^^^^^ metric cannot be manhattan. It can be euclidean or cosine.
      """),
    Mistake(
      "knn near features=tiny.pool1 numberOfNeighbors=1 n_neighbors=2",
      """
      knn near features=tiny.pool1 numberOfNeighbors=1 n_neighbors=2
                                                       ^^^^^^^^^^^ n_neighbors is another word for numberOfNeighbors, and numberOfNeighbors is given already.
                                                                   Leave one of the two out.
      """),
    Mistake(
      "knn pets features=tiny.pool1",
      """
      knn pets features=tiny.pool1
          ^^^^ pets is the name of a dataset. Choose another.
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook(pets: "Pets").expect(mistake)
  }

  @Test func `row 45: a tree of neighbours gives the same answers as looking at all`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=2; train near on=pets.train")
    let linear = notebook.run("predict near on=pets.test")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=2 index=kdTree leafSize=2")
    #expect(notebook.run("predict near on=pets.test") == linear)
  }

  @Test func `a leaf's size belongs to a tree`() throws {
    try Notebook(pets: "Pets").expect(
      Mistake(
        "knn near features=tiny.pool1 leafSize=5",
        """
        knn near features=tiny.pool1 leafSize=5
                                              ^ leafSize=5 belongs to index=kdTree.
                                                Add index=kdTree, or leave it out.
        """))
  }

  @Test func `SqueezeNet's features are pool10's, sketch's pool5's`() throws {
    let notebook = try Notebook.withSqueezeNet()
    notebook.run("knn a features=squeezenet; knn b features=sketch")
    #expect(try notebook.neighbors("a").extractor.layer == "pool10")
    #expect(try notebook.neighbors("b").extractor.layer == "pool5")
    #expect(try notebook.neighbors("b").memory.dimension == 256)
  }
}
