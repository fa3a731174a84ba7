import Testing

@testable import Commands
@testable import Experiments

struct ConfusionCommandTests {
  private func trained() throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=1; train near on=pets.train")
    return notebook
  }

  @Test func `a row for each class, a column for each answer`() throws {
    let notebook = try trained()
    #expect(
      notebook.run("confusion near on=pets.test") == """
        near on pets.test: 100.0 % correct (4 of 4) [51.0, 100.0]
        true \\ predicted  cat  dog  recall
        ----------------  ---  ---  ------
        cat                 2    0   100 %
        dog                 0    2   100 %
        """)
    #expect(notebook.page.entries.map(\.kind) == [.result])
    #expect(!notebook.page.html.contains("<img"))
  }

  @Test func `answers that are no class of the dataset have columns, too`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1")
    #expect(notebook.run("confusion near on=pets.test").contains("true \\ predicted  cat  dog  ???  recall"))
  }

  @Test func `beyond 3: cells can hold the photos, or shares`() throws {
    let notebook = try trained()
    notebook.run("confusion near on=pets.test thumbnails=true")
    #expect(notebook.page.html.count(of: "<img ") == 4)
    #expect(
      notebook.run("confusion near on=pets.test normalize=true").contains("cat               100 %    0 %   100 %"))
  }

  @Test(arguments: [
    Mistake(
      "confusion near",
      """
      confusion near
      ^^^^^^^^^ confusion needs on=dataset.split: the samples to predict.
                For example: confusion near hand on=hands.test thumbnails=true
      """),
    Mistake(
      "confusion far on=pets.test",
      """
      confusion far on=pets.test
                ^^^ There is no model called far.
                    There is near.
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    try trained().expect(mistake)
  }
}
