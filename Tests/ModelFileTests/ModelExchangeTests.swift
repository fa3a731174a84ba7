import Foundation
import Networks
import Tensors
import TestSupport
import Testing
import Training

@testable import ModelFile

/// The folder to write into.
private let exchangeFolder = ProcessInfo.processInfo.environment["WHET_EXCHANGE"].map {
  URL(fileURLWithPath: $0, isDirectory: true)
}

/// Writes what this room reads and makes into the folder `$WHET_EXCHANGE`, for `Tests/Conformance/test_model_files.py`, which
/// asks Core ML's own tools what they make of it. Without the folder there is nobody to ask.
@Suite(.enabled(if: exchangeFolder != nil, "$WHET_EXCHANGE names no folder"))
struct ModelExchangeTests {
  @Test func `what was read is told`() throws {
    var told: [String: ToldModel] = [:]
    for path in SharedModels.paths {
      let model = try SharedModels.model(path)
      told[path] = ToldModel(model)
      if !SharedModels.areThere { try keep(model, path) }
    }
    try write(told, "read.json")
  }

  @Test func `what was made from nothing is told`() throws {
    for (name, model) in try ModelExchangeTests.madeFromNothing() {
      try write(model, name, isAccepted: !name.hasPrefix("kinds"))
    }
  }

  @Test func `what was made of real models is told`() throws {
    for (name, model) in try ModelExchangeTests.madeOfRealModels() { try write(model, name) }
  }

  /// Writes a stand-in for a shared file into the folder `read`, so that it can be read from there.
  private func keep(_ model: ModelFile, _ path: String) throws {
    let url = try #require(exchangeFolder).appending(path: "read/\(path)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try model.write(to: url)
  }

  private func write(_ model: ModelFile, _ name: String, isAccepted: Bool = true) throws {
    let folder = try #require(exchangeFolder)
    #expect(model.check().isAccepted || !isAccepted)
    try model.write(to: folder.appendingPathComponent("\(name).mlmodel"))
    try write(ToldModel(model), "\(name).json")
  }

  private func write(_ value: some Encodable, _ name: String) throws {
    let folder = try #require(exchangeFolder)
    try JSONEncoder().encode(value).write(to: folder.appendingPathComponent(name))
  }

  static func madeFromNothing() throws -> [String: ModelFile] {
    let network = ClassifierMakingTests.network()
    let labels = ClassLabels.strings(["✊", "✋", "✌️"])
    let update = ClassifierMakingTests.update()
    var made: [String: ModelFile] = [
      "classifier": try ModelFile(
        classifier: network, labels: labels, update: update,
        metadata: ModelMetadata(
          shortDescription: "made", version: "1.2", author: "me", license: "MIT", userDefined: ["b": "2", "a": "é"])),
      "integers": try ModelFile(classifier: network, labels: .integers([-3, 0, 1 << 40]), update: update),
      "kinds": try allKinds(precision: .float32),
      "kinds-half": try allKinds(precision: .float16),
    ]
    for bits in 1...8 {
      made["linear\(bits)"] = try ModelFile(classifier: network, labels: labels, precision: .linear(bits: bits))
      made["table\(bits)"] = try ModelFile(classifier: network, labels: labels, precision: .lookupTable(bits: bits))
    }
    var neighbors = NearestNeighbors(dimension: 3, numberOfNeighbors: 2, weighting: .uniform)
    made["neighbors-empty"] = try ModelFile(nearestNeighbors: neighbors, index: .kdTree(leafSize: 30))
    try neighbors.remember(Tensor(shape: [2, 3], values: [1, 2, 3, -4, 5, 6]), labels: ["✊", "b"])
    made["neighbors"] = try ModelFile(nearestNeighbors: neighbors)
    return made
  }

  /// Every kind of layer in one network, to be told field by field; its tensors make no sense together, each layer reads the
  /// input, so that nobody would accept it.
  private static func allKinds(precision: WeightPrecision) throws -> ModelFile {
    // Of an image, as some layers cannot be stored above arrays.
    let input = NetworkInput(name: "x", shape: [3, 8, 8], image: ImagePreprocessing(colorSpace: .rgb))
    var definition = NetworkDefinition(inputs: [input], layers: [], outputs: [])
    for (index, layer) in LayerKinds.all.enumerated() {
      var layer = layer
      layer.inputs = layer.inputs.map { _ in "x" }
      layer.outputs = layer.outputs.indices.map { "t\(index)_\($0)" }
      definition.layers.append(layer)
    }
    let output = FeatureDescription(name: "t0_0", type: .multiArray(ArrayFeature(shape: [], dataType: .float32)))
    let model = try ModelFile(network: definition, outputs: [output], precision: precision)
    return model
  }

  static func madeOfRealModels() throws -> [String: ModelFile] {
    let squeeze = try SharedModels.model("models/SqueezeNetFP16.mlmodel")
    let hands = try SharedModels.model("fixtures/HandsEmpty.mlmodel")
    let fresh = try squeeze.network().addingClassifier(
      on: "pool10", weights: LayerKinds.numbers(10, 1000), bias: LayerKinds.numbers(10))
    let names = ClassLabels.strings(["✊", "✋", "✌️"] + (0..<7).map { "user\($0)" })
    let extractor = try squeeze.network().part(making: ["pool10"])
    let features = FeatureDescription(
      name: "pool10", type: .multiArray(ArrayFeature(shape: [1000, 1, 1], dataType: .float32)))
    let grown = try hands.network().growingClassifier(by: 2)
    return [
      "hands": try ModelFile(
        classifier: fresh, labels: names, predictedFeatureName: "label", predictedProbabilitiesName: "labelProbability",
        update: hands.updateParameters, from: squeeze),
      "hands-frozen": try ModelFile(
        classifier: fresh, labels: names, predictedFeatureName: "label",
        predictedProbabilitiesName: "labelProbability", from: squeeze),
      "grown": try ModelFile(
        classifier: grown, labels: .strings(names.texts + ["new", "newer"]), update: hands.updateParameters, from: hands
      ),
      "extractor": try ModelFile(network: extractor, outputs: [features], from: squeeze),
      "squeeze-table6": try ModelFile(
        classifier: try squeeze.network(), labels: try #require(ClassLabels(of: squeeze)),
        precision: .lookupTable(bits: 6),
        from: squeeze),
      "hands-knn": try pipeline(),
    ]
  }

  private static func pipeline() throws -> ModelFile {
    let original = try SharedModels.model("fixtures/HandskNN.mlmodel")
    var neighbors = try NearestNeighbors(original.pipeline.models[1])
    try neighbors.remember(
      Tensor(
        shape: [2, neighbors.dimension], values: (0..<2 * neighbors.dimension).map { Float($0) / 8 }),
      labels: ["✊", "✋"])
    let memory = try ModelFile(nearestNeighbors: neighbors, from: original.pipeline.models[1])
    return try ModelFile(
      pipeline: [("FeatureExtractor", original.pipeline.models[0]), ("kNNClassifier", memory)], from: original)
  }
}
