import Tensors
import Testing

@testable import Networks

struct BlueprintTests {
  private var definition: NetworkDefinition {
    let convolution = ConvolutionDefinition(
      outputChannels: 3, kernelSize: Extent(2, 2), weights: Tensor(shape: [3, 2, 2, 2]), bias: Tensor(shape: [3]))
    var network = chain(
      [2, 3, 3], [("c", .convolution(convolution)), ("f", .flatten(.channelFirst)), ("d", dense(12, 2))],
      updatable: ["d"])
    network.inputs.append(NetworkInput(name: "z", shape: [2]))
    network.layers.append(
      LayerDefinition(name: "sum", inputs: ["d", "z"], outputs: ["s"], kind: .add(constant: 0)))
    return network
  }

  @Test func `tensors are numbered in their order, the inputs first`() throws {
    let blueprint = try Blueprint(definition)
    #expect(blueprint.numbers == ["x": 0, "z": 1, "c": 2, "f": 3, "d": 4, "s": 5])
    #expect(blueprint.shapes.map(\.lengths) == [[2, 3, 3], [2], [3, 2, 2], [12], [2], [2]])
    #expect(
      blueprint.steps.map { "\($0.layer.name): \($0.inputs) → \($0.outputs)" } == [
        "c: [0] → [2]", "f: [2] → [3]", "d: [3] → [4]", "sum: [4, 1] → [5]",
      ])
  }

  @Test func `parameters lie in the order of the layers, weights before bias`() throws {
    let blueprint = try Blueprint(definition)
    #expect(
      blueprint.parameters.map { "\($0.key.layer) \($0.key.part)" } == ["c weights", "c bias", "d weights", "d bias"])
    #expect(blueprint.parameters.map(\.isTrainable) == [false, false, true, true])
    #expect(blueprint.layerParameters.filter { $0.value.convolution != nil }.keys.sorted() == ["c"])
    #expect(blueprint.layerParameters.filter { $0.value.innerProduct != nil }.keys.sorted() == ["d"])
  }

  @Test func `a network that cannot be is not numbered`() {
    var network = definition
    network.layers[1].inputs = ["nobody"]
    #expect(throws: NetworkError.unknownTensor(layer: "f", name: "nobody")) { try Blueprint(network) }
  }
}
