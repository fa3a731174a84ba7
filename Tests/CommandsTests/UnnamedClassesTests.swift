import Foundation
import Networks
import Tensors
import TestSupport
import Testing

@testable import Commands
@testable import ExperimentSupport
@testable import Experiments
@testable import ModelFile

/// Networks of files that name no classes, or give scores instead of probabilities.
struct UnnamedClassesTests {
  /// Converters write classifiers without a softmax at their end, and with its logarithm.
  @Test(arguments: [false, true])
  func `sums and logarithms become probabilities, are trained by the cross entropy, and stay what they are in a file`(
    isLogarithm: Bool
  ) throws {
    let notebook = try Notebook(pets: "Pets")
    var definition = TinyNetwork(outputs: 2).definition
    if isLogarithm {
      definition.layers.append(
        LayerDefinition(
          name: "log", inputs: ["labelProbs"], outputs: ["logarithms"],
          kind: .unary(UnaryDefinition(function: .logarithm))))
      definition.outputs = ["logarithms"]
    } else {
      definition.layers.removeLast()
      definition.outputs = ["scores"]
    }
    try ModelFile(classifier: definition, labels: .strings(["cat", "dog"]), predictedFeatureName: "label")
      .write(to: notebook.folder.appending(path: "sums.mlmodel"))
    notebook.run("load hand \"sums.mlmodel\"; load other \"tiny.mlmodel\"")
    func probabilities(_ name: String) throws -> [Float] {
      let model = try notebook.network(name)
      return try notebook.workbench.withWorkspace { workspace in
        try workspace.inference().probabilities(of: model, on: workspace.selection(named: "pets.test")).values
      }
    }
    let start = try probabilities("hand")
    for row in 0..<start.count / 2 {
      #expect(start[2 * row] >= 0 && abs(start[2 * row] + start[2 * row + 1] - 1) < 1e-6)
    }
    let told = notebook.run("update hand last=1")
    #expect(
      told.contains("On a device: fc1 cannot be trained there: a cross entropy needs a softmax at the network's end."))
    notebook.run("train hand on=pets.train epochs=20 learningRate=0.1 seed=1")
    #expect(
      notebook.fail("save hand path=\"trained.mlmodel\"").contains("no layer of it is updatable; add updatable=false."))
    notebook.run("save hand path=\"trained.mlmodel\" updatable=false")
    let trained = try probabilities("hand")
    #expect(trained != start)
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "trained.mlmodel"))
    #expect(!file.isUpdatable)
    #expect(try file.network().layers.map(\.kind.label) == definition.layers.map(\.kind.label))
    notebook.run("load again \"trained.mlmodel\"")
    // Of a network without updatable layers the last one is computed apart.
    #expect(try zip(probabilities("again"), trained).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(arguments: [false, true]) func `a network without labels is given its classes, and saved with them`(
    isRegressor: Bool
  ) throws {
    let notebook = try Notebook(pets: "Pets")
    var definition = TinyNetwork(outputs: 2).definition
    definition.layers.removeLast()
    definition.outputs = ["scores"]
    let output = FeatureDescription(name: "scores", type: .multiArray(ArrayFeature(shape: [2], dataType: .double)))
    var file = try ModelFile(network: definition, outputs: [output], isRegressor: isRegressor)
    // The fully connected layer in the general form of converters, which is rewritten.
    func floats(_ tensor: Tensor?) -> WireMessage { WireMessage.made { $0[repeated: 1].floats = tensor?.values ?? [] } }
    var layers = file.content[repeated: 1].messages
    let place = try #require(layers.firstIndex { $0.text(1) == "fc1" })
    layers[place].remove(140)
    let product = definition.layers[place]
    layers[place].set(
      1045,
      message: WireMessage.made {
        $0.set(5, 16)
        $0.set(6, 2)
        $0.set(7, true)
        $0.set(8, message: floats(product.weights))
        $0.set(9, message: floats(product.bias))
      })
    file.content[repeated: 1].messages = layers
    try file.write(to: notebook.folder.appending(path: "plain.mlmodel"))
    #expect(notebook.run("load hand \"plain.mlmodel\"").contains("fc1 (batchedMatmul) is innerProduct now"))
    let data = (0..<8).map {
      "\($0 % 2 == 0 ? "cat" : "dog")," + (0..<768).map { String($0 % 7) }.joined(separator: ",")
    }
    try notebook.write(Data(data.joined(separator: "\n").utf8), to: "rows.csv")
    notebook.run("dataset rows csv=\"rows.csv\" shape=[3, 16, 16]")
    #expect(
      notebook.fail("evaluate hand on=rows.train").contains(
        "If they are scores of classes: load hand plain.mlmodel labels=[…], 2 labels"))
    notebook.expect(
      Mistake(
        "load hand \"plain.mlmodel\" labels=[cat]",
        """
        load hand "plain.mlmodel" labels=[cat]
                                         ^^^^^ plain.mlmodel cannot be written as a Core ML file: it has 2 scores and is given 1 label.
        """))
    notebook.run("load hand \"plain.mlmodel\" labels=[cat, dog]; evaluate hand on=pets.test; update hand last=1")
    notebook.run("train hand on=pets.train epochs=3; save hand path=\"named.mlmodel\" updatable=false")
    notebook.run("load again \"named.mlmodel\"")
    #expect(try notebook.network("again").outputs.labels == ["cat", "dog"])
    #expect(notebook.fail("load near \"plain.mlmodel\" scale=1/255").contains("belongs to ONNX files and ML programs"))
    for (labels, told) in [("[cat, cat]", "cat is in the list twice."), ("[\"\", cat]", "A class needs a name.")] {
      #expect(notebook.fail("load hand \"plain.mlmodel\" labels=\(labels)").contains(told))
    }
  }
}
