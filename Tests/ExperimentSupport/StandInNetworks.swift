public import Networks
import Tensors
import Training

@testable public import ModelFile

/// Networks with the layers of well-known model files, their weights drawn from a seed: where those files are not there, tests
/// of structure, storage and gradients run with these.
public enum StandInNetworks {
  /// Image to 1,000 probabilities: the 65 layers of SqueezeNet 1.1, reading 227×227 BGR.
  public static let squeezeNet: NetworkDefinition = {
    var builder = Builder(seed: 1)
    builder.convolve("conv1", reading: "image", channels: 3, to: 64, kernel: 3, stride: 2)
    var (source, channels) = (builder.pool("pool1", reading: "conv1"), 64)
    for (number, squeezed) in [16, 16, 32, 32, 48, 48, 64, 64].enumerated() {
      source = builder.fire(number + 2, reading: source, channels: channels, squeezed: squeezed)
      channels = squeezed * 8
      if number == 1 { source = builder.pool("pool3", reading: source) }
      if number == 3 { source = builder.pool("pool5", reading: source) }
    }
    builder.convolve("conv10", reading: source, channels: channels, to: 1000, kernel: 1, gain: 0.05)
    builder.add(
      "pool10", ["conv10"], ["pool10"],
      .pooling(
        PoolingDefinition(statistic: .average, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true)))
    builder.add("prob", ["pool10"], ["classLabelProbs"], .softmax)
    let image = ImagePreprocessing(colorSpace: .bgr, biases: [104, 117, 123])
    return NetworkDefinition(
      inputs: [NetworkInput(name: "image", shape: [3, 227, 227], image: image)], layers: builder.layers,
      outputs: ["classLabelProbs"])
  }()

  /// Its 1,000 classes; as in ImageNet's list three of them have another's name.
  public static let squeezeNetLabels: ClassLabels = {
    var names = (0..<1000).map { "class \($0)" }
    for (one, other) in [(134, 517), (638, 639), (744, 657)] { names[other] = names[one] }
    return .strings(names)
  }()

  /// That network as a file.
  ///
  /// - Parameter precision: How its weights are stored.
  /// - Returns: The file.
  /// - Throws: `ModelFileError`.
  public static func squeezeNetFile(_ precision: WeightPrecision = .float16) throws -> ModelFile {
    try ModelFile(
      classifier: squeezeNet, labels: squeezeNetLabels, predictedFeatureName: "classLabel", precision: precision)
  }

  /// The network with a head of ten classes on `pool10` that can be trained, as a file.
  ///
  /// - Returns: The file.
  /// - Throws: `ModelFileError`.
  public static func handsFile() throws -> ModelFile {
    var head = Builder(seed: 2)
    head.connect("fullyconnected0", reading: "flat", from: 1000, to: 10)
    let layer = head.layers[0]
    let original = try squeezeNetFile()
    let network = try original.network().addingClassifier(
      on: "pool10", weights: layer.weights ?? Tensor(shape: [10, 1000]), bias: layer.bias ?? Tensor(shape: [10]))
    let update = UpdateParameters(
      .categoricalCrossEntropy, reading: "labelProbability",
      optimizer: .sgd(
        learningRate: rate(0.001), miniBatchSize: IntegerParameter(8, allowed: .set([1, 2, 4, 8, 16])),
        momentum: DoubleParameter(0, allowed: .range(minimum: 0, maximum: 1))),
      epochs: IntegerParameter(10, allowed: .set([1, 10, 50])), shuffle: true)
    let names = ["✊", "✋", "✌️"] + (0..<7).map { "user\($0)" }
    return try ModelFile(
      classifier: network, labels: .strings(names), predictedFeatureName: "label",
      predictedProbabilitiesName: "labelProbability", update: update, from: original)
  }

  /// A network like LeNet with 158,086 parameters, all of them trained with whole numbers as targets, as a file.
  ///
  /// - Returns: The file.
  /// - Throws: `ModelFileError`.
  public static func digitsFile() throws -> ModelFile {
    var builder = Builder(seed: 3)
    var (source, channels) = ("image", 1)
    for (number, kernel) in [3, 2, 2].enumerated() {
      builder.convolve("conv\(number + 1)", reading: source, channels: channels, to: 32, kernel: kernel)
      source = builder.pool("pooling\(number + 1)", reading: "conv\(number + 1)", kernel: 2)
      channels = 32
    }
    builder.add("flatten1", [source], ["flatten1"], .flatten(.channelFirst))
    builder.connect("hidden1", reading: "flatten1", from: 32 * 3 * 3, to: 500)
    builder.add("relu", ["hidden1"], ["active"], .activation(.relu))
    builder.connect("hidden2", reading: "active", from: 500, to: 10)
    builder.add("softmax", ["hidden2"], ["output"], .softmax)
    var layers = builder.layers
    for index in layers.indices where layers[index].weights != nil { layers[index].isUpdatable = true }
    let network = NetworkDefinition(
      inputs: [NetworkInput(name: "image", shape: [1, 28, 28])], layers: layers, outputs: ["output"])
    let update = UpdateParameters(
      .categoricalCrossEntropy, reading: "output",
      optimizer: .adam(
        learningRate: rate(0.001, most: 0.3), miniBatchSize: IntegerParameter(32, allowed: .set([32])),
        beta1: DoubleParameter(0.9), beta2: DoubleParameter(0.999), eps: DoubleParameter(1e-8)),
      epochs: IntegerParameter(6, allowed: .set([6])), shuffle: true)
    let output = FeatureDescription(
      name: "output", type: .multiArray(ArrayFeature(shape: [10], dataType: .double)))
    return try ModelFile(network: network, outputs: [output], update: update)
  }

  /// A k-nearest-neighbours classifier of four samples of three numbers, its classes whole numbers, as a file.
  ///
  /// - Returns: The file.
  /// - Throws: `ModelFileError`, or what remembering throws.
  public static func integerNeighborsFile() throws -> ModelFile {
    var memory = NearestNeighbors(dimension: 3, numberOfNeighbors: 3, weighting: .inverseDistance, defaultLabel: "-1")
    try memory.remember(
      Tensor(shape: [4, 3], values: [1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 1, 0]), labels: ["10", "20", "30", "10"])
    var file = try ModelFile(nearestNeighbors: memory)
    var description = file.description
    let label = FeatureDescription(name: "label", type: .int64)
    description.outputs = [label, FeatureDescription(name: "labelProbability", type: .dictionary(.int64))]
    description.trainingInputs[1] = label
    file.description = description
    var content = file.content
    ClassLabels.integers([10, 20, 30, 10]).write(into: &content)
    content.remove(110)
    content.set(111, -1)
    file.content = content
    return file
  }

  private static func rate(_ value: Double, most: Double = 1) -> DoubleParameter {
    DoubleParameter(value, allowed: .range(minimum: 0, maximum: most))
  }
}

/// Layers one after another.
private struct Builder {
  var layers: [LayerDefinition] = []
  private let seeds: SeedPlan

  init(seed: UInt64) { seeds = SeedPlan(seed: seed) }

  mutating func add(_ name: String, _ inputs: [String], _ outputs: [String], _ kind: LayerKind) {
    layers.append(LayerDefinition(name: name, inputs: inputs, outputs: outputs, kind: kind))
  }

  /// A convolution and its rectifier, whose output has the convolution's name.
  mutating func convolve(
    _ name: String, reading source: String, channels: Int, to made: Int, kernel: Int, stride: Int = 1,
    padding: Padding = .valid(Margins()), gain: Float = 1
  ) {
    add(
      name, [source], ["\(name)_linear"],
      .convolution(
        ConvolutionDefinition(
          outputChannels: made, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride), padding: padding,
          weights: Tensor(shape: [made, channels, kernel, kernel]), bias: Tensor(shape: [made]))))
    draw(gain)
    let parts = name.split(separator: "/")
    let rectifier = parts.count == 2 ? "\(parts[0])/relu_\(parts[1])" : "relu_\(name)"
    add(rectifier, ["\(name)_linear"], [name], .activation(.relu))
  }

  mutating func connect(_ name: String, reading source: String, from read: Int, to made: Int) {
    add(
      name, [source], [name],
      .innerProduct(
        InnerProductDefinition(
          inputChannels: read, outputChannels: made, weights: Tensor(shape: [made, read]), bias: Tensor(shape: [made])
        ))
    )
    draw(1)
  }

  /// The largest of each window, whose last one may hang over the edge.
  mutating func pool(_ name: String, reading source: String, kernel: Int = 3) -> String {
    let definition = PoolingDefinition(
      statistic: .max, kernelSize: Extent(kernel, kernel), stride: Extent(2, 2),
      padding: .includeLastPixel(rows: 0, columns: 0))
    add(name, [source], [name], .pooling(definition))
    return name
  }

  /// A fire module: fewer channels, and more of them by kernels of two sizes beside each other.
  mutating func fire(_ number: Int, reading source: String, channels: Int, squeezed: Int) -> String {
    let name = "fire\(number)"
    convolve("\(name)/squeeze1x1", reading: source, channels: channels, to: squeezed, kernel: 1)
    let around = Padding.valid(Margins(top: 1, bottom: 1, left: 1, right: 1))
    for (kernel, padding) in [(1, .valid(Margins())), (3, around)] {
      convolve(
        "\(name)/expand\(kernel)x\(kernel)", reading: "\(name)/squeeze1x1", channels: squeezed, to: squeezed * 4,
        kernel: kernel, padding: padding)
    }
    add("\(name)/concat", ["\(name)/expand1x1", "\(name)/expand3x3"], ["\(name)/concat"], .concat)
    return "\(name)/concat"
  }

  private mutating func draw(_ gain: Float) {
    layers[layers.count - 1].initialize(.kaiming, seeds: seeds)
    guard gain != 1, let weights = layers[layers.count - 1].weights else { return }
    layers[layers.count - 1].weights = Tensor(shape: weights.shape, values: weights.values.map { $0 * gain })
  }
}
