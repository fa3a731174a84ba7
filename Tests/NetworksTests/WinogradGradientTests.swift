import Arithmetic
import Networks
import Tensors
import Testing

/// The gradient of 3 × 3 kernels in fewer products, beside the definition.
@Suite struct WinogradGradientTests {
  /// Channels, outputs, margin, height, width.
  struct Shape: Sendable {
    var channels: Int, outputs: Int, margin: Int, height: Int, width: Int
    var rows: Int { height + 2 * margin - 2 }
    var columns: Int { width + 2 * margin - 2 }
  }

  private static let shapes = [
    Shape(channels: 16, outputs: 16, margin: 1, height: 4, width: 5),
    Shape(channels: 16, outputs: 80, margin: 0, height: 9, width: 8),
    Shape(channels: 32, outputs: 16, margin: 2, height: 5, width: 4),
    Shape(channels: 16, outputs: 16, margin: 1, height: 30, width: 41),
  ]

  private func network(_ shape: Shape) -> NetworkDefinition {
    let margins = Margins(top: shape.margin, bottom: shape.margin, left: shape.margin, right: shape.margin)
    let layer = ConvolutionDefinition(
      outputChannels: shape.outputs, kernelSize: Extent(3, 3), padding: .valid(margins),
      weights: random([shape.outputs, shape.channels, 3, 3], seed: 1), bias: random([shape.outputs], seed: 2))
    return chain(
      [shape.channels, shape.height, shape.width], [("c", .convolution(layer)), ("r", .activation(.relu))],
      updatable: ["c"])
  }

  /// What one step of SGD at rate 1 takes away from the weights.
  private func gradient(_ network: Network, _ inputs: Tensor, _ targets: Tensor) throws -> [Float] {
    let key = ParameterKey(layer: "c", part: .weights)
    let before = try #require(network[parameter: key]).values
    var state = OptimizerState(.sgd(learningRate: 1))
    _ = try network.trainStep(inputs: ["x": inputs], targets: .values(targets), optimizer: &state)
    return zip(before, try #require(network[parameter: key]).values).map { $0 - $1 }
  }

  @Test(arguments: Self.shapes, [1, 4, 9]) func `it agrees with the definition`(shape: Shape, samples: Int) throws {
    let network = try Network(network(shape))
    let inputs = random([samples, shape.channels, shape.height, shape.width], seed: 3)
    let targets = random([samples, shape.outputs, shape.rows, shape.columns], seed: 4)
    let made = try #require(try network.forward(["x": inputs]).values.first)
    let slopes = zip(made.values, targets.values).map { $0 > 0 ? 2 * Double($0 - $1) / Double(targets.count) : 0 }
    let found = try gradient(network, inputs, targets)
    let places = stride(from: 0, to: found.count, by: 7)
    let expected = places.map { weightGradient(shape, samples, inputs.values, slopes, at: $0) }
    let scale = expected.reduce(0) { max($0, abs($1)) }
    #expect(scale > 1e-4)
    for (place, number) in zip(places, expected) {
      #expect(abs(Double(found[place]) - number) <= 1e-6 + 1e-4 * scale, "\(shape) \(place)")
    }
  }

  /// Σ over samples and windows of slope · input, in double precision.
  private func weightGradient(
    _ shape: Shape, _ samples: Int, _ inputs: [Float], _ slopes: [Double], at place: Int
  ) -> Double {
    let (tapX, tapY) = (place % 3, place / 3 % 3)
    let (channel, output) = (place / 9 % shape.channels, place / 9 / shape.channels)
    var sum = 0.0
    for sample in 0..<samples {
      for row in 0..<shape.rows where (0..<shape.height).contains(row - shape.margin + tapY) {
        let y = row - shape.margin + tapY
        for column in 0..<shape.columns where (0..<shape.width).contains(column - shape.margin + tapX) {
          let x = column - shape.margin + tapX
          sum +=
            slopes[((sample * shape.outputs + output) * shape.rows + row) * shape.columns + column]
            * Double(inputs[((sample * shape.channels + channel) * shape.height + y) * shape.width + x])
        }
      }
    }
    return sum
  }

  @Test(arguments: [2, 3, 4]) func `it has the same bits on any number of threads`(threads: Int) throws {
    let shape = Self.shapes[3]
    let inputs = random([5, shape.channels, shape.height, shape.width], seed: 3)
    let targets = random([5, shape.outputs, shape.rows, shape.columns], seed: 4)
    let alone = try gradient(Network(network(shape), workers: WorkerPool(threads: 1)), inputs, targets)
    let shared = try gradient(Network(network(shape), workers: WorkerPool(threads: threads)), inputs, targets)
    #expect(alone == shared)
  }
}
