import Networks
import Tensors
import Testing

@Suite struct ResamplingTests {
  private func row(_ definition: ResampleDefinition, _ numbers: [Float]) throws -> [Float]? {
    let network = try Network(chain([1, 1, numbers.count], [("y", .resample(definition))]))
    return try network.forward(["x": Tensor(shape: [1, 1, 1, numbers.count], values: numbers)])["y"]?.values
  }

  @Test(arguments: [
    (ResampleDefinition.Grid.upsample, 6, [0, 0.5, 1, 1.5, 2, 2] as [Float]),
    (.strictEndpoints, 5, [0, 0.5, 1, 1.5, 2]), (.endpoints, 5, [0, 0.5, 1, 1.5, 2]), (.endpoints, 1, [1]),
    (.strictEndpoints, 1, [0]), (.centers, 6, [0, 0.25, 0.75, 1.25, 1.75, 2]),
    (.regions, 4, [0.25, 0.75, 1.25, 1.75]), (.nearest, 6, [0, 0, 1, 1, 2, 2]), (.nearest, 2, [0, 1]),
  ])
  func `each grid lies where the format says`(grid: ResampleDefinition.Grid, count: Int, expected: [Float]) throws {
    let definition = ResampleDefinition(size: .target(Extent(1, count)), grid: grid)
    let found = try #require(try row(definition, [0, 1, 2]))
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected) { #expect(abs(one - other) < 1e-6) }
  }

  @Test func `a fractional factor rounds the size down`() throws {
    let definition = ResampleDefinition(size: .factor(height: 1, width: 1.5), grid: .nearest)
    let found = try row(definition, [1, 2, 3])
    #expect(found?.count == 4)
    #expect(throws: NetworkError.invalidSetting(layer: "y", setting: "targetSize", value: 0)) {
      _ = try row(ResampleDefinition(size: .factor(height: 1, width: 0.1), grid: .nearest), [1, 2, 3])
    }
    #expect(throws: NetworkError.self) {
      _ = try row(ResampleDefinition(size: .factor(height: .infinity, width: 1), grid: .nearest), [1])
    }
  }

  @Test func `boxes are cut out one after another`() throws {
    let map = Tensor(shape: [1, 1, 3, 4], values: (0..<12).map(Float.init))
    func cut(_ boxes: [[Float]], _ edit: (inout CropResizeDefinition) -> Void = { _ in }) throws -> [Float]? {
      var definition = CropResizeDefinition(targetSize: Extent(2, 2))
      edit(&definition)
      let network = try Network(
        NetworkDefinition(
          inputs: [
            NetworkInput(name: "x", shape: [1, 3, 4]),
            NetworkInput(name: "boxes", shape: [boxes[0].count, 1, 1], sequenceLength: boxes.count),
          ],
          layers: [LayerDefinition(name: "c", inputs: ["x", "boxes"], outputs: ["y"], kind: .cropResize(definition))],
          outputs: ["y"]))
      let numbers = Tensor(shape: [1, boxes.count * boxes[0].count], values: boxes.flatMap { $0 })
      return try network.forward(["x": map, "boxes": numbers])["y"]?.values
    }
    let plain = try cut([[0, 0, 1, 1], [1, 1, 2, 3]])
    #expect(plain == [0, 1, 4, 5, 5, 7, 9, 11])
    let normalized = try cut([[0, 0, 1, 1]]) { $0.isNormalized = true }
    #expect(normalized == [0, 3, 8, 11])
    let widthFirst = try cut([[1, 0, 3, 2]]) { $0.coordinates = .cornersWidthFirst }
    #expect(widthFirst == [1, 3, 9, 11])
    let centered = try cut([[1, 1, 2, 2]]) { $0.coordinates = .center }
    #expect(centered == [0, 2, 8, 10])
    let scaled = try cut([[0, 2, 2, 4, 4]]) { $0.spatialScale = 0.5 }
    #expect(scaled == [5, 6, 9, 10])
    let beyond = try cut([[.nan, -9, 99, 99]])
    #expect(beyond == [0, 3, 8, 11])
  }
}
