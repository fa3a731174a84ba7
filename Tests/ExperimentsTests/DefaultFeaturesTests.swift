import Networks
import Tensors
import Testing
import Training

@testable import Experiments

struct DefaultFeaturesTests {
  /// Layers on an image of 3 × 8 × 8, each reading the one above.
  private func network(_ kinds: [(String, LayerKind)]) -> NetworkDefinition {
    var layers: [LayerDefinition] = []
    for (name, kind) in kinds {
      layers.append(
        LayerDefinition(name: name, inputs: [layers.last?.outputs[0] ?? "x"], outputs: ["\(name)_out"], kind: kind))
    }
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [3, 8, 8])], layers: layers, outputs: [layers.last?.outputs[0] ?? "x"])
  }

  private func convolution(_ inputs: Int, _ outputs: Int) -> LayerKind {
    .convolution(
      ConvolutionDefinition(
        outputChannels: outputs, kernelSize: Extent(1, 1), weights: Tensor(shape: [outputs, inputs, 1, 1]), bias: nil))
  }

  private func product(_ inputs: Int, _ outputs: Int) -> LayerKind {
    .innerProduct(
      InnerProductDefinition(
        inputChannels: inputs, outputChannels: outputs, weights: Tensor(shape: [outputs, inputs]), bias: nil))
  }

  private let mean = LayerKind.pooling(
    PoolingDefinition(statistic: .average, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true))
  private let halved = LayerKind.pooling(
    PoolingDefinition(statistic: .max, kernelSize: Extent(4, 4), stride: Extent(4, 4)))

  @Test func `the mean of the maps before the last fully connected layer, whatever only rearranges it`() {
    let body = [("conv", convolution(3, 6)), ("pool", mean), ("flat", .flatten(.channelFirst))]
    #expect(network(body + [("fc", product(6, 10))]).defaultFeatures == "pool_out")
    #expect(network(body + [("fc", product(6, 10)), ("prob", .softmax)]).defaultFeatures == "pool_out")
    #expect(
      network(body + [("drop", .dropout(probability: 0.5)), ("fc", product(6, 10))]).defaultFeatures == "pool_out")
  }

  @Test func `before a convolution of one place, too`() {
    let kinds: [(String, LayerKind)] = [
      ("conv", convolution(3, 6)), ("pool", mean), ("scores", convolution(6, 10)),
      ("reshape", .reshape(targetShape: [10, 1, 1], order: .channelFirst)), ("flat", .flatten(.channelFirst)),
      ("prob", .softmax),
    ]
    #expect(network(kinds).defaultFeatures == "pool_out")
  }

  @Test func `the layer before the last where several are fully connected`() {
    let kinds: [(String, LayerKind)] = [
      ("flat", .flatten(.channelFirst)), ("fc1", product(192, 20)), ("relu", .activation(.relu)),
      ("drop", .dropout(probability: 0.5)), ("fc2", product(20, 10)), ("prob", .softmax),
    ]
    #expect(network(kinds).defaultFeatures == "relu_out")
  }

  @Test func `maps of several places are taken as the classifier reads them`() {
    let kinds = [("pool", halved), ("flat", .flatten(.channelFirst)), ("fc", product(12, 10))]
    #expect(network(kinds).defaultFeatures == "flat_out")
  }

  @Test func `what goes into the softmax where no such layer is at the end`() {
    #expect(
      network([("scores", convolution(3, 10)), ("pool", mean), ("prob", .softmax)]).defaultFeatures == "pool_out")
    #expect(network([("fc", product(192, 10)), ("prob", .softmax)]).defaultFeatures == "fc_out")
    #expect(network([("conv", convolution(3, 6))]).defaultFeatures == "conv_out")
    #expect(network([]).defaultFeatures.isEmpty)
  }
}
