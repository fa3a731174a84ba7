import Figures
import Language
import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct CompareCommandTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=1; train hand on=pets.train epochs=2")
    return notebook
  }

  @Test func `row 106: models are set side by side, and a tie is no ranking`() throws {
    let notebook = try notebook()
    let text = notebook.run("compare near hand on=pets")
    #expect(
      text.hasPrefix(
        "4 photos evaluated, by the test photos of pets; 4 of them look like a training sample\nmodel             settings"
      ))
    #expect(text.contains(#/\nnear +k=1, inverseDistance/#))
    #expect(text.contains("\nCannot tell near from hand: "))
    #expect(text.contains("4 photos cannot decide it."))
    #expect(notebook.run("compare hand near on=pets").contains("\nCannot tell hand from near: "))
    #expect(notebook.page.html.contains("class=\"whet-figure\""))
  }

  @Test func `of three models every p is corrected for three pairs`() throws {
    let notebook = try notebook()
    notebook.run("knn far features=tiny.pool1 numberOfNeighbors=3")
    let text = notebook.run("compare near far hand on=pets")
    #expect(text.matches(of: /exact p = [0-9.e-]+; corrected for 3 pairs: [0-9.e-]+\)/).count == 3)
    #expect(!notebook.run("compare near hand on=pets").contains("corrected"))
  }

  @Test func `the models stay as they were`() throws {
    let notebook = try notebook()
    let before = Snapshot(notebook)
    notebook.run("compare near hand on=pets by=leaveOneOut; compare near hand examplesPerClass=[1, 2] draws=3")
    #expect(Snapshot(notebook) == before)
  }

  @Test func `the same seed gives the same page`() throws {
    let notebook = try notebook()
    for cell in [
      "compare near hand by=folds folds=3 repeats=2 seed=4", "compare hand near examplesPerClass=[1, 2] draws=4 seed=4",
    ] {
      #expect(notebook.run(cell).timeless == notebook.run(cell).timeless)
    }
    #expect(notebook.run("compare near by=folds").contains("Folds drawn from seed="))
  }

  @Test func `a network that fit has made is fitted anew to what is not held out`() throws {
    let notebook = try notebook()
    notebook.run("fit turi from=tiny l2=0.5 rescale=false on=pets.train")
    let text = notebook.run("compare turi near on=pets by=leaveOneOut")
    #expect(text.contains(#/\nturi +solver=lbfgs l2=0.5 rescale=false/#))
    let rights = try notebook.workbench.withWorkspace { session in
      guard case .network(let turi)? = session.models["turi"] else { throw Notebook.NoSuchModel(name: "turi") }
      let selection = try session.selection(named: "pets")
      let features = try HeadFitter(turi, on: selection).features(by: session.inference())
      return try Folds.leaveOneOut(10).count { split in
        let fit = try LogisticRegression(l2: 0.5, rescales: false).fit(
          features.rows(split.learning), targets: split.learning.map { selection.truths[$0] == "cat" ? 0 : 1 },
          classes: 2)
        let answer = fit.probabilities(features.rows(split.held)).values
        return (answer[0] > answer[1]) == (selection.truths[split.held[0]] == "cat")
      }
    }
    #expect(text.contains("\(rights) of 10"), "\(text)")
  }

  @Test func `a network trained from a fit is not compared: its first weights know what is held out`() throws {
    let notebook = try notebook()
    notebook.run("fit turi from=tiny on=pets.train; train turi on=pets.train epochs=1")
    notebook.expect(
      Mistake(
        "compare near turi on=pets",
        """
        compare near turi on=pets
                     ^^^^ The initial weights of turi were fitted to photos, and some of these would be held out.
                          To compare it as fit leaves it: fit turi on=pets.train
        """))
    notebook.expect(
      Mistake(
        "sweep turi on=pets learningRate=[0.1, 1]",
        """
        sweep turi on=pets learningRate=[0.1, 1]
              ^^^^ The initial weights of turi were fitted to photos, and some of these would be held out.
                   To compare it as fit leaves it: fit turi on=pets.train
        """))
    notebook.run("reset turi seed=3; train turi on=pets.train epochs=1; compare near turi on=pets")
  }

  @Test(arguments: [
    Mistake(
      "sweep pets learningRate=[0.1, 1]",
      """
      sweep pets learningRate=[0.1, 1]
            ^^^^ pets is a dataset; this needs a model.
                 There are hand and near.
      """),
    Mistake(
      "compare near pets.train",
      """
      compare near pets.train
                   ^^^^^^^^^^ pets.train is a dataset; this needs a model.
                              compare near on=pets
      """),
    Mistake(
      "evaluate pets on=pets.test",
      """
      evaluate pets on=pets.test
               ^^^^ pets is a dataset; this needs a model.
                    There are hand and near.
      """),
  ])
  func `a dataset where a model is meant is called one`(mistake: Mistake) throws {
    try notebook().expect(mistake)
  }

  @Test func `learning curves have a point for each number of examples`() throws {
    let notebook = try notebook()
    let text = notebook.run("compare near examplesPerClass=[3, 1] draws=5 seed=1")
    #expect(text.contains("1 per class"))
    #expect(text.contains("3 per class"))
    #expect(notebook.page.entries.last?.rendering.svg != nil)
  }

  @Test func `interrupted, the models that were done stay on the page`() throws {
    let notebook = try notebook()
    // near is 10 trainings; the stop comes while hand is trained.
    notebook.page.interrupt(afterQuestions: 40)
    let problem = notebook.fail("compare near hand on=pets by=leaveOneOut")
    #expect(problem.hasPrefix("Stopped at hand, after "))
    #expect(problem.hasSuffix("The finished models are shown. No model has changed."))
    #expect(notebook.page.text.contains(#/near +k=1/#))
    notebook.page.interrupt(afterQuestions: nil)
    notebook.run("compare near hand on=pets by=leaveOneOut")
  }

  @Test(arguments: [
    Mistake(
      "compare near hand on=pets.train",
      """
      compare near hand on=pets.train
                           ^^^^^^^^^^ pets.train is a part of pets: by=test trains on pets.train and evaluates on pets.test.
                                      Set on=pets, or by=folds to stay within pets.train.
      """),
    Mistake(
      "compare near hand by=folds folds=11",
      """
      compare near hand by=folds folds=11
      ^^^^^^^ pets has 10 samples: too few for 11 folds.
              One fold per sample: by=leaveOneOut
      """),
    Mistake(
      "compare near folds=3",
      """
      compare near folds=3
                         ^ folds=3 belongs to by=folds.
                           Set by=folds.
      """),
    Mistake(
      "compare near near",
      """
      compare near near
                   ^^^^ near is named twice.
                        Name two different models.
      """),
    Mistake(
      "compare near far",
      """
      compare near far
                   ^^^ There is no model called far.
                       There are hand and near.
      """),
    Mistake(
      "compare near on=pets examplesPerClass=[1, 4]",
      """
      compare near on=pets examplesPerClass=[1, 4]
                      ^^^^ pets.train has 3 examples of cat: 4 cannot be drawn.
      """),
    Mistake(
      "compare near draws=3",
      """
      compare near draws=3
                         ^ draws=3 belongs to learning curves.
                           Add examplesPerClass=[1, 2, 5, 10].
      """),
    Mistake(
      "compare near by=luck",
      """
      compare near by=luck
                      ^^^^ by cannot be luck. It can be test, folds or leaveOneOut.
      """),
  ])
  func `what cannot be compared is told, and nothing changes`(mistake: Mistake) throws {
    try notebook().expect(mistake)
  }

  @Test func `of several datasets one must be named`() throws {
    let notebook = try notebook()
    notebook.run("dataset again path=Pets")
    #expect(notebook.fail("compare near hand").contains("Run: compare near hand on=again"))
  }
}
