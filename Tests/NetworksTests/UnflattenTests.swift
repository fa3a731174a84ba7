import Networks
import Tensors
import Testing

/// Vectors become maps, channel by channel.
@Suite struct UnflattenTests {
  private let definition = chain(
    [5 * 7 * 33],
    [("map", .reshape(targetShape: [33, 5, 7], order: .channelFirst)), ("twice", .multiply(constant: 2))])

  @Test(arguments: [1, 3]) func `numbers lie channel by channel`(samples: Int) throws {
    let x = random([samples, 5 * 7 * 33], seed: 1)
    let map = try Network(definition).forward(["x": x], outputs: ["map"])["map"]
    #expect(map?.shape == [samples, 33, 5, 7] && map?.values == x.values)
  }

  @Test func `gradients pass`() throws {
    try GradientCheck(distances: [1e-2]).check(
      chain(
        [12],
        [
          ("dense", dense(12, 12)), ("map", .reshape(targetShape: [3, 2, 2], order: .channelFirst)),
          ("out", convolution(3, 2, 1, seed: 3)),
        ],
        updatable: ["dense"]), inputs: ["x": random([2, 12], seed: 2)], "unflatten")
  }
}
