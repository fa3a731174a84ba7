import Networks
import Testing

@testable import ModelFile

struct FreshNamesTests {
  @Test func `a free name is given as it was wanted`() {
    var names = FreshNames(besides: ["conv"])
    #expect(names.name("pool") == "pool")
    #expect(names.name("") == "")
  }

  @Test func `a taken name gets the first free number`() {
    var names = FreshNames(besides: ["conv", "conv_1", "conv_3"])
    #expect(names.name("conv") == "conv_2")
    #expect(names.name("conv_1") == "conv_1_1")
  }

  @Test func `no name is given twice`() {
    var names = FreshNames(besides: [])
    #expect((0..<4).map { _ in names.name("conv") } == ["conv", "conv_1", "conv_2", "conv_3"])
    #expect(names.name("conv_2") == "conv_2_1")
  }

  @Test func `a copy gives what the original would have given`() {
    var names = FreshNames(besides: ["conv"])
    var copy = names
    #expect(names.name("conv") == "conv_1")
    #expect(copy.name("conv") == "conv_1")
  }

  @Test func `a network's names are those of its inputs, its layers and all that these make`() {
    let network = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [4]), NetworkInput(name: "y", shape: [4])],
      layers: [
        LayerDefinition(name: "cut", inputs: ["x"], outputs: ["a", "b"], kind: .split),
        LayerDefinition(name: "sum", inputs: ["a", "y"], outputs: ["s"], kind: .add(constant: 0)),
      ], outputs: ["s"])
    #expect(network.names == ["x", "y", "cut", "a", "b", "sum", "s"])
  }
}
