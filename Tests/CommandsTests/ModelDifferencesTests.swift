import Testing

@testable import Commands
@testable import Experiments
@testable import Views

struct ModelDifferencesTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn one features=tiny.pool1 numberOfNeighbors=1; knn three features=tiny.pool1 numberOfNeighbors=3")
    notebook.run("network slow from=tiny classes=2 seed=1; network fast from=tiny classes=2 seed=1")
    return notebook
  }

  private func phrases(_ names: [String], in notebook: Notebook) throws -> [String] {
    ModelDifferences(try names.map { try #require(notebook.model($0)) }).phrases
  }

  @Test func `only what is not shared is said`() throws {
    let notebook = try notebook()
    #expect(try phrases(["one", "three"], in: notebook) == ["k=1", "k=3"])
    for (name, rate) in [("slow", "0.001"), ("fast", "0.01")] {
      notebook.run("train \(name) on=pets.train epochs=2 learningRate=\(rate)")
    }
    #expect(try phrases(["slow", "fast"], in: notebook) == ["learningRate=0.001", "learningRate=0.01"])
    notebook.run("reset fast")
    #expect(try phrases(["slow", "fast"], in: notebook)[1] == "not trained")
  }

  @Test func `equal models, and a single one, have nothing to tell`() throws {
    let notebook = try notebook()
    #expect(try phrases(["slow", "fast"], in: notebook) == [])
    #expect(try phrases(["one"], in: notebook) == [])
    #expect(ModelDifferences([]).isEmpty)
  }

  @Test func `kinds of models are told apart`() throws {
    let notebook = try notebook()
    let found = try phrases(["one", "slow"], in: notebook)
    #expect(found[0].hasPrefix("k-NN, ") && found[0].contains("k=1"))
    #expect(found[1].hasPrefix("network, ") && found[1].hasSuffix("not trained"))
  }
}
