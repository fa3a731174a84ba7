import Networks
import Tensors
import Testing
import Training

@Suite struct ParameterInitializationTests {
  private static func head(_ name: String = "fullyconnected0", seed: UInt64) -> InnerProductDefinition? {
    let product = InnerProductDefinition(
      inputChannels: 1000, outputChannels: 10, weights: Tensor(shape: [10, 1000]), bias: Tensor(shape: [10]))
    var layer = LayerDefinition(name: name, inputs: ["x"], outputs: ["y"], kind: .innerProduct(product))
    layer.initialize(.kaiming, seeds: SeedPlan(seed: seed))
    guard case .innerProduct(let drawn) = layer.kind else { return nil }
    return drawn
  }

  @Test(arguments: [0, 1, 42] as [UInt64])
  func `Kaiming weights and biases of 1000 inputs keep their bounds and spread`(seed: UInt64) throws {
    let head = try #require(Self.head(seed: seed))
    let bias = try #require(head.bias)
    #expect(head.weights.values.allSatisfy { abs($0) <= 0.0774597 })
    #expect(bias.values.allSatisfy { abs($0) <= 0.0316228 })
    let mean = head.weights.values.reduce(0, +) / 10_000
    let deviation = (head.weights.values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 10_000).squareRoot()
    #expect(abs(deviation - 0.04472) < 0.02 * 0.04472)
    #expect((head.weights.values.max() ?? 0) > 0.077 && (head.weights.values.min() ?? 0) < -0.077)
  }

  @Test func `same seed same bits, other seed or name other bits`() {
    #expect(Self.head(seed: 42) == Self.head(seed: 42))
    #expect(Self.head(seed: 42) != Self.head(seed: 43))
    #expect(Self.head("a", seed: 42)?.weights != Self.head("b", seed: 42)?.weights)
  }

  @Test func `zero is zero`() {
    var generator = SeededGenerator(seed: 1)
    #expect(ParameterInitialization.zero.weights(shape: [2, 3], fanIn: 3, from: &generator) == Tensor(shape: [2, 3]))
    #expect(ParameterInitialization.zero.biases(count: 2, fanIn: 3, from: &generator) == Tensor(shape: [2]))
  }

  @Test(arguments: [(false, [4, 2, 3, 3], 2, 18), (true, [4, 2, 3, 3], 2, 18), (true, [6, 5, 2, 2], 1, 24)])
  func `a convolution counts what feeds one output`(
    isDeconvolution: Bool, shape: [Int], groups: Int, fanIn: Int
  ) throws {
    let convolution = ConvolutionDefinition(
      outputChannels: 4, kernelSize: Extent(3, 3), groups: groups, weights: Tensor(shape: shape), bias: nil,
      isDeconvolution: isDeconvolution)
    var layer = LayerDefinition(name: "c", inputs: ["x"], outputs: ["y"], kind: .convolution(convolution))
    layer.initialize(.kaiming, seeds: SeedPlan(seed: 3))
    guard case .convolution(let drawn) = layer.kind else {
      Issue.record("no convolution any more")
      return
    }
    var generator = SeedPlan(seed: 3).generator(for: .initialization, named: "c")
    #expect(drawn.weights == ParameterInitialization.kaiming.weights(shape: shape, fanIn: fanIn, from: &generator))
    #expect(drawn.bias == nil)
  }

  @Test func `a layer without weights stays as it is`() {
    var layer = LayerDefinition(name: "r", inputs: ["x"], outputs: ["y"], kind: .softmax)
    layer.initialize(.kaiming, seeds: SeedPlan(seed: 3))
    #expect(layer == LayerDefinition(name: "r", inputs: ["x"], outputs: ["y"], kind: .softmax))
  }
}
