import Tensors
import Testing

@testable import Networks

@Suite struct WindowMomentsTests {
  private func layer(channels: Int, kernel: Int, height: Int, width: Int) throws -> QuantizedLayer {
    let count = channels * kernel * kernel
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [channels, height, width])],
      layers: [
        LayerDefinition(
          name: "sums", inputs: ["x"], outputs: ["sums"],
          kind: .convolution(
            ConvolutionDefinition(
              outputChannels: 2, kernelSize: Extent(kernel, kernel), padding: .same(topLeftHeavy: false),
              weights: Tensor(shape: [2, channels, kernel, kernel], values: (0..<2 * count).map { Float($0 % 5) - 2 }),
              bias: nil)))
      ], outputs: ["sums"])
    return try #require(try QuantizedLayer.all(of: definition, definition.inferShapes()).first)
  }

  @Test func `means and variances are those of the bytes' values`() throws {
    var moments = WindowMoments(
      try layer(channels: 2, kernel: 1, height: 2, width: 2), .init(range: 0...255, factors: [1, 0.5], offsets: []),
      samples: 1)
    // Steps of 1 and of 0.5; halves are rounded to the even.
    moments.add(Tensor(shape: [1, 2, 2, 2], values: [1, 2, 3.25, 4, 0.5, 1, 1, 1.75]), sample: 0)
    #expect(moments.count == 4)
    #expect(moments.means(0).exact == 2.5625 && moments.means(0).value == 2.5)
    #expect(moments.means(1).exact == 1.0625 && moments.means(1).value == 2.25)
    let covariance = moments.covariance(0)
    #expect(covariance[0] == 1.25 && covariance[1] == covariance[2])
    #expect(covariance[1] == 27.0 / 4 - 2.5 * 2.25)
    #expect(covariance[3] == 25.0 / 4 - 81.0 / 16)
  }

  @Test func `around a map lie zeros`() throws {
    var moments = WindowMoments(
      try layer(channels: 1, kernel: 3, height: 2, width: 2), .init(range: 0...255), samples: 1)
    moments.add(Tensor(shape: [1, 1, 2, 2], values: [4, 8, 12, 16]), sample: 0)
    // Each corner tap sees one number of the map in four windows, the middle one all of them.
    let corners: [Double] = [0, 2, 6, 8].map { moments.means($0).exact }
    #expect(corners == [1, 2, 3, 4])
    #expect(moments.means(4).exact == 10)
  }

  @Test func `windows come from all over the map, and not too many`() throws {
    let layer = try layer(channels: 1, kernel: 1, height: 100, width: 100)
    var moments = WindowMoments(layer, .init(range: 0...1), samples: 4)
    for sample in 0..<4 { moments.add(Tensor(shape: [1, 1, 100, 100], repeating: 1), sample: sample) }
    #expect(moments.count == 4096)
    var halves = WindowMoments(layer, .init(range: 0...1), samples: 1)
    let upper = Tensor(shape: [1, 1, 100, 100], values: (0..<10_000).map { $0 < 5000 ? 1 : 0 })
    halves.add(upper, sample: 0)
    #expect(abs(halves.means(0).exact - 0.5) < 0.001)
  }

  @Test func `wide windows are looked at in blocks of channels`() throws {
    let moments = WindowMoments(
      try layer(channels: 200, kernel: 3, height: 3, width: 3), .init(range: 0...1), samples: 1)
    #expect(moments.blocks == [0..<64, 64..<128, 128..<192, 192..<200])
  }
}
