import Networks
import Tensors
import Testing

@Suite struct BatchNormalizationTests {
  private func definition(
    _ normalization: BatchNormalizationDefinition, updatable: Bool = true, mixes: Bool = true
  ) -> NetworkDefinition {
    let mixer = ConvolutionDefinition(
      outputChannels: 2, kernelSize: Extent(1, 1), weights: random([2, 2, 1, 1], seed: 1), bias: nil)
    return chain(
      [2, 2, 3], [("mix", .convolution(mixer)), ("norm", .batchNormalization(normalization))],
      updatable: Set((mixes ? ["mix"] : []) + (updatable ? ["norm"] : [])))
  }

  private let stored = BatchNormalizationDefinition(
    channels: 2, gamma: Tensor(shape: [2], values: [1.5, -0.5]), beta: Tensor(shape: [2], values: [0.1, 0.2]),
    mean: Tensor(shape: [2], values: [0.3, -0.1]), variance: Tensor(shape: [2], values: [0.5, 2]))
  private let x = random([3, 2, 2, 3], seed: 2)
  private let target = Targets.values(random([3, 2, 2, 3], seed: 3))

  @Test func `while it learns it normalises by the mini-batch`() throws {
    var gammaless = stored
    (gammaless.gamma, gammaless.beta) = (nil, nil)
    let network = try Network(definition(gammaless, mixes: false))
    var state = OptimizerState(.sgd(learningRate: 0))
    // Numbers of mean 0 and variance 1 lie at a mean squared distance of 1 from 0, but for epsilon.
    let loss = try network.trainStep(
      inputs: ["x": x], targets: .values(Tensor(shape: x.shape)), optimizer: &state
    ).loss
    #expect(abs(loss - 1) < 1e-3)
  }

  @Test func `the stored statistics follow by a tenth`() throws {
    let definition = definition(stored, mixes: false)
    let network = try Network(definition)
    let mixed = try #require(try network.forward(["x": x], outputs: ["mix"])["mix"])
    var state = OptimizerState(.sgd(learningRate: 0))
    _ = try network.trainStep(inputs: ["x": x], targets: target, optimizer: &state)
    for c in 0..<2 {
      let numbers = (0..<3).flatMap { mixed.row($0).dropFirst(c * 6).prefix(6).map(Double.init) }
      let mean = numbers.reduce(0, +) / 18
      let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 17
      func now(_ part: ParameterKey.Part) throws -> Double {
        Double(try #require(network[parameter: ParameterKey(layer: "norm", part: part)]).values[c])
      }
      let (newMean, newVariance) = (try now(.mean), try now(.variance))
      #expect(abs(newMean - (0.9 * Double(stored.mean?.values[c] ?? 0) + 0.1 * mean)) < 1e-6)
      #expect(abs(newVariance - (0.9 * Double(stored.variance?.values[c] ?? 0) + 0.1 * variance)) < 1e-6)
    }
    #expect(network.definition.layers[1].kind != definition.layers[1].kind)
    // Nothing else has moved: predictions follow from what is written down.
    let (read, here) = (try Network(network.definition).forward(["x": x]), try network.forward(["x": x]))
    #expect(read == here)
  }

  @Test func `a frozen one keeps its statistics while others learn`() throws {
    let definition = definition(stored, updatable: false)
    let network = try Network(definition)
    var state = OptimizerState(.sgd(learningRate: 0.1))
    _ = try network.trainStep(inputs: ["x": x], targets: target, optimizer: &state)
    #expect(network.definition.layers[1] == definition.layers[1])
    #expect(network.definition.layers[0] != definition.layers[0])
  }

  @Test func `statistics do not follow a step that diverged`() throws {
    let network = try Network(definition(stored))
    var state = OptimizerState(.sgd(learningRate: 0.1))
    let infinite = Targets.values(Tensor(shape: [3, 2, 2, 3], repeating: .infinity))
    #expect(throws: NetworkError.step(.diverged(loss: .infinity))) {
      _ = try network.trainStep(inputs: ["x": x], targets: infinite, optimizer: &state)
    }
    #expect(network.definition == definition(stored))
  }

  @Test(arguments: [false, true], [false, true])
  func `gradients by gamma, beta and input are those of finite differences`(computes: Bool, isInstance: Bool) throws {
    var normalization = stored
    normalization.computesStatistics = computes
    normalization.isInstance = isInstance && computes
    var check = GradientCheck(samples: 3)
    check.measuresTraining = true
    try check.check(definition(normalization), inputs: ["x": x], "\(computes) \(isInstance)")
  }

  @Test func `statistics are trainable, but no numbers that learn`() throws {
    let network = try Network(definition(stored))
    #expect(network.parameterCount == 4 + 4)
    #expect(network.trainableParameters.map(\.part) == [.weights, .weights, .bias, .mean, .variance])
  }
}
