import Networks
import Tensors

/// SqueezeNet 1.1 (Iandola and others, 2016) in the shape of Apple's file, with random weights: what it computes does not
/// matter to a clock.
enum SqueezeNet {
  /// Up to `pool10`, 1000 numbers for a photo of 227 × 227.
  static func definition(
    updatable: @escaping (String) -> Bool = { _ in false }, head classes: Int? = nil
  ) -> NetworkDefinition {
    var builder = Builder(updatable: updatable)
    builder.convolution("conv1", from: "image", channels: (3, 64), kernel: 3, stride: 2)
    builder.pool("pool1", from: "conv1")
    builder.fire("fire2", from: "pool1", channels: (64, 16, 64))
    builder.fire("fire3", from: "fire2", channels: (128, 16, 64))
    builder.pool("pool3", from: "fire3")
    builder.fire("fire4", from: "pool3", channels: (128, 32, 128))
    builder.fire("fire5", from: "fire4", channels: (256, 32, 128))
    builder.pool("pool5", from: "fire5")
    builder.fire("fire6", from: "pool5", channels: (256, 48, 192))
    builder.fire("fire7", from: "fire6", channels: (384, 48, 192))
    builder.fire("fire8", from: "fire7", channels: (384, 64, 256))
    builder.fire("fire9", from: "fire8", channels: (512, 64, 256))
    builder.convolution("conv10", from: "fire9", channels: (512, 1000), kernel: 1)
    builder.add(
      "pool10", from: ["conv10"],
      .pooling(
        PoolingDefinition(statistic: .average, kernelSize: Extent(0, 0), stride: Extent(1, 1), isGlobal: true)))
    if let classes { builder.head(classes) }
    let image = ImagePreprocessing(colorSpace: .bgr, biases: [104, 117, 123])
    return NetworkDefinition(
      inputs: [NetworkInput(name: "image", shape: [3, 227, 227], image: image)], layers: builder.layers,
      outputs: [classes == nil ? "pool10" : "probabilities"])
  }

  /// A photo of noise.
  static func photo(seed: UInt64) -> PixelBuffer {
    var generator = SeededGenerator(seed: seed)
    return PixelBuffer(
      width: 227, height: 227, bytes: (0..<227 * 227 * 3).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 32) }
    )
  }
}

/// Lays one layer after the other.
private struct Builder {
  let updatable: (String) -> Bool
  var layers: [LayerDefinition] = []
  var generator = SeededGenerator(seed: 1)

  init(updatable: @escaping (String) -> Bool) { self.updatable = updatable }

  mutating func add(_ name: String, from inputs: [String], _ kind: LayerKind, output: String? = nil) {
    layers.append(
      LayerDefinition(
        name: name, inputs: inputs, outputs: [output ?? name], kind: kind, isUpdatable: updatable(name)))
  }

  mutating func numbers(_ shape: [Int], _ bound: Float) -> Tensor {
    Tensor(shape: shape, values: (0..<shape.reduce(1, *)).map { _ in generator.uniform(-bound, bound) })
  }

  mutating func convolution(
    _ name: String, from input: String, channels: (Int, Int), kernel: Int, stride: Int = 1, margin: Int = 0
  ) {
    let bound = (6 / Float(channels.0 * kernel * kernel)).squareRoot()
    let layer = ConvolutionDefinition(
      outputChannels: channels.1, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride),
      padding: .valid(Margins(top: margin, bottom: margin, left: margin, right: margin)),
      weights: numbers([channels.1, channels.0, kernel, kernel], bound), bias: numbers([channels.1], 0.1))
    add(name, from: [input], .convolution(layer), output: "\(name)_raw")
    add("\(name)_relu", from: ["\(name)_raw"], .activation(.relu), output: name)
  }

  mutating func pool(_ name: String, from input: String) {
    add(
      name, from: [input],
      .pooling(
        PoolingDefinition(
          statistic: .max, kernelSize: Extent(3, 3), stride: Extent(2, 2),
          padding: .includeLastPixel(rows: 0, columns: 0))))
  }

  mutating func fire(_ name: String, from input: String, channels: (Int, Int, Int)) {
    let (from, squeezed, expanded) = channels
    convolution("\(name)_squeeze1x1", from: input, channels: (from, squeezed), kernel: 1)
    convolution("\(name)_expand1x1", from: "\(name)_squeeze1x1", channels: (squeezed, expanded), kernel: 1)
    convolution("\(name)_expand3x3", from: "\(name)_squeeze1x1", channels: (squeezed, expanded), kernel: 3, margin: 1)
    add("\(name)_concat", from: ["\(name)_expand1x1", "\(name)_expand3x3"], .concat, output: name)
  }

  mutating func head(_ classes: Int) {
    add("flatten", from: ["pool10"], .flatten(.channelFirst))
    let layer = InnerProductDefinition(
      inputChannels: 1000, outputChannels: classes, weights: numbers([classes, 1000], 0.03),
      bias: numbers([classes], 0.03))
    add("head", from: ["flatten"], .innerProduct(layer))
    add("probabilities", from: ["head"], .softmax)
  }
}
