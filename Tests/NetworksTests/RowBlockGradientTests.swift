import Arithmetic
import Networks
import Tensors
import Testing

/// The gradient of a convolution's weights on maps large enough to be summed strip by strip, beside the definition.
@Suite struct StripGradientTests {
  private static let shapes = [
    WindowShape(channels: 2, outputs: 30, kernel: 3, stride: 1, margin: 1, height: 26, width: 21),
    WindowShape(channels: 40, outputs: 5, kernel: 1, stride: 1, margin: 0, height: 19, width: 27),
    WindowShape(channels: 3, outputs: 33, kernel: 3, stride: 2, margin: 0, height: 55, width: 47),
    WindowShape(channels: 3, outputs: 4, kernel: 5, stride: 2, margin: 2, height: 47, width: 49),
    WindowShape(channels: 16, outputs: 16, kernel: 3, stride: 1, margin: 1, height: 2, width: 300),
  ]

  @Test(arguments: Self.shapes, [1, 3]) func `it agrees with the definition`(shape: WindowShape, samples: Int) throws {
    let network = try Network(shape.network())
    let (inputs, targets) = shape.samples(samples)
    let made = try #require(try network.forward(["x": inputs]).values.first)
    let slopes = zip(made.values, targets.values).map { 2 * Double($0 - $1) / Double(targets.count) }
    let found = try WindowShape.gradient(network, inputs, targets)
    let expected = found.indices.map { shape.gradient(of: inputs, slopes: slopes, at: $0) }
    let scale = expected.reduce(0) { max($0, abs($1)) }
    #expect(scale > 1e-4)
    for (index, (one, other)) in zip(found, expected).enumerated() {
      #expect(abs(Double(one) - other) <= 1e-6 + 1e-4 * scale, "\(shape) \(index)")
    }
  }

  @Test(arguments: [2, 3, 4]) func `it has the same bits on any number of threads`(threads: Int) throws {
    let shape = Self.shapes[0]
    let (inputs, targets) = shape.samples(5)
    let definition = shape.network()
    let alone = try WindowShape.gradient(Network(definition, workers: WorkerPool(threads: 1)), inputs, targets)
    let shared = try WindowShape.gradient(Network(definition, workers: WorkerPool(threads: threads)), inputs, targets)
    #expect(alone == shared)
  }
}
