import Networks
import Tensors
import Testing

@Suite struct EmbeddingTests {
  private let definition = EmbeddingDefinition(
    inputDimension: 3, outputChannels: 2, weights: Tensor(shape: [2, 3], values: [1, 2, 3, 4, 5, 6]),
    bias: Tensor(shape: [2], values: [10, 20]))

  @Test func `a number picks its column, and one outside the table no number`() throws {
    let network = try Network(chain([1], [("e", .embedding(definition))]))
    let y = try #require(try network.forward(["x": Tensor(shape: [5, 1], values: [0, 2, 1.4, 3, -1])])["e"])
    #expect(Array(y.values.prefix(6)) == [11, 24, 13, 26, 12, 25])
    #expect(y.values.suffix(4).allSatisfy { $0.isNaN })
  }

  @Test(arguments: [[0, 1, 2], [1, 1, 1], [2, 0, 2, 0]] as [[Float]])
  func `the table's gradient is that of finite differences`(numbers: [Float]) throws {
    try GradientCheck(samples: numbers.count).check(
      chain([1], [("e", .embedding(definition))], updatable: ["e"]),
      inputs: ["x": Tensor(shape: [numbers.count, 1], values: numbers)])
  }

  @Test func `a sequence of numbers becomes a sequence of columns that learns`() throws {
    var network = chain([1], [("e", .embedding(definition))], updatable: ["e"])
    network.inputs[0].sequenceLength = 3
    let x = Tensor(shape: [2, 3, 1], values: [0, 1, 1, 2, 2, 0])
    let y = try Network(network).forward(["x": x])["e"]
    #expect(y?.shape == [2, 3, 2])
    try GradientCheck(samples: 2).check(network, inputs: ["x": x])
  }

  @Test func `no gradient passes to the numbers it reads`() {
    #expect(throws: NetworkError.step(.notDifferentiable(layer: "layer", kind: "embedding"))) {
      try GradientCheck().checkInputs([[1, 1, 1]], .embedding(definition))
    }
  }
}
