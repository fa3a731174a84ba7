import CommandLanguage
import ExperimentSupport
import Foundation
import ModelFile
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Where a model file is wanted, the name of a network that was loaded from one stands for it.
struct ModelLibraryNamesTests {
  private func notebook(isRemembering: Bool = false) throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: isRemembering)
    try notebook.smallDataset()
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "my net.mlmodel"))
    notebook.run("dataset pets path=\"Pets\"; load mobile \"my net.mlmodel\"")
    return notebook
  }

  @Test func `a loaded network lends its layers`() throws {
    let notebook = try notebook()
    #expect(notebook.run("knn near features=mobile.pool1").contains("looking through pool1 of my net.mlmodel."))
    #expect(notebook.run("knn far features=[nothere, mobile]").contains("looking through flat1 of my net.mlmodel."))
    #expect(notebook.run("features pets from=mobile layer=pool1").contains("from pool1 of my net.mlmodel"))
    #expect(
      notebook.run("network hand from=mobile classes=2 seed=1").hasPrefix("hand: my net.mlmodel with a new layer"))
    notebook.run("fit turi from=mobile on=pets.train; load again mobile")
    #expect(try notebook.network("hand").source.file != nil)
    notebook.run("train near on=pets.train; save near path=\"near.mlmodel\"; load saved \"near.mlmodel\"")
    #expect(try notebook.neighbors("saved").memory.count == 6)
    notebook.run("knn near features=mobile; undo")
    #expect(try notebook.neighbors("near").memory.count == 6)
  }

  @Test func `features are the network's, also where there is a file of its name`() throws {
    let notebook = try notebook()
    try TinyNetwork(seed: 2).file().write(to: notebook.folder.appending(path: "mobile.mlmodel"))
    #expect(notebook.run("knn near features=mobile.pool1").contains("looking through pool1 of my net.mlmodel."))
    notebook.run("forget near mobile")
    #expect(notebook.run("knn near features=mobile.pool1").contains("looking through pool1 of mobile."))
  }

  @Test func `a network that learns anew which layers is still what is in its file`() throws {
    let notebook = try notebook()
    notebook.run("update mobile layers=[fc1]")
    #expect(notebook.run("knn near features=mobile.pool1").contains("looking through pool1 of my net.mlmodel."))
  }

  @Test func `it is offered by Tab`() throws {
    let notebook = try notebook()
    notebook.run("network hand from=mobile classes=2 seed=1")
    for text in ["knn x features=mobile", "network x from=mobile"] {
      let found = notebook.workbench.complete(text, cursor: text.unicodeScalars.count).matches.map(\.text)
      #expect(found == ["mobile", "mobilenet"] || found == ["mobilenet", "mobile"])
    }
    let text = "network x from=h"
    #expect(notebook.workbench.complete(text, cursor: text.unicodeScalars.count).matches.map(\.text) == ["hand"])
  }

  @Test func `a network of an earlier session comes back for it`() throws {
    let sessions = try Sessions()
    try sessions.begin().run("load mobile tiny")
    let shown = try sessions.begin().run("knn near features=mobile.pool1")
    #expect(shown.contains("looking through pool1 of tiny"))
    #expect(shown.hasPrefix("mobile "))
  }

  @Test(arguments: [
    Mistake(
      "load x learnt",
      """
      load x learnt
             ^^^^^^ learnt has changed since it was loaded from first.mlmodel.
                    To write it to a file as it is now: save learnt path="learnt.mlmodel" updatable=false
      """),
    Mistake(
      "network x from=near classes=2",
      """
      network x from=near classes=2
                     ^^^^ near is a k-nearest-neighbours model, not a network.
                          Its features: mobile.pool1
      """),
    Mistake(
      "knn x features=mobil.pool1",
      """
      knn x features=mobil.pool1
                     ^^^^^^^^^^^ The model mobil was not found. Did you mean mobile? (mobile, mobilenet)
                                 Looked for it at mobil.mlmodel and data/models/mobil.mlmodel.
      """),
    Mistake(
      "knn x features=mobile.pool9",
      """
      knn x features=mobile.pool9
                     ^^^^^^^^^^^^ my net.mlmodel has no layer pool9. Did you mean pool1?
                                  Its last layers: conv1, relu1, pool1, flat1, fc1, prob
      """),
  ])
  func `what lends no layers says why, and what to do`(mistake: Mistake) throws {
    let notebook = try notebook()
    notebook.run(
      """
      network hand from=mobile classes=2 seed=1; train hand on=pets.train epochs=1
      save hand path="first.mlmodel"; load learnt "first.mlmodel"; train learnt on=pets.train epochs=1
      knn near features=mobile.pool1
      """)
    notebook.expect(mistake)
  }
}
