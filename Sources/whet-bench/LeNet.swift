import Networks
import Tensors

/// The article's network for handwritten digits (LeCun and others, 1998, in Keras's manner), random; with 32 channels
/// 585,958 parameters.
enum LeNet {
  static func definition(channels: Int = 32) -> NetworkDefinition {
    var generator = SeededGenerator(seed: 2)
    func numbers(_ shape: [Int], _ bound: Float) -> Tensor {
      Tensor(shape: shape, values: (0..<shape.reduce(1, *)).map { _ in generator.uniform(-bound, bound) })
    }
    let pool = LayerKind.pooling(
      PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2)))
    let kinds: [(String, LayerKind)] = [
      (
        "conv1",
        .convolution(
          ConvolutionDefinition(
            outputChannels: channels, kernelSize: Extent(3, 3), weights: numbers([channels, 1, 3, 3], 0.3),
            bias: numbers([channels], 0.1)))
      ),
      ("relu1", .activation(.relu)), ("pool1", pool),
      (
        "conv2",
        .convolution(
          ConvolutionDefinition(
            outputChannels: channels, kernelSize: Extent(2, 2), weights: numbers([channels, channels, 2, 2], 0.1),
            bias: numbers([channels], 0.1)))
      ),
      ("relu2", .activation(.relu)), ("pool2", pool), ("flatten", .flatten(.channelLast)),
      (
        "hidden1",
        .innerProduct(
          InnerProductDefinition(
            inputChannels: 36 * channels, outputChannels: 500, weights: numbers([500, 36 * channels], 0.05),
            bias: numbers([500], 0.05)))
      ),
      ("relu3", .activation(.relu)),
      (
        "hidden2",
        .innerProduct(
          InnerProductDefinition(
            inputChannels: 500, outputChannels: 10, weights: numbers([10, 500], 0.05), bias: numbers([10], 0.05)))
      ),
      ("output", .softmax),
    ]
    var previous = "image"
    var layers: [LayerDefinition] = []
    for (name, kind) in kinds {
      layers.append(LayerDefinition(name: name, inputs: [previous], outputs: [name], kind: kind, isUpdatable: true))
      previous = name
    }
    return NetworkDefinition(
      inputs: [NetworkInput(name: "image", shape: [1, 28, 28])], layers: layers, outputs: ["output"])
  }

  /// Images in which about every fifth pixel is set.
  static func images(_ count: Int) -> Tensor {
    var generator = SeededGenerator(seed: 3)
    return Tensor(
      shape: [count, 1, 28, 28],
      values: (0..<count * 784).map { _ in generator.below(5) == 0 ? generator.uniform(0, 1) : 0 })
  }
}
