import ModelFile
import Networks
import Testing

@Suite(.enabled(if: SharedModels.areThere, "the shared folder is not there"))
struct NetworkReadingTests {
  @Test func `SqueezeNet is read with its half precision numbers and its own preprocessing`() throws {
    let network = try SharedModels.model("models/SqueezeNetFP16.mlmodel").network()
    #expect(network.layers.count == 65)
    #expect(network.inputs.map(\.shape) == [[3, 227, 227]])
    #expect(network.inputs[0].image?.biases == [104, 117, 123])
    #expect(network.inputs[0].image?.colorSpace == .bgr)
    #expect(network.outputs == ["classLabelProbs"])
  }
}
