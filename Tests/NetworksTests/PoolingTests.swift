import Networks
import Tensors
import Testing

@Suite struct PoolingTests {
  /// Channels for several vectors at once, for one, and for a part of one.
  private static let channels = 64 + 16 + 3

  private func maxima(_ values: [Float], height: Int, width: Int, kernel: Int, stride: Int) throws -> [Float] {
    let pooling = PoolingDefinition(
      statistic: .max, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride),
      padding: .includeLastPixel(rows: 0, columns: 0))
    let network = try Network(chain([Self.channels, height, width], [("p", .pooling(pooling))]))
    let input = Tensor(shape: [1, Self.channels, height, width], values: values)
    return try #require(network.forward(["x": input])["p"]).values
  }

  @Test func `maxima of windows are those of every channel by itself`() throws {
    let (height, width) = (7, 8)
    let x = random([Self.channels, height, width], seed: 3).values
    let made = try maxima(x, height: height, width: width, kernel: 3, stride: 2)
    var expected: [Float] = []
    for channel in 0..<Self.channels {
      for top in [0, 2, 4] {
        for left in [0, 2, 4, 6] {
          let window = (top..<top + 3).flatMap { y in
            (left..<min(left + 3, width)).map { x[(channel * height + y) * width + $0] }
          }
          expected.append(window.reduce(-.infinity, max))
        }
      }
    }
    #expect(made == expected)
  }

  @Test func `what is not a number is noticed wherever it stands in a window`() throws {
    for place in 0..<4 {
      for odd in [0, 63, 64, 79, 82] {
        var values = (0..<Self.channels * 4).map { Float($0 % 7) - 3 }
        values[odd * 4 + place] = .nan
        let made = try maxima(values, height: 2, width: 2, kernel: 2, stride: 2)
        #expect(made.indices.filter { made[$0].isNaN } == [odd])
      }
    }
  }
}
