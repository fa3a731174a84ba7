import Arithmetic
import Networks
import Tensors
import Testing

/// Rectified convolutions of single pixels that average what they make over the map.
@Suite struct AveragedConvolutionTests {
  /// Channels, outputs, height, width.
  private static let shapes: [(Int, Int, Int, Int)] = [
    (64, 64, 3, 4), (61, 70, 5, 5), (512, 10, 6, 6), (17, 250, 7, 6), (130, 129, 4, 10),
  ]

  /// A mixing of channels, the convolution, and the average; with a layer between that changes nothing, they stay apart.
  private func network(_ shape: (Int, Int, Int, Int), apart: Bool) -> NetworkDefinition {
    let (channels, outputs, height, width) = shape
    func convolution(_ inputs: Int, _ outputs: Int, seed: UInt64) -> LayerKind {
      let bound = 2 / Float(inputs).squareRoot()
      return .convolution(
        ConvolutionDefinition(
          outputChannels: outputs, kernelSize: Extent(1, 1),
          weights: random([outputs, inputs, 1, 1], seed: seed, from: -bound, to: bound),
          bias: random([outputs], seed: seed + 1, from: -0.3, to: 0.3)))
    }
    var layers: [(String, LayerKind)] = [
      ("mix", convolution(3, channels, seed: 1)), ("c", convolution(channels, outputs, seed: 3)),
      ("r", .activation(.relu)),
    ]
    if apart { layers.append(("same", .activation(.linear(alpha: 1, beta: 0)))) }
    layers.append(
      (
        "p",
        .pooling(
          PoolingDefinition(statistic: .average, kernelSize: Extent(0, 0), stride: Extent(1, 1), isGlobal: true))
      ))
    return chain([3, height, width], layers, updatable: ["mix", "c"])
  }

  @Test(arguments: Self.shapes)
  func `averages are those of the whole map, bit for bit`(shape: (Int, Int, Int, Int)) throws {
    let x = random([3, 3, shape.2, shape.3], seed: 5)
    let together = try Network(network(shape, apart: false)).forward(["x": x])["p"]
    let apart = try Network(network(shape, apart: true)).forward(["x": x])["p"]
    #expect(together == apart)
    #expect(together?.values.contains { $0 > 0 } == true)
    for sample in 0..<3 {
      let one = Tensor(shape: [1, 3, shape.2, shape.3], values: Array(x.row(sample)))
      let alone = try #require(try Network(network(shape, apart: false)).forward(["x": one])["p"])
      #expect(Array(try #require(together).row(sample)) == alone.values)
    }
  }

  @Test(arguments: Self.shapes)
  func `gradients are those of the layers one by one`(shape: (Int, Int, Int, Int)) throws {
    let gradients = try [false, true].map { apart in
      let network = try Network(network(shape, apart: apart))
      var state = OptimizerState(.sgd(learningRate: 1))
      let before = network.definition.parameters
      _ = try network.trainStep(
        inputs: ["x": random([5, 3, shape.2, shape.3], seed: 6)],
        targets: .values(random([5, shape.1, 1, 1], seed: 7, from: -40, to: 40)), optimizer: &state)
      return network.definition.parameters.reduce(into: [ParameterKey: [Float]]()) { result, entry in
        result[entry.key] = zip(before[entry.key]?.values ?? [], entry.value.values).map { $0 - $1 }
      }
    }
    #expect(gradients[0].count == 4)
    for (key, gradient) in gradients[0] {
      let other = try #require(gradients[1][key])
      let scale = gradient.reduce(0) { max($0, abs($1)) }
      #expect(scale > 0)
      #expect(zip(gradient, other).allSatisfy { abs($0 - $1) <= 1e-5 * scale + 2e-7 }, "\(key)")
    }
  }

  @Test(arguments: [1, 2, 4])
  func `training gives the same bits on any number of threads`(threads: Int) throws {
    func parameters(_ threads: Int) throws -> [ParameterKey: Tensor] {
      let network = try Network(network((61, 70, 5, 5), apart: false), workers: WorkerPool(threads: threads))
      var state = OptimizerState(.adam(learningRate: 0.01))
      for step in 0..<3 {
        _ = try network.trainStep(
          inputs: ["x": random([7, 3, 5, 5], seed: UInt64(step))], targets: .values(random([7, 70, 1, 1], seed: 9)),
          optimizer: &state)
      }
      return network.definition.parameters
    }
    #expect(try parameters(threads) == parameters(1))
  }

  @Test func `who asks for the map gets it`() throws {
    let network = try Network(network((64, 64, 3, 4), apart: false))
    let x = random([2, 3, 3, 4], seed: 5)
    let both = try network.forward(["x": x], outputs: ["r", "p"])
    #expect(both["r"]?.shape == [2, 64, 3, 4])
    #expect(try both["p"] == network.forward(["x": x])["p"])
  }
}
