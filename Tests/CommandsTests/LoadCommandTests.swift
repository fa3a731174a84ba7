import Foundation
import ModelFile
import Networks
import Testing

@testable import Commands

struct LoadCommandTests {
  @Test func `a classifier that is not updatable answers, and says that it cannot learn`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(
      notebook.run("load hand \"tiny.mlmodel\"")
        == "hand: neural network from tiny.mlmodel, 6 layers, 3 outputs, no layer is updatable.")
    #expect(notebook.run("predict hand image=\"Pets/test/cat/0.png\"").contains("class "))
  }

  @Test func `a network whose outputs all have classes takes no other ones`() throws {
    let notebook = try Notebook.withNetwork(classes: 2)
    for label in ["sun", "moon"] { try notebook.photo("Sky/train/\(label)/0.jpg") }
    notebook.run("train hand on=pets.train epochs=1; save hand path=\"hand.mlmodel\"; load hand \"hand.mlmodel\"")
    notebook.run("dataset sky path=\"Sky\"")
    notebook.expect(
      Mistake(
        "train hand on=sky",
        """
        train hand on=sky
                      ^^^ hand knows no class moon.
                          It knows cat and dog.
        """))
  }

  @Test func `a classifier without updatable layers cannot be trained`() throws {
    let notebook = try Notebook(pets: "Pets")
    try TinyNetwork().file(labels: ["cat", "dog", "bird"]).write(to: notebook.folder.appending(path: "fixed.mlmodel"))
    notebook.run("load hand \"fixed.mlmodel\"")
    notebook.expect(
      Mistake(
        "train hand on=pets.train",
        """
        train hand on=pets.train
              ^^^^ No layer of hand is updatable, so there is nothing to train.
                   To put a layer on it that learns: network hand from=fixed.mlmodel
        """))
  }

  @Test func `a saved network learns on, within what its file allows`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=2 miniBatchSize=2 learningRate=0.01; save hand path=\"hand.mlmodel\"")
    #expect(
      notebook.run("load again \"hand.mlmodel\"")
        == "again: neural network from hand.mlmodel, 6 layers, 3 outputs, 51 trainable of 163 parameters.")
    notebook.run("train again on=pets.train")
    #expect(notebook.page.text.contains("epochs=2 miniBatchSize=2 optimizer=sgd learningRate=0.01 shuffle=true seed="))
    notebook.expect(
      Mistake(
        "train again on=pets.train miniBatchSize=7",
        """
        train again on=pets.train miniBatchSize=7
                                                ^ again allows miniBatchSize 1, 2, 8, 16 (set in hand.mlmodel).
        """))
    notebook.expect(
      Mistake(
        "train again on=pets.train learningRate=2",
        """
        train again on=pets.train learningRate=2
                                               ^ again allows learningRate from 0 to 1 (set in hand.mlmodel).
        """))
  }

  @Test(arguments: [
    Mistake(
      "load hand",
      """
      load hand
      ^^^^ load needs a file: the model file.
           For example: load hand "HandsTrained.mlmodel"
      """),
    Mistake(
      "load hand \"hands.mlmodel\"",
      """
      load hand "hands.mlmodel"
                ^^^^^^^^^^^^^^^ The model hands.mlmodel is not here.
                                Looked for it at hands.mlmodel and data/models/hands.mlmodel.
      """),
    Mistake(
      "load pets \"tiny.mlmodel\"",
      """
      load pets "tiny.mlmodel"
           ^^^^ pets is the name of a dataset. Choose another.
      """),
    Mistake(
      "load hand \"Pets\"",
      """
      load hand "Pets"
                ^^^^^^ Pets is a folder, not a model file.
      """),
    Mistake(
      "load hand \"plain.mlmodel\"",
      """
      load hand "plain.mlmodel"
                ^^^^^^^^^^^^^^^ plain.mlmodel is a neural network; this needs a neural network classifier or a pipeline classifier.
      """),
    Mistake(
      "load hand \"tiny.mlmodel\" \"more.mlmodel\"",
      """
      load hand "tiny.mlmodel" "more.mlmodel"
                               ^^^^^^^^^^^^^^ load does not know what to do with "more.mlmodel".
                                              It is called like this: load name [file] path="path"
      """),
  ])
  func `what cannot be loaded is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook.withNetwork()
    try plain().write(to: notebook.folder.appending(path: "plain.mlmodel"))
    notebook.expect(mistake)
  }

  /// A network that is no classifier.
  private func plain() throws -> ModelFile {
    var definition = TinyNetwork().definition
    definition.layers.removeLast()
    definition.outputs = ["scores"]
    let scores = FeatureDescription(name: "scores", type: .multiArray(ArrayFeature(shape: [3], dataType: .float32)))
    return try ModelFile(network: definition, outputs: [scores])
  }
}
