import Foundation
import ModelFile
import Networks
import Pictures
import Synchronization
import Tensors
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

struct ResetCommandTests {
  @Test func `a network gets its first weights back, bit for bit`() throws {
    let notebook = try Notebook.withNetwork()
    let fresh = try notebook.network("hand").definition
    notebook.run("train hand on=pets.train epochs=3 learningRate=0.1")
    #expect(try notebook.network("hand").definition != fresh)
    #expect(notebook.run("reset hand") == "hand has its initial weights again; 3 epochs of training are forgotten.")
    let model = try notebook.network("hand")
    #expect(model.definition == fresh)
    #expect(
      model.training.records.isEmpty && model.outputs.classes.isEmpty && model.training.state == nil
        && model.training.last == nil)
  }

  @Test func `after a reset other classes may take the outputs`() throws {
    let notebook = try Notebook.withNetwork(classes: 2)
    for label in ["sun", "moon"] { try notebook.photo("Sky/train/\(label)/0.jpg") }
    notebook.run("dataset sky path=\"Sky\"; train hand on=pets.train epochs=1; reset hand; train hand on=sky epochs=1")
    #expect(try notebook.network("hand").outputs.labels == ["moon", "sun"])
    notebook.run("train hand on=pets.train epochs=1 from=start")
    #expect(try notebook.network("hand").outputs.labels == ["cat", "dog"])
  }

  @Test func `a loaded network keeps the classes of its file`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1; save hand path=\"hand.mlmodel\"; load hand \"hand.mlmodel\"")
    let loaded = try notebook.network("hand").definition
    notebook.run("train hand on=pets.train epochs=10; reset hand")
    #expect(try notebook.network("hand").definition == loaded)
    #expect(try notebook.network("hand").outputs.labels == ["cat", "dog", "user0"])
  }

  @Test func `a seed draws the first weights anew, and from=start returns to those`() throws {
    let notebook = try Notebook.withNetwork()
    #expect(
      notebook.run("reset hand seed=7")
        == "hand has new initial weights, from seed=7; 0 epochs of training are forgotten.")
    notebook.run("network other from=tiny classes=3 seed=7")
    #expect(try notebook.network("hand").definition == notebook.network("other").definition)
    #expect(try notebook.network("hand").initial.seed == 7)
  }

  @Test func `to= takes another network's weights and classes, and forgets all training`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("network turi from=tiny classes=3 seed=9; train turi on=pets.train epochs=2 learningRate=0.01")
    notebook.run("train hand on=pets.train epochs=1")
    #expect(notebook.run("reset hand to=turi") == "hand has the weights of turi; 1 epoch of training are forgotten.")
    #expect(try notebook.network("hand").definition.parameters == notebook.network("turi").definition.parameters)
    #expect(try notebook.network("hand").training.records.isEmpty)
    #expect(try notebook.network("hand").outputs.labels == ["cat", "dog", "user0"])
    notebook.run(
      "save turi path=\"turi.mlmodel\"; reset hand; train hand on=pets.train epochs=1; reset hand to=\"turi.mlmodel\"")
    #expect(try notebook.network("hand").definition.parameters == notebook.network("turi").definition.parameters)
    notebook.run("network large from=tiny classes=5 seed=9")
    notebook.expect(
      Mistake(
        "reset hand to=large",
        """
        reset hand to=large
                      ^^^^^ hand cannot take the weights of large: layer fc1 has the shape [3] in hand and [5] in large.
        """))
  }

  @Test func `a k-NN model forgets every photo`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1; train near on=pets.train")
    #expect(notebook.run("reset near") == "near forgot 6 photos and has no samples now.")
    #expect(try notebook.neighbors("near").memory.count == 0)
  }

  @Test(arguments: [
    Mistake(
      "reset near seed=7",
      """
      reset near seed=7
                      ^ seed=7 belongs to neural networks, and near is a k-NN model.
                        reset near
      """),
    Mistake(
      "reset hand to=zero",
      """
      reset hand to=zero
                    ^^^^ There is no model, dataset or file called zero.
                         There are hand, near and pets.
      """),
    Mistake(
      "reset far",
      """
      reset far
            ^^^ There is no model called far.
                There are hand and near.
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1; knn near features=tiny.pool1; train near on=pets.train")
    notebook.expect(mistake)
  }
}
