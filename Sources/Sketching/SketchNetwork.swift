public import Networks
import Tensors
public import Training

/// The layers of the small feature extractor of this package: five convolutions on a picture of 96 by 96, the mean of each
/// of the last maps, and a classifier of drawn shapes on that.
public enum SketchNetwork {
  /// The width and height of the pictures it reads, in pixels.
  public static let side = 96
  /// How many features a picture has: the outputs of the layer `pool5`.
  public static let features = 256

  /// The network with its first weights.
  public static func definition(classes: Int, seeds: SeedPlan) -> NetworkDefinition {
    var builder = Builder(tensor: "image", channels: 3)
    builder.convolution(1, 24, kernel: 5, stride: 2)
    builder.pool("pool1")
    builder.convolution(2, 48, kernel: 3)
    builder.pool("pool2")
    builder.convolution(3, 96, kernel: 3)
    builder.pool("pool3")
    builder.convolution(4, 128, kernel: 3)
    builder.convolution(5, features, kernel: 3)
    builder.append(
      "pool5",
      .pooling(PoolingDefinition(statistic: .average, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true)))
    builder.append("flatten", .flatten(.channelFirst))
    builder.append(
      "shapes",
      .innerProduct(
        InnerProductDefinition(
          inputChannels: features, outputChannels: classes, weights: Tensor(shape: [classes, features]),
          bias: Tensor(shape: [classes]))))
    builder.append("probability", .softmax)
    for index in builder.layers.indices where builder.layers[index].weights != nil {
      builder.layers[index].isUpdatable = true
      builder.layers[index].initialize(.kaiming, seeds: seeds)
    }
    let pixels = ImagePreprocessing(colorSpace: .rgb, channelScale: 1 / 64, biases: [-2, -2, -2])
    return NetworkDefinition(
      inputs: [NetworkInput(name: "image", shape: [3, side, side], image: pixels)], layers: builder.layers,
      outputs: ["probability"])
  }

  /// Puts layers one behind the other.
  private struct Builder {
    var layers: [LayerDefinition] = []
    var tensor: String
    var channels: Int

    mutating func append(_ name: String, _ kind: LayerKind) {
      layers.append(LayerDefinition(name: name, inputs: [tensor], outputs: [name], kind: kind))
      tensor = name
    }

    /// A convolution that keeps the map's size but for the stride, and its rectifier.
    mutating func convolution(_ number: Int, _ outputs: Int, kernel: Int, stride: Int = 1) {
      let half = kernel / 2
      append(
        "conv\(number)",
        .convolution(
          ConvolutionDefinition(
            outputChannels: outputs, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride),
            padding: .valid(Margins(top: half, bottom: half, left: half, right: half)),
            weights: Tensor(shape: [outputs, channels, kernel, kernel]), bias: Tensor(shape: [outputs]))))
      append("relu\(number)", .activation(.relu))
      channels = outputs
    }

    mutating func pool(_ name: String) {
      append(
        name, .pooling(PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2))))
    }
  }
}
