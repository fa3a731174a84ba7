import Networks
import Tensors
import Testing

@Suite struct ReorganizationTests {
  private let x = Tensor(shape: [1, 8, 1, 2], values: (1...16).map(Float.init))

  private func y(_ mode: ReorganizeDefinition.Mode, _ x: Tensor) throws -> Tensor? {
    let layer = LayerKind.reorganize(ReorganizeDefinition(mode: mode, blockSize: 2))
    return try Network(chain(Array(x.shape.dropFirst()), [("y", layer)])).forward(["x": x])["y"]
  }

  @Test func `numbers move as in the format's example`() throws {
    let deep = try #require(try y(.depthToSpace, x))
    #expect(deep == Tensor(shape: [1, 2, 2, 4], values: [1, 5, 2, 6, 9, 13, 10, 14, 3, 7, 4, 8, 11, 15, 12, 16]))
    let shuffled = try y(.pixelShuffle, x)
    #expect(
      shuffled
        == Tensor(shape: [1, 2, 2, 4], values: [1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 15, 14, 16]))
    let back = try y(.spaceToDepth, deep)
    #expect(back == x)
  }

  @Test func `blocks that do not fit are refused`() {
    for (shape, mode) in [([2, 3, 4], ReorganizeDefinition.Mode.spaceToDepth), ([6, 2, 2], .depthToSpace)] {
      let layer = LayerKind.reorganize(ReorganizeDefinition(mode: mode, blockSize: 2))
      #expect(throws: NetworkError.invalidSetting(layer: "y", setting: "blockSize", value: 2)) {
        try Network(chain(shape, [("y", layer)]))
      }
    }
  }
}
