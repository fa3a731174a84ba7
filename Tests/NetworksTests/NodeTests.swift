import Networks
import Tensors
import Testing

/// What a program draws together or leaves out changes no bit.
@Suite struct NodeTests {
  private func network(_ statistic: PoolingDefinition.Statistic, kernel: Int, stride: Int) -> NetworkDefinition {
    let layer = ConvolutionDefinition(
      outputChannels: 5, kernelSize: Extent(2, 2), weights: random([5, 2, 2, 2], seed: 1), bias: random([5], seed: 2))
    return chain(
      [2, 7, 9],
      [
        ("conv", .convolution(layer)), ("relu", .activation(.relu)),
        (
          "pool",
          .pooling(
            PoolingDefinition(
              statistic: statistic, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride)))
        ), ("flat", .flatten(.channelLast)), ("drop", .dropout(probability: 0.5)),
      ], updatable: ["conv"])
  }

  @Test(arguments: [PoolingDefinition.Statistic.max, .average, .l2], [(2, 2), (3, 2), (3, 3), (2, 1)])
  func `asking for what lies between gives the same bits`(
    statistic: PoolingDefinition.Statistic, window: (Int, Int)
  ) throws {
    let definition = network(statistic, kernel: window.0, stride: window.1)
    let network = try Network(definition)
    let x = random([3, 2, 7, 9], seed: 3)
    let all = try network.forward(["x": x], outputs: ["conv", "relu", "pool", "flat", "drop"])
    for name in ["conv", "relu", "pool", "flat", "drop"] {
      #expect(try network.forward(["x": x], outputs: [name])[name] == all[name])
    }
    #expect(all["drop"]?.values == all["flat"]?.values)
  }

  @Test(arguments: [(2, 2), (3, 2), (3, 3), (2, 1)])
  func `a rectifier behind a maximum has the gradient of one before it`(window: (Int, Int)) throws {
    var definition = network(.max, kernel: window.0, stride: window.1)
    definition.layers.removeLast(2)
    definition.outputs = ["pool"]
    try GradientCheck(distances: [1e-2, 3e-3, 1e-3]).check(
      definition, inputs: ["x": random([2, 2, 7, 9], seed: 4)], "\(window)")
  }
}
