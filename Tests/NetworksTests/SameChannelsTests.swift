import Tensors
import Testing

@testable import Networks

@Suite struct SameChannelsTests {
  @Test func `concats, maxima and what changes nothing pass channels on`() throws {
    let maxima = LayerKind.pooling(PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2)))
    let averages = LayerKind.pooling(
      PoolingDefinition(statistic: .average, kernelSize: Extent(2, 2), stride: Extent(2, 2)))
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "a", shape: [2, 2, 2]), NetworkInput(name: "b", shape: [3, 2, 2])],
      layers: [
        LayerDefinition(name: "both", inputs: ["b", "a"], outputs: ["both"], kind: .concat),
        LayerDefinition(name: "most", inputs: ["both"], outputs: ["most"], kind: maxima),
        LayerDefinition(name: "dropout", inputs: ["most"], outputs: ["dropout"], kind: .dropout(probability: 0.5)),
        LayerDefinition(name: "flat", inputs: ["dropout"], outputs: ["flat"], kind: .flatten(.channelFirst)),
        LayerDefinition(name: "wide", inputs: ["a"], outputs: ["wide"], kind: .flatten(.channelFirst)),
        LayerDefinition(name: "mean", inputs: ["a"], outputs: ["mean"], kind: averages),
      ], outputs: ["flat", "wide", "mean"])
    var same = SameChannels(definition, try definition.inferShapes())
    let (a, b) = (same.channels(of: "a"), same.channels(of: "b"))
    #expect(a.count == 2 && b.count == 3 && Set(a + b).count == 5)
    for tensor in ["both", "most", "dropout", "flat"] { #expect(same.channels(of: tensor) == b + a, "\(tensor)") }
    #expect(Set(same.channels(of: "wide")).isDisjoint(with: a) && same.channels(of: "wide").count == 8)
    #expect(Set(same.channels(of: "mean")).isDisjoint(with: a))
  }
}
