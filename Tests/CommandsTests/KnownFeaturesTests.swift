import CommandLanguage
import Testing

@testable import Commands
@testable import Experiments

/// Samples held out from a model and known to the network that makes its features.
struct KnownFeaturesTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    notebook.run(
      """
      dataset digits sample=digits count=10
      network net input=[1, 28, 28] seed=7 { flatten; innerProduct 16 activation=relu; innerProduct 10; softmax }
      knn plain features=net.innerProduct0
      train net on=digits.train epochs=1 seed=1
      knn deep features=net.innerProduct0
      """)
    return notebook
  }

  @Test func `a comparison says so, with samples that are new`() throws {
    let notebook = try notebook()
    let shown = notebook.run("compare plain deep on=digits by=folds folds=2 seed=1")
    #expect(
      shown.contains(
        "⚠️ net was trained on 80 of these 100 samples, and deep uses features of net: deep's accuracy here is likely too high. To use samples new to net: compare plain deep on=digits.test"
      ))
    #expect(!shown.contains("plain takes its features"))
    #expect(!notebook.run("compare plain deep on=digits.test by=folds folds=2 seed=1").contains("likely too high"))
    #expect(notebook.run("compare deep on=digits examplesPerClass=[1] draws=1 seed=1").contains("likely too high"))
  }

  @Test func `a sweep says so, for the layers it tries`() throws {
    let notebook = try notebook()
    let shown = notebook.run(
      "sweep deep on=digits.train folds=2 numberOfNeighbors=[1, 3] features=[innerProduct0, net.innerProduct1]")
    #expect(shown.contains("⚠️ net was trained on these 80 samples, and deep uses features of net"))
    #expect(!notebook.run("sweep plain on=digits.train folds=2 numberOfNeighbors=[1, 3]").contains("likely too high"))
  }

  @Test func `evaluate counts them among the samples learnt`() throws {
    let notebook = try notebook()
    notebook.run("train deep on=digits.test")
    #expect(notebook.run("evaluate deep on=digits.train").contains("all of them were learnt"))
  }
}
