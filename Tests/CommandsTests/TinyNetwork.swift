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

/// A classifier small enough to be made by a test: 16×16 RGB, a convolution, pooling, a fully connected layer, softmax.
struct TinyNetwork {
  /// How many outputs it has.
  var outputs = 3
  /// What its parameters are drawn from.
  var seed: UInt64 = 1
  /// Whether a fully connected layer feeds the softmax; without one, the pooled maps do.
  var hasClassifier = true

  /// The network.
  var definition: NetworkDefinition {
    var generator = SeededGenerator(seed: seed)
    func drawn(_ shape: [Int]) -> Tensor {
      let values = (0..<shape.reduce(1, *)).map { _ in generator.uniform(-0.5, 0.5) }
      return Tensor(shape: shape, values: values)
    }
    let image = NetworkInput(
      name: "image", shape: [3, 16, 16],
      image: ImagePreprocessing(colorSpace: .rgb, channelScale: 1 / 64, biases: [-2, -2, -2]))
    let convolution = ConvolutionDefinition(
      outputChannels: 4, kernelSize: Extent(3, 3), padding: .valid(Margins(top: 1, bottom: 1, left: 1, right: 1)),
      weights: drawn([4, 3, 3, 3]), bias: drawn([4]))
    let pool = PoolingDefinition(statistic: .average, kernelSize: Extent(8, 8), stride: Extent(8, 8))
    var layers = [
      LayerDefinition(name: "conv1", inputs: ["image"], outputs: ["conv1_out"], kind: .convolution(convolution)),
      LayerDefinition(name: "relu1", inputs: ["conv1_out"], outputs: ["relu1_out"], kind: .activation(.relu)),
      LayerDefinition(name: "pool1", inputs: ["relu1_out"], outputs: ["pool1_out"], kind: .pooling(pool)),
    ]
    if hasClassifier {
      let product = InnerProductDefinition(
        inputChannels: 16, outputChannels: outputs, weights: drawn([outputs, 16]), bias: drawn([outputs]))
      layers.append(
        LayerDefinition(name: "flat1", inputs: ["pool1_out"], outputs: ["flat1_out"], kind: .flatten(.channelFirst)))
      layers.append(
        LayerDefinition(name: "fc1", inputs: ["flat1_out"], outputs: ["scores"], kind: .innerProduct(product)))
    }
    let scores = hasClassifier ? "scores" : "pool1_out"
    layers.append(LayerDefinition(name: "prob", inputs: [scores], outputs: ["labelProbs"], kind: .softmax))
    return NetworkDefinition(inputs: [image], layers: layers, outputs: ["labelProbs"])
  }

  /// The network as a classifier's file.
  func file(labels: [String]? = nil) throws -> ModelFile {
    let names = labels ?? (0..<outputs).map { "class \($0)" }
    return try ModelFile(classifier: definition, labels: .strings(names), predictedFeatureName: "label")
  }
}

extension Notebook {
  /// Writes a small model file into the notebook's folder, and reads the small dataset as `pets`.
  convenience init(pets path: String) throws {
    try self.init(data: nil)
    try smallDataset(at: path)
    try TinyNetwork().file().write(to: folder.appending(path: "tiny.mlmodel"))
    run("dataset pets path=\"\(path)\"")
  }

  /// A notebook with the small dataset `pets` and a fresh network `hand`.
  static func withNetwork(classes: Int = 3, seed: Int = 42) throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny classes=\(classes) seed=\(seed)")
    return notebook
  }

  /// The model of a name.
  func model(_ name: String) -> Model? { workbench.session.withLock { $0.models[name] } }

  /// The network of a name.
  func network(_ name: String) throws -> NetworkModel {
    guard case .network(let model)? = model(name) else { throw NoSuchModel(name: name) }
    return model
  }

  /// The k-NN model of a name.
  func neighbors(_ name: String) throws -> NeighborsModel {
    guard case .neighbors(let model)? = model(name) else { throw NoSuchModel(name: name) }
    return model
  }

  /// The dataset of a name.
  func dataset(_ name: String) -> PhotoDataset? {
    workbench.session.withLock { session in
      guard case .photos(let dataset)? = session.datasets[name] else { return nil }
      return dataset
    }
  }

  /// The text of a variable.
  func variable(_ name: String) -> String? { workbench.session.withLock { $0.variables[name]?.text } }

  /// A network's probabilities for photos, [photos, outputs].
  func probabilities(_ name: String, on split: String) throws -> Tensor {
    let model = try network(name)
    return try workbench.session.withLock { session in
      let selection = try session.selection(named: split).get()
      return try session.probabilities(
        of: model, on: selection, stage: Stage(display: Page(), makeIdentity: { "" }))
    }
  }

  /// A picture whose left or right half is white, the rest black.
  static func striped(isLeft: Bool, side: Int = 16) -> Picture {
    let pixels = (0..<side * side).flatMap { place -> [UInt8] in
      [UInt8](repeating: (place % side < side / 2) == isLeft ? 255 : 0, count: 3)
    }
    return Picture(width: side, height: side, pixels: pixels)
  }

  struct NoSuchModel: Error { let name: String }

  /// Something that another thread should have done within a minute.
  struct TooLate: Error {}
}
