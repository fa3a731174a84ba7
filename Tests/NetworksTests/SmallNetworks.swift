import Networks
import Tensors

/// A fire module under a head: convolutions, a concat, poolings, a shared input.
func fireNetwork(updatable: Bool = true) -> NetworkDefinition {
  let layers: [(String, [String], LayerKind)] = [
    ("squeeze", ["x"], convolution(3, 5, 1, seed: 1)), ("squeezed", ["squeeze"], .activation(.relu)),
    ("left", ["squeezed"], convolution(5, 18, 1, seed: 3)), ("leftRelu", ["left"], .activation(.relu)),
    ("right", ["squeezed"], convolution(5, 20, 3, seed: 5)), ("rightRelu", ["right"], .activation(.relu)),
    ("joined", ["leftRelu", "rightRelu"], .concat),
    (
      "pool", ["joined"],
      .pooling(
        PoolingDefinition(
          statistic: .max, kernelSize: Extent(3, 3), stride: Extent(2, 2),
          padding: .includeLastPixel(rows: 0, columns: 0)))
    ),
    ("flat", ["pool"], .flatten(.channelFirst)),
    (
      "head", ["flat"],
      .innerProduct(
        InnerProductDefinition(
          inputChannels: 38 * 25, outputChannels: 4, weights: random([4, 38 * 25], seed: 7, from: -0.1, to: 0.1),
          bias: random([4], seed: 8)))
    ),
    ("probabilities", ["head"], .softmax),
  ]
  return NetworkDefinition(
    inputs: [NetworkInput(name: "x", shape: [3, 10, 11])],
    layers: layers.map {
      LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2, isUpdatable: updatable)
    }, outputs: ["probabilities"])
}

/// A convolution of random numbers that keeps a map's size.
func convolution(_ inputs: Int, _ outputs: Int, _ kernel: Int, seed: UInt64) -> LayerKind {
  .convolution(
    ConvolutionDefinition(
      outputChannels: outputs, kernelSize: Extent(kernel, kernel), padding: .same(topLeftHeavy: false),
      weights: random([outputs, inputs, kernel, kernel], seed: seed, from: -0.5, to: 0.5),
      bias: random([outputs], seed: seed + 1)))
}

/// A fully connected layer of random numbers.
func dense(_ inputs: Int, _ outputs: Int, seed: UInt64 = 1) -> LayerKind {
  .innerProduct(
    InnerProductDefinition(
      inputChannels: inputs, outputChannels: outputs, weights: random([outputs, inputs], seed: seed),
      bias: random([outputs], seed: seed + 1)))
}
