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
    let fan = ParameterInitialization.Fan(into: 3, out: 2)
    #expect(ParameterInitialization.zero.weights(shape: [2, 3], fan: fan, from: &generator) == Tensor(shape: [2, 3]))
    #expect(ParameterInitialization.zero.biases(count: 2, fan: fan, from: &generator) == Tensor(shape: [2]))
    #expect(generator == SeededGenerator(seed: 1), "nothing was drawn")
  }

  /// The bounds by hand for 1000 inputs and 10 outputs: √(6/1000), 1/√1000, √(6/1010), √(3/1000).
  @Test(
    arguments: [
      (.kaiming, 0.0774597, 0.0316228), (.pytorch, 0.0316228, 0.0316228), (.xavier, 0.0770752, 0.0316228),
      (.glorot, 0.0770752, 0),
      (.lecun, 0.0547723, 0), (.zero, 0, 0),
    ] as [(ParameterInitialization, Float, Float)])
  func `every way keeps to its bounds and fills them evenly`(
    way: ParameterInitialization, weights: Float, biases: Float
  ) {
    let fan = ParameterInitialization.Fan(into: 1000, out: 10)
    var generator = SeededGenerator(seed: 7)
    for (drawn, bound) in [
      (way.weights(shape: [10, 1000], fan: fan, from: &generator).values, weights),
      (way.biases(count: 4000, fan: fan, from: &generator).values, biases),
    ] {
      let (least, most) = (drawn.min() ?? .nan, drawn.max() ?? .nan)
      #expect(-least <= bound * 1.000001 && most <= bound * 1.000001)
      #expect(-least >= 0.99 * bound && most >= 0.99 * bound)
      let deviation = (drawn.reduce(0) { $0 + $1 * $1 } / Float(drawn.count)).squareRoot()
      #expect(abs(deviation - bound / Float(3).squareRoot()) <= 0.02 * bound)
    }
    #expect(way.isRandom == (weights > 0))
  }

  @Test(arguments: [
    (false, [4, 2, 3, 3], 2, 18, 36), (true, [4, 2, 3, 3], 2, 18, 36), (true, [6, 5, 2, 2], 1, 24, 16),
  ])
  func `a convolution counts what feeds one output, and what one number feeds`(
    isDeconvolution: Bool, shape: [Int], groups: Int, into: Int, out: Int
  ) throws {
    let convolution = ConvolutionDefinition(
      outputChannels: 4, kernelSize: Extent(3, 3), groups: groups, weights: Tensor(shape: shape), bias: nil,
      isDeconvolution: isDeconvolution)
    var layer = LayerDefinition(name: "c", inputs: ["x"], outputs: ["y"], kind: .convolution(convolution))
    layer.initialize(.glorot, seeds: SeedPlan(seed: 3))
    guard case .convolution(let drawn) = layer.kind else {
      Issue.record("no convolution any more")
      return
    }
    var generator = SeedPlan(seed: 3).generator(for: .initialization, named: "c")
    let fan = ParameterInitialization.Fan(into: into, out: out)
    #expect(drawn.weights == ParameterInitialization.glorot.weights(shape: shape, fan: fan, from: &generator))
    #expect(drawn.bias == nil)
  }

  @Test func `a layer without weights stays as it is`() {
    var layer = LayerDefinition(name: "r", inputs: ["x"], outputs: ["y"], kind: .softmax)
    layer.initialize(.kaiming, seeds: SeedPlan(seed: 3))
    #expect(layer == LayerDefinition(name: "r", inputs: ["x"], outputs: ["y"], kind: .softmax))
  }
}
