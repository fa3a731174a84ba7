import Arithmetic
import Tensors
import Testing

@testable import Networks

/// Convolutions that take the maxima of what they make on the way.
@Suite struct PooledConvolutionTests {
  /// Kernel, stride, channels, outputs, height, width.
  private static let shapes: [(Int, Int, Int, Int, Int, Int)] = [
    (1, 1, 1, 1, 2, 2), (1, 1, 3, 2, 3, 5), (2, 1, 1, 5, 5, 7), (2, 1, 3, 17, 6, 5), (2, 1, 16, 33, 5, 5),
    (2, 1, 32, 40, 7, 4), (3, 1, 1, 16, 8, 10), (3, 1, 2, 3, 7, 6), (3, 2, 3, 18, 9, 11), (3, 2, 16, 4, 9, 9),
    (5, 1, 1, 6, 9, 8), (5, 1, 4, 2, 8, 12), (4, 3, 2, 2, 10, 14), (2, 1, 8, 20, 13, 15), (3, 1, 4, 19, 14, 16),
  ]

  private func network(
    _ shape: (Int, Int, Int, Int, Int, Int), rectified: Bool, reversed: Bool = false, mixed: Bool = false
  ) -> NetworkDefinition {
    let (kernel, stride, channels, outputs, height, width) = shape
    let layer = ConvolutionDefinition(
      outputChannels: outputs, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride),
      weights: random([outputs, channels, kernel, kernel], seed: 1, from: -0.5, to: 0.5),
      bias: random([outputs], seed: 2, from: -0.2, to: 0.2))
    let mixer = ConvolutionDefinition(
      outputChannels: channels, kernelSize: Extent(1, 1), weights: random([channels, channels, 1, 1], seed: 3),
      bias: random([channels], seed: 4))
    let pool = LayerKind.pooling(
      PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2)))
    var layers: [(String, LayerKind)] = mixed ? [("mix", .convolution(mixer))] : []
    layers.append(("c", .convolution(layer)))
    if rectified, !reversed { layers.append(("r", .activation(.relu))) }
    layers.append(("p", pool))
    if rectified, reversed { layers.append(("r", .activation(.relu))) }
    return chain([channels, height, width], layers, updatable: ["mix", "c"])
  }

  @Test(arguments: Self.shapes)
  func `maxima are those of the whole map, bit for bit`(shape: (Int, Int, Int, Int, Int, Int)) throws {
    for (rectified, reversed) in [(false, false), (true, false), (true, true)] {
      let network = try Network(network(shape, rectified: rectified, reversed: reversed))
      let x = random([3, shape.2, shape.4, shape.5], seed: 5)
      let output = try #require(network.definition.outputs.first)
      let alone = try #require(try network.forward(["x": x]).values.first)
      // Who asks for the map itself gets it, and the maxima are then taken of it.
      let both = try network.forward(["x": x], outputs: ["c", output])
      #expect(alone.values == both[output]?.values)
      #expect(alone.values.contains { $0 != 0 })
    }
  }

  @Test(arguments: Self.shapes)
  func `gradients are those of the layers one by one`(shape: (Int, Int, Int, Int, Int, Int)) throws {
    for rectified in [false, true] {
      var definition = network(shape, rectified: rectified, mixed: true)
      let together = try gradients(definition, shape)
      // A layer that changes nothing keeps the maximum apart from the convolution.
      definition.layers.insert(
        LayerDefinition(
          name: "apart", inputs: ["c"], outputs: ["apart"], kind: .activation(.linear(alpha: 1, beta: 0))), at: 2)
      definition.layers[3].inputs = ["apart"]
      let apart = try gradients(definition, shape)
      #expect(together.count == 4)
      for (key, gradient) in together {
        let scale = gradient.values.reduce(0) { max($0, abs($1)) }
        #expect(rectified || scale > 0)
        #expect(distance(gradient, try #require(apart[key])) <= 2e-6 * scale + 1e-7, "\(key) \(rectified)")
      }
    }
  }

  /// What one step of SGD at rate 1 takes away from every parameter.
  private func gradients(
    _ definition: NetworkDefinition, _ shape: (Int, Int, Int, Int, Int, Int)
  ) throws -> [ParameterKey: Tensor] {
    let network = try Network(definition)
    let output = try #require(definition.outputs.first)
    let target = random([9] + (try #require(network.shape(of: output))), seed: 8)
    var state = OptimizerState(.sgd(learningRate: 1))
    let before = network.definition.parameters
    _ = try network.trainStep(
      inputs: ["x": random([9, shape.2, shape.4, shape.5], seed: 6)], targets: .values(target), optimizer: &state)
    return network.definition.parameters.reduce(into: [:]) { result, entry in
      guard let old = before[entry.key] else { return }
      result[entry.key] = Tensor(
        shape: old.shape, values: zip(old.values, entry.value.values).map { $0 - $1 })
    }
  }

  @Test(arguments: [(1, 1, 3, 2, 3, 5), (2, 1, 3, 5, 6, 5), (3, 1, 1, 4, 4, 4)])
  func `gradients of weights, bias and input`(shape: (Int, Int, Int, Int, Int, Int)) throws {
    for rectified in [false, true] {
      try GradientCheck(samples: 2, distances: [1e-2, 3e-3, 1e-3]).check(
        network(shape, rectified: rectified, mixed: true),
        inputs: ["x": random([2, shape.2, shape.4, shape.5], seed: 6)], "\(shape) \(rectified)")
    }
  }

  @Test(arguments: [1, 2, 4])
  func `training gives the same bits on any number of threads`(threads: Int) throws {
    func parameters(_ threads: Int) throws -> [ParameterKey: Tensor] {
      let network = try Network(
        network((3, 1, 1, 16, 12, 14), rectified: true, mixed: true), workers: WorkerPool(threads: threads))
      var state = OptimizerState(.adam(learningRate: 0.01))
      for step in 0..<3 {
        _ = try network.trainStep(
          inputs: ["x": random([19, 1, 12, 14], seed: UInt64(step))],
          targets: .values(random([19, 16, 5, 6], seed: 9)), optimizer: &state)
      }
      return network.definition.parameters
    }
    #expect(try parameters(threads) == parameters(1))
  }

  /// Three pooled convolutions, the last with so many weights that its samples are summed in larger chunks; or the same with a layer
  /// between that changes nothing, so that each goes back by itself.
  private func stack(apart: Bool, updatable: Set<String>) -> NetworkDefinition {
    let sizes = [(1, 16, 3), (16, 64, 2), (64, 80, 2)]
    let layers = sizes.enumerated().flatMap { index, size -> [(String, LayerKind)] in
      let (inputs, outputs, kernel) = size
      let convolution = ConvolutionDefinition(
        outputChannels: outputs, kernelSize: Extent(kernel, kernel),
        weights: random([outputs, inputs, kernel, kernel], seed: UInt64(index), from: -0.3, to: 0.3),
        bias: random([outputs], seed: 10))
      let pool = PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2))
      let identity = ("apart\(index)", LayerKind.activation(.linear(alpha: 1, beta: 0)))
      return [
        ("c\(index)", .convolution(convolution)), ("r\(index)", .activation(.relu)), ("p\(index)", .pooling(pool)),
      ]
        + (apart && index < 2 ? [identity] : [])
    }
    return chain([1, 30, 30], layers, updatable: updatable)
  }

  @Test(arguments: [["c0", "c1", "c2"], ["c0"], ["c1"], ["c0", "c2"]], [1, 3])
  func `samples that go back through several give the bits of one by one`(updatable: [String], threads: Int) throws {
    func trained(apart: Bool) throws -> [ParameterKey: Tensor] {
      let network = try Network(stack(apart: apart, updatable: Set(updatable)), workers: WorkerPool(threads: threads))
      var state = OptimizerState(.adam(learningRate: 0.01))
      for samples in [37, 5] {
        _ = try network.trainStep(
          inputs: ["x": random([samples, 1, 30, 30], seed: 11)],
          targets: .values(random([samples, 80, 2, 2], seed: 12)), optimizer: &state)
      }
      return network.definition.parameters
    }
    let before = stack(apart: false, updatable: []).parameters
    let after = try trained(apart: false)
    #expect(try after == trained(apart: true))
    for (key, tensor) in after { #expect((tensor != before[key]) == updatable.contains(key.layer), "\(key)") }
  }

  /// Outputs, height and width of a map that an input of one channel makes, and whether its maxima are taken on the way.
  @Test(arguments: [
    (1, 16_384, 16_384, false), (1, 16_384, 16_383, true), (4, 8_192, 8_192, false), (4, 8_192, 8_191, true),
    (4, 16_384, 16_384, false),
  ])
  func `of maps whose places are hard to count they are taken afterwards`(
    outputs: Int, height: Int, width: Int, isTaken: Bool
  ) {
    let layer = ConvolutionDefinition(
      outputChannels: outputs, kernelSize: Extent(1, 1), weights: Tensor(shape: [outputs, 1, 1, 1]), bias: nil)
    let pool = PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2))
    let input = MapShape(channels: 1, height: height, width: width)
    #expect(layer.canFuseMaxima(pool, input: input) == isTaken)
  }

  @Test func `a map that a concat reads too is left whole`() throws {
    func convolution(_ inputs: Int, _ outputs: Int, _ kernel: Int, seed: UInt64) -> LayerKind {
      .convolution(
        ConvolutionDefinition(
          outputChannels: outputs, kernelSize: Extent(kernel, kernel),
          weights: random([outputs, inputs, kernel, kernel], seed: seed), bias: nil))
    }
    let pool = LayerKind.pooling(
      PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2)))
    let layers: [(String, [String], LayerKind)] = [
      ("a", ["x"], convolution(2, 3, 1, seed: 1)), ("b", ["x"], convolution(2, 4, 1, seed: 2)),
      ("joined", ["a", "b"], .concat), ("c", ["b"], convolution(4, 5, 3, seed: 3)), ("p", ["c"], pool),
    ]
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [2, 6, 6])],
      layers: layers.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2) },
      outputs: ["p", "joined"])
    let network = try Network(definition)
    let x = random([2, 2, 6, 6], seed: 4)
    let both = try network.forward(["x": x])
    #expect(try both["p"] == network.forward(["x": x], outputs: ["p"])["p"])
    #expect(try both["p"] == network.forward(["x": x], outputs: ["p", "c"])["p"])
  }

  @Test func `what is not a number is passed on`() throws {
    let network = try Network(network((2, 1, 1, 5, 5, 7), rectified: true))
    var x = random([1, 1, 5, 7], seed: 5)
    x.values[0] = .nan
    let y = try #require(try network.forward(["x": x]).values.first)
    #expect(y.values.filter { $0.isNaN }.count == 5)
  }
}
