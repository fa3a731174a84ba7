import Networks
import Tensors
import Testing

/// Gates that no layer before them applies.
@Suite struct FunctionRunnerTests {
  @Test func `gates of an input have the bits of a function and a product`() throws {
    for function in [ActivationFunction.sigmoid, .hardSigmoid(alpha: 0.3, beta: 0.4)] {
      let network = try Network(
        NetworkDefinition(
          inputs: [NetworkInput(name: "x", shape: [5, 40, 60])],
          layers: [
            LayerDefinition(name: "f", inputs: ["x"], outputs: ["f"], kind: .activation(function)),
            LayerDefinition(name: "y", inputs: ["x", "f"], outputs: ["y"], kind: .multiply(constant: 1)),
          ], outputs: ["y"]))
      for samples in [1, 2] {
        let x = random([samples, 5, 40, 60], seed: 1, from: -5, to: 5)
        let apart = try network.forward(["x": x], outputs: ["f", "y"])
        let together = try network.forward(["x": x])
        #expect(together["y"] == apart["y"])
        let expected = zip(x.values, apart["f"]?.values ?? []).map { $0 * $1 }
        #expect(together["y"]?.values == expected)
      }
    }
  }
}
