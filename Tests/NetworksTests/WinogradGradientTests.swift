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

  @Test(arguments: [2, 3, 4]) func `it has the same bits on any number of threads`(threads: Int) throws {
    let shape = Self.shapes[Self.shapes.count - 1]
    let (inputs, targets) = shape.samples(5)
    let definition = shape.network(then: [("r", .activation(.relu))])
    let alone = try WindowShape.gradient(Network(definition, workers: WorkerPool(threads: 1)), inputs, targets)
    let shared = try WindowShape.gradient(Network(definition, workers: WorkerPool(threads: threads)), inputs, targets)
    #expect(alone == shared)
  }
}
