import ExperimentSupport
import Foundation
import ModelFile
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct NetworkCommandTests {
  @Test func `a fresh network says what is new in it, and how much of it can learn`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(
      notebook.run("network hand from=tiny classes=3 seed=42")
        == "hand: tiny with a new layer fc1 and 3 outputs, initial weights from seed=42. 51 trainable of 163 parameters."
    )
    #expect(notebook.page.entries.map(\.kind) == [.result])
  }

  @Test func `an input with the channels last is told how it is read, and one with the channels first is not`() throws {
    let notebook = try Notebook()
    let block = "seed=1 { flatten; innerProduct 10; softmax }"
    #expect(
      notebook.run("network digit input=[28, 28, 1] \(block)").hasSuffix(
        "⚠️ The channels come first: this input has 28 channels of 28 × 1. For images of 28 × 28: input=[1, 28, 28]"))
    for shape in ["[1, 28, 28]", "[3, 3, 3]", "[8, 8, 8]", "[784]"] {
      #expect(!notebook.run("network digit input=\(shape) \(block)").contains("⚠️"))
    }
  }

  @Test func `ten outputs unless said, named user0 until a class takes them`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny seed=1")
    #expect(try notebook.network("hand").outputs.labels == (0..<10).map { "user\($0)" })
    notebook.run("train hand on=pets.train epochs=1")
    #expect(try notebook.network("hand").outputs.labels == ["cat", "dog"] + (0..<8).map { "user\($0)" })
  }

  @Test func `the same seed draws the same weights, another seed others`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network one from=tiny seed=7; network two from=tiny seed=7; network three from=tiny seed=8")
    let one = try notebook.network("one").definition
    #expect(try notebook.network("two").definition == one)
    #expect(try notebook.network("three").definition != one)
  }

  @Test func `weights and biases lie within the bounds of the formula`() throws {
    let notebook = try Notebook.withNetwork(classes: 200)
    let layer = try #require(notebook.network("hand").definition.layers.first { $0.name == "fc1" })
    let weights = try #require(layer.weights).values
    let biases = try #require(layer.bias).values
    let bound = Float(6.0 / 16).squareRoot()
    #expect(weights.allSatisfy { abs($0) <= bound })
    #expect((weights.map(abs).max() ?? 0) > 0.98 * bound)
    #expect(biases.allSatisfy { abs($0) <= 0.25 })
    #expect((biases.map(abs).max() ?? 0) > 0.95 * 0.25)
  }

  @Test func `init=zero needs no seed and knows nothing`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(
      notebook.run("network hand from=tiny classes=4 init=zero")
        == "hand: tiny with a new layer fc1 and 4 outputs. 68 trainable of 180 parameters.")
    #expect(try notebook.probabilities("hand", on: "pets.test").values.allSatisfy { $0 == 0.25 })
  }

  /// For 16 inputs and 200 outputs: 1/√16, √(6/16), √(6/216), √(3/16).
  @Test(
    arguments: [
      ("", 0.166667, 0.25), ("init=xavier", 0.166667, 0.25), ("init=pytorch", 0.25, 0.25),
      ("init=kaiming", 0.612373, 0.25), ("init=glorot", 0.166667, 0),
      ("init=lecun", 0.433013, 0), ("init=zero", 0, 0),
    ] as [(String, Double, Double)])
  func `layers in a block start as init= says, and as xavier where it says nothing`(
    words: String, weights: Double, biases: Double
  ) throws {
    let notebook = try Notebook()
    notebook.run("network hand input=[16] seed=3 \(words) { innerProduct 200; softmax }")
    let layer = try #require(notebook.network("hand").definition.layers.first)
    for (drawn, bound) in [(layer.weights, weights), (layer.bias, biases)] {
      let most = Double(try #require(drawn).values.map(abs).max() ?? .nan)
      #expect(most <= bound * 1.00001 && most >= 0.95 * bound)
    }
  }

  @Test func `new first weights are drawn as the old ones were`() throws {
    let notebook = try Notebook()
    notebook.run("network one input=[16] seed=3 init=glorot { innerProduct 20; softmax }")
    notebook.run("network two input=[16] seed=4 init=glorot { innerProduct 20; softmax }; reset one seed=4")
    #expect(try notebook.network("one").definition == notebook.network("two").definition)
  }

  @Test func `a seed that was not given is chosen, told and kept`() throws {
    let notebook = try Notebook(pets: "Pets")
    let shown = notebook.run("network hand from=tiny classes=3")
    let seed = try #require(notebook.network("hand").initial.seed)
    #expect(shown.contains("initial weights from seed=\(seed)."))
    notebook.run("network same from=tiny classes=3 seed=\(seed)")
    #expect(try notebook.network("same").definition == notebook.network("hand").definition)
  }

  @Test func `a softmax on pooled maps gets a flatten and a fully connected layer before it`() throws {
    let notebook = try Notebook(pets: "Pets")
    try TinyNetwork(outputs: 4, hasClassifier: false).file().write(to: notebook.folder.appending(path: "maps.mlmodel"))
    #expect(
      notebook.run("network hand from=maps seed=1").hasPrefix("hand: maps with a new layer fullyconnected0 and"))
    #expect(
      try notebook.network("hand").definition.layers.map(\.name) == [
        "conv1", "relu1", "pool1", "flatten0", "fullyconnected0", "softmax",
      ])
  }

  @Test func `naming a network again forgets what it had learnt`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=2; network hand from=tiny classes=3 seed=42")
    #expect(try notebook.network("hand").training.records.isEmpty)
    #expect(try notebook.network("hand").outputs.classes.isEmpty)
  }

  @Test(arguments: [
    Mistake(
      "network hand",
      """
      network hand
      ^^^^^^^ network needs from="path", or layers in { }.
              For example: network hand from=squeezenet classes=10
              Or: network digits input=[1, 28, 28] { flatten; innerProduct 10; softmax }
      """),
    Mistake(
      "network hand from=tiny input=[3]",
      """
      network hand from=tiny input=[3]
                                   ^^^ The layers of from= have their own input.
                                       Leave out input=, or from=.
      """),
    Mistake(
      "network hand from=tiny classes=1",
      """
      network hand from=tiny classes=1
                                     ^ classes takes a whole number from 2 to 10,000, not 1.
      """),
    Mistake(
      "network hand from=tiny classes=many",
      """
      network hand from=tiny classes=many
                                     ^^^^ classes takes a whole number from 2 to 10,000, not many.
      """),
    Mistake(
      "network hand from=tiny init=random",
      """
      network hand from=tiny init=random
                                  ^^^^^^ init cannot be random. It can be kaiming, xavier, glorot, pytorch, lecun, zero or centroids.
      """),
    Mistake(
      "network hand from=tiny seed=-1",
      """
      network hand from=tiny seed=-1
                                  ^^ seed takes a whole number of at least 0, not -1.
      """),
    Mistake(
      "network hand from=squeeznet",
      """
      network hand from=squeeznet
                        ^^^^^^^^^ The model squeeznet was not found. Did you mean squeezenet?
                                  Looked for it at squeeznet.mlmodel and data/models/squeeznet.mlmodel.
      """),
    Mistake(
      "network pets from=tiny",
      """
      network pets from=tiny
              ^^^^ pets is the name of a dataset. Choose another.
      """),
    Mistake(
      "network hand from=\"plain.mlmodel\"",
      """
      network hand from="plain.mlmodel"
                        ^^^^^^^^^^^^^^^ plain.mlmodel ends in neither a softmax nor a fully connected layer, so no classifier can be put on it.
                                        Its last layers: conv1, relu1, pool1, flat1
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny seed=3; train hand on=pets.train epochs=1")
    try plain().write(to: notebook.folder.appending(path: "plain.mlmodel"))
    notebook.expect(mistake)
  }

  /// A network without a classifier.
  private func plain() throws -> ModelFile {
    var definition = TinyNetwork().definition
    definition.layers.removeLast(2)
    definition.outputs = ["flat1_out"]
    let features = FeatureDescription(
      name: "flat1_out", type: .multiArray(ArrayFeature(shape: [16], dataType: .float32)))
    return try ModelFile(network: definition, outputs: [features])
  }
}
