import Arithmetic
import Networks
import Tensors
import Testing

/// Large parameters move while their gradient is computed.
@Suite struct ParameterStepperTests {
  /// Three fully connected layers, of which the middle one is large enough to move piece by piece.
  private func network(threads: Int) throws -> Network {
    let definition = chain(
      [40],
      [
        ("a", dense(40, 200)), ("t", .activation(.tanh)), ("b", dense(200, 180, seed: 3)),
        ("c", dense(180, 4, seed: 5)),
      ],
      updatable: ["a", "b", "c"])
    return try Network(definition, workers: WorkerPool(threads: threads))
  }

  private func step(_ network: Network, _ state: inout OptimizerState) throws {
    _ = try network.trainStep(
      inputs: ["x": random([6, 40], seed: 11)], targets: .values(random([6, 4], seed: 12)), optimizer: &state)
  }

  private static let rules: [OptimizerSettings] = [
    .sgd(learningRate: 0.01), .sgd(learningRate: 0.01, momentum: 0.9, isNesterov: true, weightDecay: 0.1),
    .adam(learningRate: 0.01), .adamW(learningRate: 0.01),
  ]

  @Test(arguments: Self.rules)
  func `moving piece by piece is moving by the whole gradient`(settings: OptimizerSettings) throws {
    let moved = try network(threads: 2)
    var state = OptimizerState(settings)
    let key = ParameterKey(layer: "b", part: .weights)
    let reader = try network(threads: 1)
    for _ in 0..<3 {
      // A step of plain descent at rate 1 on a copy reads the gradient off.
      for other in reader.trainableParameters { reader[parameter: other] = moved[parameter: other] }
      let before = try #require(moved[parameter: key])
      var plain = OptimizerState(.sgd(learningRate: 1))
      try step(reader, &plain)
      let gradient = zip(before.values, try #require(reader[parameter: key]).values).map { $0 - $1 }
      let expected = try expectation(before.values, gradient, state)
      try step(moved, &state)
      let after = try #require(moved[parameter: key])
      let scale = expected.reduce(1) { max($0, abs($1)) }
      #expect(zip(after.values, expected).allSatisfy { abs($0 - $1) < 1e-3 * scale })
      #expect(after != before)
    }
    let moments = try #require(state.moments.first { $0.key == key })
    #expect(moments.first.count == (settings == Self.rules[0] ? 0 : 36_000))
    #expect(moments.second.count == (settings.rule == Self.rules[2].rule ? 36_000 : 0))
  }

  /// The rules as the literature has them, number by number.
  private func expectation(_ values: [Float], _ gradient: [Float], _ state: OptimizerState) throws -> [Float] {
    let known = state.moments.first { $0.key == ParameterKey(layer: "b", part: .weights) }
    let settings = state.settings
    let (rate, decay) = (Float(settings.learningRate), Float(settings.weightDecay))
    return values.indices.map { index in
      let (w, old) = (values[index], known?.first.isEmpty == false ? known?.first[index] ?? 0 : 0)
      let g = gradient[index] + (settings.isDecayDecoupled ? 0 : decay * w)
      switch settings.rule {
      case .sgd(let momentum, let isNesterov):
        let v = Float(momentum) * old + g
        return w - rate * (isNesterov ? g + Float(momentum) * v : v)
      case .adam(let beta1, let beta2, let eps):
        let second = known?.second.isEmpty == false ? known?.second[index] ?? 0 : 0
        let m = Float(beta1) * old + Float(1 - beta1) * g
        let v = Float(beta2) * second + Float(1 - beta2) * g * g
        var (power1, power2) = (1.0, 1.0)
        for _ in 0...state.step { (power1, power2) = (power1 * beta1, power2 * beta2) }
        let shrunk = settings.isDecayDecoupled ? w - rate * decay * w : w
        return shrunk - rate * (m / Float(1 - power1)) / ((v / Float(1 - power2)).squareRoot() + Float(eps))
      }
    }
  }

  @Test(arguments: [2, 4])
  func `on any number of threads`(threads: Int) throws {
    let networks = try [1, threads].map { threads in
      let network = try network(threads: threads)
      var state = OptimizerState(.adam(learningRate: 0.01))
      for _ in 0..<3 { try step(network, &state) }
      return (network.definition.parameters, state)
    }
    #expect(networks[0].0 == networks[1].0)
    #expect(networks[0].1 == networks[1].1)
  }
}
