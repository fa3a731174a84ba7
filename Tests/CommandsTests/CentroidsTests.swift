import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Part 3, item 12: a network that begins as the nearest-centroid rule and is trained from there.
struct CentroidsTests {
  @Test(arguments: [3, 10])
  func `beyond 12: before training the network answers with the nearest mean`(classes: Int) throws {
    let notebook = try Notebook(pets: "Pets")
    let text = notebook.run("network start from=tiny classes=\(classes) init=centroids on=pets.train")
    #expect(
      text
        == "start: tiny with a layer fc1 that predicts the class of the nearest of 2 class means of pets.train, and \(classes) outputs."
    )
    let start = try notebook.network("start")
    let (rule, features) = try notebook.workbench.withWorkspace { session in
      let fitting = try HeadFitter(start, on: session.selection(named: "pets.train"))
      let rule = try NearestCentroid(
        fitting.features(by: session.inference()), targets: [0, 0, 0, 1, 1, 1], classes: 2)
      let whole = try HeadFitter(start, on: session.selection(named: "pets"))
      return (rule, try whole.features(by: session.inference()))
    }
    let probabilities = try notebook.probabilities("start", on: "pets")
    for row in 0..<features.shape[0] {
      let answer = Array(probabilities.row(row)).enumerated().max { $0.element < $1.element }?.offset
      #expect(answer == rule.answer(to: features.row(row)))
    }
  }

  @Test func `it is trained on from there, and reset returns to it`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network start from=tiny init=centroids on=pets.train")
    let before = try notebook.network("start")
    #expect(before.outputs.labels == ["cat", "dog"] + (0..<8).map { "user\($0)" })
    notebook.run("train start on=pets.train epochs=3 learningRate=0.1")
    #expect(try notebook.network("start").definition != before.definition)
    notebook.run("reset start")
    #expect(try notebook.network("start").definition == before.definition)
  }

  @Test(arguments: [
    Mistake(
      "network start from=tiny init=centroids",
      """
      network start from=tiny init=centroids
                                   ^^^^^^^^^ init=centroids needs on=, the samples whose class means it uses.
                                             For example: init=centroids on=hands.train
      """),
    Mistake(
      "network start from=tiny on=pets.train",
      """
      network start from=tiny on=pets.train
                                 ^^^^^^^^^^ on=pets.train belongs to init=centroids.
                                            For example, once it is made: train start on=pets.train
      """),
    Mistake(
      "network start input=[4] init=centroids on=pets.train { innerProduct 2; softmax }",
      """
      network start input=[4] init=centroids on=pets.train { innerProduct 2; softmax }
                                   ^^^^^^^^^ init=centroids belongs to networks with from= and no block.
                                             Layers in a block are initialised at random.
      """),
  ])
  func `what cannot be is told`(mistake: Mistake) throws { try Notebook(pets: "Pets").expect(mistake) }
}
