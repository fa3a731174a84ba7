import Arithmetic
import Networks
import Tensors
import Testing

/// The gradient of a convolution's weights on maps large enough to be summed strip by strip, beside the definition.
@Suite struct StripGradientTests {
  /// Channels, outputs, kernel, stride, margin, height, width.
  struct Shape: Sendable {
    var channels: Int, outputs: Int, kernel: Int, stride: Int, margin: Int, height: Int, width: Int
    var rows: Int { (height + 2 * margin - kernel) / stride + 1 }
    var columns: Int { (width + 2 * margin - kernel) / stride + 1 }
  }

  private static let shapes = [
    Shape(channels: 2, outputs: 30, kernel: 3, stride: 1, margin: 1, height: 26, width: 21),
    Shape(channels: 40, outputs: 5, kernel: 1, stride: 1, margin: 0, height: 19, width: 27),
    Shape(channels: 3, outputs: 33, kernel: 3, stride: 2, margin: 0, height: 55, width: 47),
    Shape(channels: 3, outputs: 4, kernel: 5, stride: 2, margin: 2, height: 47, width: 49),
    Shape(channels: 16, outputs: 16, kernel: 3, stride: 1, margin: 1, height: 2, width: 300),
  ]

  private func network(_ shape: Shape) -> NetworkDefinition {
    let margins = Margins(top: shape.margin, bottom: shape.margin, left: shape.margin, right: shape.margin)
    let layer = ConvolutionDefinition(
      outputChannels: shape.outputs, kernelSize: Extent(shape.kernel, shape.kernel),
      stride: Extent(shape.stride, shape.stride), padding: .valid(margins),
      weights: random([shape.outputs, shape.channels, shape.kernel, shape.kernel], seed: 1),
      bias: random([shape.outputs], seed: 2))
    return chain([shape.channels, shape.height, shape.width], [("c", .convolution(layer))], updatable: ["c"])
  }

  /// What one step of SGD at rate 1 takes away from the weights.
  private func gradient(_ network: Network, _ inputs: Tensor, _ targets: Tensor) throws -> [Float] {
    let key = ParameterKey(layer: "c", part: .weights)
    let before = try #require(network[parameter: key]).values
    var state = OptimizerState(.sgd(learningRate: 1))
    _ = try network.trainStep(inputs: ["x": inputs], targets: .values(targets), optimizer: &state)
    return zip(before, try #require(network[parameter: key]).values).map { $0 - $1 }
  }

  @Test(arguments: Self.shapes, [1, 3]) func `it agrees with the definition`(shape: Shape, samples: Int) throws {
    let network = try Network(network(shape))
    let inputs = random([samples, shape.channels, shape.height, shape.width], seed: 3)
    let targets = random([samples, shape.outputs, shape.rows, shape.columns], seed: 4)
    let made = try #require(try network.forward(["x": inputs]).values.first)
    let slopes = zip(made.values, targets.values).map { 2 * Double($0 - $1) / Double(targets.count) }
    let found = try gradient(network, inputs, targets)
    let expected = weightGradient(shape, samples, inputs.values, slopes)
    let scale = expected.reduce(0) { max($0, abs($1)) }
    #expect(scale > 1e-4 && found.count == expected.count)
    for (index, (one, other)) in zip(found, expected).enumerated() {
      #expect(abs(Double(one) - other) <= 1e-6 + 1e-4 * scale, "\(shape) \(index)")
    }
  }

  /// Σ over samples and windows of slope · input, in double precision.
  private func weightGradient(_ shape: Shape, _ samples: Int, _ inputs: [Float], _ slopes: [Double]) -> [Double] {
    let (kernel, channels, rows, columns) = (shape.kernel, shape.channels, shape.rows, shape.columns)
    var sums = [Double](repeating: 0, count: shape.outputs * channels * kernel * kernel)
    for place in sums.indices {
      let (tapX, tapY) = (place % kernel, place / kernel % kernel)
      let (channel, output) = (place / kernel / kernel % channels, place / kernel / kernel / channels)
      for sample in 0..<samples {
        for row in 0..<rows {
          let y = row * shape.stride - shape.margin + tapY
          guard (0..<shape.height).contains(y) else { continue }
          for column in 0..<columns {
            let x = column * shape.stride - shape.margin + tapX
            guard (0..<shape.width).contains(x) else { continue }
            sums[place] +=
              slopes[((sample * shape.outputs + output) * rows + row) * columns + column]
              * Double(inputs[((sample * channels + channel) * shape.height + y) * shape.width + x])
          }
        }
      }
    }
    return sums
  }

  @Test(arguments: [2, 3, 4]) func `it has the same bits on any number of threads`(threads: Int) throws {
    let shape = Self.shapes[0]
    let inputs = random([5, shape.channels, shape.height, shape.width], seed: 3)
    let targets = random([5, shape.outputs, shape.rows, shape.columns], seed: 4)
    let alone = try gradient(Network(network(shape), workers: WorkerPool(threads: 1)), inputs, targets)
    let shared = try gradient(Network(network(shape), workers: WorkerPool(threads: threads)), inputs, targets)
    #expect(alone == shared)
  }
}
