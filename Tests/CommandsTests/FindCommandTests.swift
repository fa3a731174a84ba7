import Figures
import Foundation
import Language
import ModelFile
import Networks
import Pictures
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct FindCommandTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=2 learningRate=0.01; knn near features=tiny.pool1")
    return notebook
  }

  @Test func `beyond 21: a rate is suggested, and the network stays bit for bit as it was`() throws {
    let notebook = try notebook()
    let before = Snapshot(notebook)
    let text = notebook.run("find hand learningRate from=1e-5 to=100 steps=60")
    #expect(text.contains("Suggested:  train hand learningRate="))
    #expect(text.contains("hand has not changed."))
    #expect(notebook.page.html.contains("suggested: "))
    #expect(Snapshot(notebook) == before)
    #expect(notebook.run("find hand learningRate from=1e-5 to=100 steps=60") == text, "the same bits")
  }

  @Test func `it stops where the loss explodes`() throws {
    #expect(try notebook().run("find hand learningRate to=1000 steps=200").contains("the loss diverges."))
  }

  @Test func `rates too small to do anything suggest nothing, or the last of them`() throws {
    let text = try notebook().run("find hand learningRate from=1e-12 to=1e-11 steps=10")
    #expect(text.contains("no rate is suggested") || text.contains("Suggested:"))
  }

  @Test(arguments: [
    Mistake(
      "find near learningRate",
      """
      find near learningRate
           ^^^^ find is for neural networks; near is a k-nearest-neighbours model.
      """),
    Mistake(
      "find hand learningRate from=1 to=0.1",
      """
      find hand learningRate from=1 to=0.1
                                       ^^^ From 1 to 0.1 there is no rate to try.
                                           from= must be below to=.
      """),
    Mistake(
      "find hand momentum",
      """
      find hand momentum
                ^^^^^^^^ setting cannot be momentum. It can be learningRate.
      """),
    Mistake(
      "find hand",
      """
      find hand
      ^^^^ find needs a setting: only learningRate can be found.
           For example: find hand learningRate on=hands.train
      """),
  ])
  func `what cannot be found is told, and nothing changes`(mistake: Mistake) throws {
    try notebook().expect(mistake)
  }
}
