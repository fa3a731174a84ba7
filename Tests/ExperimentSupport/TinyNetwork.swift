public import ModelFile
public import Networks
import Tensors
import Training

/// A classifier small enough to be made by a test: 16×16 RGB, a convolution, pooling, a fully connected layer, softmax.
public struct TinyNetwork {
  /// How many outputs it has.
  public var outputs: Int
  /// What its parameters are drawn from.
  public var seed: UInt64
  /// Whether a fully connected layer feeds the softmax; without one, the pooled maps do.
  public var hasClassifier: Bool

  /// A network whose parameters are drawn from a seed.
  public init(outputs: Int = 3, seed: UInt64 = 1, hasClassifier: Bool = true) {
    self.outputs = outputs
    self.seed = seed
    self.hasClassifier = hasClassifier
  }

  /// The network.
  public var definition: NetworkDefinition {
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
  ///
  /// - Parameter labels: Its classes; nil for names of their own.
  /// - Returns: The file.
  /// - Throws: `ModelFileError`.
  public func file(labels: [String]? = nil) throws -> ModelFile {
    let names = labels ?? (0..<outputs).map { "class \($0)" }
    return try ModelFile(classifier: definition, labels: .strings(names), predictedFeatureName: "label")
  }
}
