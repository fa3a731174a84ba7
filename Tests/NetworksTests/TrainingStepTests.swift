import Arithmetic
import Foundation
import Networks
import Tensors
import Testing

/// One number in, one out: y = w · x + b, for steps that can be followed by hand.
private func line(w: Float, b: Float) -> NetworkDefinition {
  chain(
    [1],
    [
      (
        "d",
        .innerProduct(
          InnerProductDefinition(
            inputChannels: 1, outputChannels: 1, weights: Tensor(shape: [1, 1], values: [w]),
            bias: Tensor(shape: [1], values: [b])))
      )
    ], updatable: ["d"])
}

private func weight(_ network: Network) -> Float {
  network[parameter: ParameterKey(layer: "d", part: .weights)]?.values[0] ?? .nan
}

@Suite struct TrainingStepTests {
  private let x = Tensor(shape: [1, 1], values: [1])
  private let zero = Targets.values(Tensor(shape: [1, 1], values: [0]))

  /// The loss is y², its gradient by w is 2 y x.
  private func steps(_ settings: OptimizerSettings, count: Int) throws -> [Float] {
    let network = try Network(line(w: 1, b: 0))
    var state = OptimizerState(settings)
    return try (0..<count).map { _ in
      _ = try network.trainStep(inputs: ["x": x], targets: zero, optimizer: &state)
      return weight(network)
    }
  }

  @Test func `gradient descent goes down by rate times gradient`() throws {
    // y = 1, so w = 1 - 0.1 · 2 = 0.8, and b = -0.2; then y = 0.6, w = 0.8 - 0.12.
    let w = try steps(.sgd(learningRate: 0.1), count: 2)
    #expect(abs(w[0] - 0.8) < 1e-6)
    #expect(abs(w[1] - 0.68) < 1e-6)
  }

  @Test func `momentum adds the last step's velocity`() throws {
    // v = 2, then v = 0.5 · 2 + 1.2 = 2.2.
    let w = try steps(.sgd(learningRate: 0.1, momentum: 0.5), count: 2)
    #expect(abs(w[1] - (0.8 - 0.22)) < 1e-6)
  }

  @Test func `Nesterov's momentum looks ahead`() throws {
    // v = 2, step 2 + 0.5 · 2 = 3.
    #expect(try abs(steps(.sgd(learningRate: 0.1, momentum: 0.5, isNesterov: true), count: 1)[0] - 0.7) < 1e-6)
  }

  @Test func `weight decay pulls towards 0`() throws {
    // g = 2 + 0.5 · 1.
    #expect(try abs(steps(.sgd(learningRate: 0.1, weightDecay: 0.5), count: 1)[0] - 0.75) < 1e-6)
  }

  @Test func `Adam's first step has the length of its rate`() throws {
    #expect(try abs(steps(.adam(learningRate: 0.1), count: 1)[0] - 0.9) < 1e-6)
  }

  @Test func `AdamW shrinks the weights themselves`() throws {
    #expect(try abs(steps(.adamW(learningRate: 0.1, weightDecay: 0.5), count: 1)[0] - 0.85) < 1e-6)
  }

  @Test func `the rate may change between steps`() throws {
    let network = try Network(line(w: 1, b: 0))
    var state = OptimizerState(.sgd(learningRate: 0.1))
    _ = try network.trainStep(inputs: ["x": x], targets: zero, optimizer: &state)
    state.settings.learningRate = 0
    _ = try network.trainStep(inputs: ["x": x], targets: zero, optimizer: &state)
    #expect(abs(weight(network) - 0.8) < 1e-6)
    #expect(state.step == 2)
  }

  @Test func `a state written down goes on with the same bits`() throws {
    var state = OptimizerState(.adam())
    _ = try Network(line(w: 1, b: 0)).trainStep(inputs: ["x": x], targets: zero, optimizer: &state)
    #expect(state.moments.count == 2)
    #expect(try JSONDecoder().decode(OptimizerState.self, from: JSONEncoder().encode(state)) == state)
  }

  @Test func `cross entropy stays finite where probabilities vanish`() throws {
    let network = try Network(chain([2], [("d", dense(2, 2)), ("p", .softmax)], updatable: ["d"]))
    network[parameter: ParameterKey(layer: "d", part: .weights)] = Tensor(shape: [2, 2], values: [500, 0, -500, 0])
    network[parameter: ParameterKey(layer: "d", part: .bias)] = Tensor(shape: [2])
    var state = OptimizerState(.sgd(learningRate: 0.1))
    let result = try network.trainStep(
      inputs: ["x": Tensor(shape: [1, 2], values: [1, 0])], targets: .classes([1]), optimizer: &state)
    #expect(result == StepResult(loss: 1000, correct: 0))
  }

  @Test func `smoothing and class weights enter the loss as defined`() throws {
    let network = try Network(chain([2], [("d", dense(2, 2)), ("p", .softmax)], updatable: ["d"]))
    network[parameter: ParameterKey(layer: "d", part: .weights)] = Tensor(shape: [2, 2], values: [1, 0, 0, 1])
    network[parameter: ParameterKey(layer: "d", part: .bias)] = Tensor(shape: [2])
    var state = OptimizerState(.sgd(learningRate: 0))
    let x = Tensor(shape: [2, 2], values: [1, 0, 0, 3])
    func loss(_ settings: LossSettings) throws -> Float {
      try network.trainStep(inputs: ["x": x], targets: .classes([0, 0]), loss: settings, optimizer: &state).loss
    }
    let (first, second) = (log1p(exp(-1.0)), log1p(exp(3.0)))
    #expect(try abs(loss(LossSettings()) - Float((first + second) / 2)) < 1e-6)
    let smooth = (0.9 * first + 0.1 * (first + 0.5)) / 2 + (0.9 * second + 0.1 * (second - 1.5)) / 2
    #expect(try abs(loss(LossSettings(labelSmoothing: 0.1)) - Float(smooth)) < 1e-6)
    #expect(try abs(loss(LossSettings(classWeights: [3, 1])) - Float((first + second) / 2)) < 1e-6)
  }

  @Test func `an infinite loss changes nothing`() throws {
    let network = try Network(line(w: 1, b: 0))
    var state = OptimizerState(.sgd(learningRate: 0.1))
    let before = network.definition
    let large = Tensor(shape: [1, 1], values: [.infinity])
    #expect(throws: NetworkError.step(.diverged(loss: .infinity))) {
      try network.trainStep(inputs: ["x": large], targets: zero, optimizer: &state)
    }
    #expect(network.definition == before)
    #expect(state.step == 0)
  }

  /// Fully connected layers around a batch normalisation; the one of 40,000 weights, where it is not left out, moves on the way
  /// back, piece by piece. Without it the stored statistics are what moves first.
  private func mixed(isLarge: Bool) throws -> Network {
    let normalization = BatchNormalizationDefinition(
      channels: 200, gamma: nil, beta: nil, mean: Tensor(shape: [200]), variance: Tensor(shape: [200], repeating: 1))
    let large = isLarge ? [("b", dense(200, 200, seed: 3))] : []
    return try Network(
      chain(
        [20],
        [("a", dense(20, 200)), ("norm", .batchNormalization(normalization))] + large + [("c", dense(200, 4, seed: 5))],
        updatable: ["a", "norm", "b", "c"]))
  }

  @Test(arguments: [true, false])
  func `a step asked not to go on changes nothing, or is done`(isLarge: Bool) throws {
    let (inputs, targets) = (["x": random([6, 20], seed: 1)], Targets.values(random([6, 4], seed: 2)))
    let whole = try mixed(isLarge: isLarge)
    var expected = OptimizerState(.adam(learningRate: 0.01))
    let result = try whole.trainStep(inputs: inputs, targets: targets, optimizer: &expected)
    var stops = 0
    for patience in 0... {
      let network = try mixed(isLarge: isLarge)
      let before = network.definition
      var state = OptimizerState(.adam(learningRate: 0.01))
      var left = patience
      let goesOn = {
        left -= 1
        return left >= 0
      }
      do {
        let done = try network.trainStep(inputs: inputs, targets: targets, optimizer: &state, goesOn: goesOn)
        #expect(done == result && state == expected && network.definition == whole.definition)
        break
      } catch {
        #expect(error == NetworkError.step(.stopped) && network.definition == before && state.step == 0)
        stops += 1
        // Begun anew, it comes to the same bits.
        #expect(try network.trainStep(inputs: inputs, targets: targets, optimizer: &state) == result)
        #expect(state == expected && network.definition == whole.definition)
      }
    }
    // Before each of the four layers, before the way back and above b, which has moved from then on; or before each of three
    // and on the way back above c and above norm, whose statistics have moved from then on.
    #expect(stops == (isLarge ? 6 : 5))
  }

  @Test func `layers that may not change keep their bits`() throws {
    var definition = fireNetwork(updatable: false)
    let head = try #require(definition.layers.firstIndex { $0.name == "head" })
    definition.layers[head].isUpdatable = true
    let network = try Network(definition)
    var state = OptimizerState(.sgd(learningRate: 0.1))
    _ = try network.trainStep(
      inputs: ["x": random([2, 3, 10, 11], seed: 1)], targets: .classes([0, 1]), optimizer: &state)
    for (key, tensor) in network.definition.parameters {
      #expect((tensor == definition.parameters[key]) == (key.layer != "head"), "\(key)")
    }
  }

  @Test func `what cannot be trained says why`() throws {
    var state = OptimizerState(.sgd(learningRate: 0.1))
    let x = random([2, 3, 10, 11], seed: 1)
    let frozen = try Network(fireNetwork(updatable: false))
    #expect(throws: NetworkError.step(.nothingToTrain)) {
      try frozen.trainStep(inputs: ["x": x], targets: .classes([0, 1]), optimizer: &state)
    }
    let network = try Network(fireNetwork())
    #expect(throws: NetworkError.step(.classOutOfRange(target: 4, count: 4))) {
      try network.trainStep(inputs: ["x": x], targets: .classes([0, 4]), optimizer: &state)
    }
    #expect(throws: NetworkError.feed(.batchMismatch(expected: 2, actual: 3))) {
      try network.trainStep(inputs: ["x": x], targets: .classes([0, 1, 2]), optimizer: &state)
    }
    #expect(throws: NetworkError.step(.targetShape(expected: [4], actual: [5]))) {
      try network.trainStep(inputs: ["x": x], targets: .values(Tensor(shape: [2, 5])), optimizer: &state)
    }
    let line = try Network(line(w: 1, b: 0))
    #expect(throws: NetworkError.step(.lossNeedsSoftmax(tensor: "d"))) {
      try line.trainStep(inputs: ["x": self.x], targets: .classes([0]), optimizer: &state)
    }
  }

  /// Convolutions take the samples of larger mini-batches one after the other, all ways of a layer at a time.
  @Test(arguments: [1, 2], [3, 4, 9, 17])
  func `a mini-batch moves parameters by the mean of what its samples do alone`(threads: Int, count: Int) throws {
    let x = random([count, 3, 10, 11], seed: 21)
    func moved(_ places: Range<Int>) throws -> [ParameterKey: [Float]] {
      let network = try Network(fireNetwork(), workers: WorkerPool(threads: threads))
      let before = network.definition.parameters
      var state = OptimizerState(.sgd(learningRate: 1))
      let some = Tensor(
        shape: [places.count, 3, 10, 11], values: Array(x.values[places.lowerBound * 330..<places.upperBound * 330]))
      _ = try network.trainStep(inputs: ["x": some], targets: .classes(places.map { $0 % 4 }), optimizer: &state)
      return network.definition.parameters.reduce(into: [:]) { result, entry in
        result[entry.key] = zip(entry.value.values, before[entry.key]?.values ?? []).map { $0 - $1 }
      }
    }
    let each = try (0..<count).map { try moved($0..<$0 + 1) }
    for (key, together) in try moved(0..<count) {
      for (place, number) in together.enumerated() {
        let mean = each.reduce(0) { $0 + Double($1[key]?[place] ?? .nan) } / Double(count)
        #expect(abs(Double(number) - mean) < 2e-6, "\(key) \(place)")
      }
    }
  }
}
