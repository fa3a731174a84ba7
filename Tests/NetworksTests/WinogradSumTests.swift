import Arithmetic
import Networks
import Tensors
import Testing

/// Sums over 3 × 3 windows in fewer products, beside the definition.
@Suite struct WinogradSumTests {
  /// Maps in tiles of 2 × 2, and, from the fourth on, of 4 × 4; the last ones' tiles reach beyond the map in each way.
  private static let shapes = [
    WindowShape(channels: 16, outputs: 16, margin: 1, height: 4, width: 5),
    WindowShape(channels: 48, outputs: 80, margin: 0, height: 9, width: 8),
    WindowShape(channels: 16, outputs: 32, margin: 2, height: 5, width: 14),
    WindowShape(channels: 16, outputs: 80, margin: 1, height: 24, width: 28),
    WindowShape(channels: 32, outputs: 16, margin: 0, height: 27, width: 30),
    WindowShape(channels: 16, outputs: 48, margin: 2, height: 26, width: 45),
    WindowShape(channels: 48, outputs: 16, margin: 1, height: 31, width: 26),
  ]

  /// The sum of one place by definition, in double precision.
  private func sum(_ shape: WindowShape, _ layer: ConvolutionDefinition, _ x: Tensor, at place: Int) -> Double {
    let (column, row) = (place % shape.columns, place / shape.columns % shape.rows)
    let (output, sample) = (
      place / shape.columns / shape.rows % shape.outputs, place / shape.columns / shape.rows / shape.outputs
    )
    var sum = Double(layer.bias?.values[output] ?? 0)
    for tap in 0..<9 {
      let (v, u) = (row + tap / 3 - shape.margin, column + tap % 3 - shape.margin)
      guard (0..<shape.height).contains(v), (0..<shape.width).contains(u) else { continue }
      for channel in 0..<shape.channels {
        let number = x.values[((sample * shape.channels + channel) * shape.height + v) * shape.width + u]
        sum += Double(layer.weights.values[(output * shape.channels + channel) * 9 + tap]) * Double(number)
      }
    }
    return sum
  }

  @Test(arguments: Self.shapes) func `it agrees with the definition`(shape: WindowShape) throws {
    let definition = shape.network()
    guard case .convolution(let layer) = definition.layers[0].kind else { preconditionFailure("a convolution") }
    let (x, _) = shape.samples(2)
    let made = try #require(try Network(definition).forward(["x": x]).values.first)
    let places = stride(from: 0, to: made.count, by: 7)
    let expected = places.map { sum(shape, layer, x, at: $0) }
    let largest = expected.reduce(0) { max($0, abs($1)) }
    #expect(largest > 1)
    let furthest = zip(places, expected).reduce(0) { max($0, abs(Double(made.values[$1.0]) - $1.1)) }
    #expect(furthest <= 2e-6 * largest, "\(furthest / largest)")
  }

  @Test(arguments: Self.shapes) func `weights of zero leave the biases`(shape: WindowShape) throws {
    var definition = shape.network()
    guard case .convolution(var layer) = definition.layers[0].kind else { preconditionFailure("a convolution") }
    layer.weights = Tensor(shape: layer.weights.shape, values: layer.weights.values.map { _ in 0 })
    definition.layers[0].kind = .convolution(layer)
    let made = try #require(try Network(definition).forward(["x": shape.samples(1).inputs]).values.first)
    let biases = try #require(layer.bias).values
    for output in 0..<shape.outputs {
      let pixels = shape.rows * shape.columns
      #expect(made.values[output * pixels..<(output + 1) * pixels].allSatisfy { $0 == biases[output] })
    }
  }

  @Test(arguments: Self.shapes) func `a sample alone has the bits it has in a batch on many threads`(
    shape: WindowShape
  ) throws {
    let (x, _) = shape.samples(3)
    let definition = shape.network(then: [("r", .activation(.relu))])
    let alone = try Network(definition, workers: WorkerPool(threads: 1)),
      together = try Network(definition, workers: WorkerPool(threads: 4))
    let batch = try #require(try together.forward(["x": x]).values.first)
    let each = x.count / 3, made = batch.count / 3
    for sample in 0..<3 {
      let one = Tensor(shape: [1] + x.shape.dropFirst(), values: Array(x.values[sample * each..<(sample + 1) * each]))
      let single = try #require(try alone.forward(["x": one]).values.first)
      #expect(single.values == Array(batch.values[sample * made..<(sample + 1) * made]))
    }
  }
}
