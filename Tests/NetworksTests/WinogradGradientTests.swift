import Arithmetic
import Networks
import Tensors
import Testing

/// The gradient of 3 × 3 kernels in fewer products, beside the definition.
@Suite struct WinogradGradientTests {
  private static let shapes = [
    WindowShape(channels: 16, outputs: 16, margin: 1, height: 4, width: 5),
    WindowShape(channels: 16, outputs: 80, margin: 0, height: 9, width: 8),
    WindowShape(channels: 32, outputs: 16, margin: 2, height: 5, width: 4),
    WindowShape(channels: 16, outputs: 96, margin: 1, height: 7, width: 6),
    WindowShape(channels: 48, outputs: 64, margin: 0, height: 6, width: 11),
    WindowShape(channels: 16, outputs: 96, margin: 1, height: 24, width: 25),
    WindowShape(channels: 48, outputs: 32, margin: 0, height: 29, width: 30),
    WindowShape(channels: 32, outputs: 16, margin: 2, height: 25, width: 26),
    WindowShape(channels: 16, outputs: 16, margin: 1, height: 30, width: 41),
  ]

  @Test(arguments: Self.shapes, [1, 4, 9]) func `it agrees with the definition`(shape: WindowShape, samples: Int) throws
  {
    let network = try Network(shape.network(then: [("r", .activation(.relu))]))
    let (inputs, targets) = shape.samples(samples)
    let made = try #require(try network.forward(["x": inputs]).values.first)
    let slopes = zip(made.values, targets.values).map { $0 > 0 ? 2 * Double($0 - $1) / Double(targets.count) : 0 }
    let found = try WindowShape.gradient(network, inputs, targets)
    let places = stride(from: 0, to: found.count, by: 7)
    let expected = places.map { shape.gradient(of: inputs, slopes: slopes, at: $0) }
    let scale = expected.reduce(0) { max($0, abs($1)) }
    #expect(scale > 1e-4)
    for (place, number) in zip(places, expected) {
      #expect(abs(Double(found[place]) - number) <= 1e-6 + 1e-4 * scale, "\(shape) \(place)")
    }
  }

  /// Two such kernels, one rectified, over the same mixing of channels, which alone or with them learns.
  private func branches(_ shape: WindowShape, kernelsLearn: Bool) throws -> [Tensor] {
    let mixing = ConvolutionDefinition(
      outputChannels: shape.channels, kernelSize: Extent(1, 1),
      weights: random([shape.channels, shape.channels, 1, 1], seed: 7), bias: random([shape.channels], seed: 8))
    let kernel = try #require(shape.network().layers.first?.kind)
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [shape.channels, shape.height, shape.width])],
      layers: [
        LayerDefinition(name: "m", inputs: ["x"], outputs: ["m"], kind: .convolution(mixing), isUpdatable: true),
        LayerDefinition(name: "c", inputs: ["m"], outputs: ["c"], kind: kernel, isUpdatable: kernelsLearn),
        LayerDefinition(name: "r", inputs: ["c"], outputs: ["r"], kind: .activation(.relu)),
        LayerDefinition(name: "d", inputs: ["m"], outputs: ["d"], kind: kernel, isUpdatable: kernelsLearn),
        LayerDefinition(name: "y", inputs: ["r", "d"], outputs: ["y"], kind: .concat),
      ], outputs: ["y"])
    let network = try Network(definition)
    let targets = random([5, 2 * shape.outputs, shape.rows, shape.columns], seed: 4)
    var state = OptimizerState(.sgd(learningRate: 1))
    let keys = [ParameterKey(layer: "m", part: .weights), ParameterKey(layer: "m", part: .bias)]
    let before = keys.map { network[parameter: $0] }
    _ = try network.trainStep(inputs: ["x": shape.samples(5).inputs], targets: .values(targets), optimizer: &state)
    return try zip(before, keys).map { start, key in
      let (start, after) = (try #require(start), try #require(network[parameter: key]))
      return Tensor(shape: start.shape, values: zip(start.values, after.values).map { $0 - $1 })
    }
  }

  @Test(arguments: Self.shapes) func `what goes further down is the same whether the kernels learn or not`(
    shape: WindowShape
  ) throws {
    for (one, other) in zip(try branches(shape, kernelsLearn: true), try branches(shape, kernelsLearn: false)) {
      let scale = other.values.reduce(0) { max($0, abs($1)) }
      #expect(scale > 1e-4)
      for (found, expected) in zip(one.values, other.values) {
        #expect(abs(found - expected) <= 1e-5 * scale, "\(shape)")
      }
    }
  }

  @Test(arguments: Self.shapes) func `the biases' gradient is the sum of what is live`(shape: WindowShape) throws {
    let network = try Network(shape.network(then: [("r", .activation(.relu))]))
    let (inputs, targets) = shape.samples(5)
    let made = try #require(try network.forward(["x": inputs]).values.first)
    let key = ParameterKey(layer: "c", part: .bias)
    let before = try #require(network[parameter: key])
    var state = OptimizerState(.sgd(learningRate: 1))
    _ = try network.trainStep(inputs: ["x": inputs], targets: .values(targets), optimizer: &state)
    let after = try #require(network[parameter: key])
    let pixels = shape.rows * shape.columns
    for channel in 0..<shape.outputs {
      var sum = 0.0
      for sample in 0..<5 {
        for pixel in 0..<pixels {
          let place = (sample * shape.outputs + channel) * pixels + pixel
          guard made.values[place] > 0 else { continue }
          sum += 2 * Double(made.values[place] - targets.values[place]) / Double(targets.count)
        }
      }
      #expect(abs(Double(before.values[channel] - after.values[channel]) - sum) <= 1e-6 + 1e-5 * abs(sum))
    }
  }

  @Test(arguments: [2, 3, 4]) func `it has the same bits on any number of threads`(threads: Int) throws {
    let shape = Self.shapes[Self.shapes.count - 1]
    let (inputs, targets) = shape.samples(5)
    let definition = shape.network(then: [("r", .activation(.relu))])
    let alone = try WindowShape.gradient(Network(definition, workers: WorkerPool(threads: 1)), inputs, targets)
    let shared = try WindowShape.gradient(Network(definition, workers: WorkerPool(threads: threads)), inputs, targets)
    #expect(alone == shared)
  }
}
