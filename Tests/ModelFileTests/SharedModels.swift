import ExperimentSupport
import Foundation
import ModelFile
import Tensors
import TestSupport
import Testing
import Training

/// The model files of the shared folder; where it is not there, files made on the spot stand in for them.
enum SharedModels {
  /// Every model file, by its path in the shared folder.
  static let paths = areThere ? shared : standIns.keys.sorted()

  static let areThere = !shared.isEmpty

  private static let shared: [String] = ["fixtures", "fixtures/invalid", "models"].flatMap { folder -> [String] in
    guard let url = Shared.file(folder) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".mlmodel") }.sorted().map { "\(folder)/\($0)" }
  }

  /// A network that can be trained, and a k-nearest-neighbours classifier that remembers nothing.
  static let learning = "models/MNIST_Model.mlmodel"
  static let neighbors = areThere ? "fixtures/knn_empty.mlmodel" : "fixtures/neighbors-empty.mlmodel"

  static func url(_ path: String) throws -> URL { try #require(Shared.file(path)) }

  static func bytes(_ path: String) throws -> [UInt8] {
    areThere ? Array(try Data(contentsOf: url(path))) : try #require(standIns[path])
  }

  static func model(_ path: String) throws -> ModelFile {
    areThere ? try ModelFile(contentsOf: url(path)) : try ModelFile(bytes: bytes(path))
  }

  /// What is made from nothing, the small network of this package, a pipeline of that network and its neighbours, and networks
  /// with the layers of the real files.
  private static let standIns: [String: [UInt8]] = {
    do {
      let sketch = try Data(contentsOf: package.appending(path: "Sources/CSketch/sketch.mlmodel"))
      let pipeline = try pipeline(of: ModelFile(bytes: Array(sketch)))
      var files = ["models/sketch.mlmodel": Array(sketch), "fixtures/HandskNN.mlmodel": pipeline.bytes]
      files["models/SqueezeNetFP16.mlmodel"] = try StandInNetworks.squeezeNetFile().bytes
      files["models/SqueezeNetInt8LUT.mlmodel"] = try StandInNetworks.squeezeNetFile(.linear(bits: 8)).bytes
      files["models/MNIST_Model.mlmodel"] = try StandInNetworks.digitsFile().bytes
      files["fixtures/HandsEmpty.mlmodel"] = try StandInNetworks.handsFile().bytes
      files["fixtures/knn_int_labels.mlmodel"] = try StandInNetworks.integerNeighborsFile().bytes
      for broken in BrokenModel.all {
        files["fixtures/invalid/\(broken.name).mlmodel"] = try broken.make().bytes
      }
      for (name, model) in try ModelExchangeTests.madeFromNothing() {
        // Of these layers none follows from another: no check accepts them.
        files["fixtures/\(name.hasPrefix("kinds") ? "invalid/" : "")\(name).mlmodel"] = model.bytes
      }
      return files
    } catch {
      Issue.record("no model files were made: \(error)")
      return [:]
    }
  }()

  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func pipeline(of sketch: ModelFile) throws -> ModelFile {
    let features = FeatureDescription(
      name: "pool5", type: .multiArray(ArrayFeature(shape: [256], dataType: .float32)))
    let extractor = try ModelFile(network: sketch.network().part(making: ["pool5"]), outputs: [features], from: sketch)
    var neighbors = NearestNeighbors(dimension: 256, numberOfNeighbors: 3, weighting: .inverseDistance)
    try neighbors.remember(
      Tensor(shape: [2, 256], values: (0..<512).map { Float($0) / 8 }), labels: ["✊", "✋"])
    var memory = try ModelFile(nearestNeighbors: neighbors)
    var description = memory.description
    description.inputs[0].name = "pool5"
    memory.description = description
    return try ModelFile(pipeline: [("FeatureExtractor", extractor), ("kNNClassifier", memory)], from: sketch)
  }
}
