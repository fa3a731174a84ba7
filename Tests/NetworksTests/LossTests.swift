import Foundation
import Networks
import Tensors
import Testing

/// Losses against their formulas, and their gradients against finite differences of the losses training reports.
@Suite struct LossTests {
  /// Two heads on one layer: classes, and two numbers.
  private let twoHeads: NetworkDefinition = {
    let layers: [(String, String, LayerKind)] = [
      ("body", "x", dense(4, 5, seed: 1)), ("bent", "body", .activation(.tanh)),
      ("logits", "bent", dense(5, 3, seed: 3)), ("classes", "logits", .softmax),
      ("numbers", "bent", dense(5, 2, seed: 5)),
    ]
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [4])],
      layers: layers.map {
        LayerDefinition(name: $0.0, inputs: [$0.1], outputs: [$0.0], kind: $0.2, isUpdatable: true)
      }, outputs: ["classes", "numbers"])
  }()

  private let x = random([6, 4], seed: 8)
  private let classes = [0, 2, 1, 1, 0, 2]
  private let numbers = random([6, 2], seed: 9)

  private func probabilities(_ definition: NetworkDefinition) throws -> [[Double]] {
    let p = try #require(try Network(definition).forward(["x": x], outputs: ["classes"])["classes"])
    return (0..<6).map { p.row($0).map(Double.init) }
  }

  @Test(arguments: [[], [1, 1, 1], [0.5, 2, 4], [0, 1, 3]] as [[Float]], [0, 0.1, 0.5] as [Float])
  func `cross entropy with class weights and label smoothing is its formula`(weights: [Float], smoothing: Float) throws
  {
    let settings = LossSettings(labelSmoothing: smoothing, classWeights: weights)
    let network = try Network(twoHeads)
    var state = OptimizerState(.sgd(learningRate: 0))
    let found = try network.trainStep(
      inputs: ["x": x], targets: .classes(classes), loss: settings, optimizer: &state)
    var (sum, total) = (0.0, 0.0)
    for (p, target) in zip(try probabilities(twoHeads), classes) {
      let weight = weights.isEmpty ? 1 : Double(weights[target])
      let smooth = Double(smoothing)
      let loss = -(1 - smooth) * log(p[target]) - p.reduce(0) { $0 + smooth / 3 * log($1) }
      sum += weight * loss
      total += weight
    }
    #expect(abs(Double(found.loss) - sum / total) < 1e-5)
    #expect(found.losses == [found.loss])
  }

  @Test func `several losses are their weighted sum`() throws {
    let network = try Network(twoHeads)
    var state = OptimizerState(.sgd(learningRate: 0))
    func loss(_ targets: Targets, _ settings: LossSettings) throws -> StepResult {
      try network.trainStep(inputs: ["x": x], targets: targets, loss: settings, optimizer: &state)
    }
    let first = try loss(.classes(classes), LossSettings(tensor: "classes"))
    let second = try loss(.values(numbers), LossSettings(tensor: "numbers"))
    let both = try loss(
      .several([.classes(classes), .values(numbers)]),
      LossSettings(tensor: "classes", weight: 0.5, others: [LossSettings(tensor: "numbers", weight: 3)]))
    #expect(both.losses == [first.loss, second.loss])
    #expect(both.loss == 0.5 * first.loss + 3 * second.loss)
    #expect(both.correct == first.correct)
  }

  @Test(arguments: [
    LossSettings(tensor: "classes", others: [LossSettings(tensor: "numbers", weight: 2)]),
    LossSettings(
      tensor: "classes", labelSmoothing: 0.2, classWeights: [1, 2, 0.5], weight: 0.3,
      others: [LossSettings(tensor: "numbers")]),
    LossSettings(tensor: "classes", others: [LossSettings(tensor: "logits", weight: 0.7)]),
    LossSettings(tensor: "classes", others: [LossSettings(tensor: "bent", weight: 0.7)]),
  ])
  func `the gradient of several losses is that of finite differences`(settings: LossSettings) throws {
    let other = settings.others[0].tensor
    let values = other == "numbers" ? numbers : random([6, other == "bent" ? 5 : 3], seed: 10)
    let targets = Targets.several([.classes(classes), .values(values)])
    try checkGradient(twoHeads, targets, settings)
  }

  @Test(arguments: [[], [0.5, 2, 4]] as [[Float]], [0, 0.3] as [Float])
  func `the gradient of cross entropy is that of finite differences`(weights: [Float], smoothing: Float) throws {
    try checkGradient(
      twoHeads, .classes(classes), LossSettings(tensor: "classes", labelSmoothing: smoothing, classWeights: weights))
  }

  @Test func `a loss on a part of a stack is added to what comes through the stack`() throws {
    let layers: [(String, [String], LayerKind)] = [
      ("a", ["x"], dense(4, 2, seed: 1)), ("b", ["x"], dense(4, 3, seed: 3)), ("joined", ["a", "b"], .concat),
      ("end", ["joined"], dense(5, 2, seed: 5)),
    ]
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [4])],
      layers: layers.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2, isUpdatable: true) },
      outputs: ["end"])
    try checkGradient(
      definition, .several([.values(numbers), .values(random([6, 2], seed: 11))]),
      LossSettings(tensor: "end", others: [LossSettings(tensor: "a")]))
  }

  private func checkGradient(_ definition: NetworkDefinition, _ targets: Targets, _ settings: LossSettings) throws {
    let network = try Network(definition)
    let keys = network.trainableParameters
    let before = try keys.map { try #require(network[parameter: $0]) }
    var state = OptimizerState(.sgd(learningRate: 1))
    _ = try network.trainStep(inputs: ["x": x], targets: targets, loss: settings, optimizer: &state)
    let still = try Network(definition)
    var idle = OptimizerState(.sgd(learningRate: 0))
    for (key, start) in zip(keys, before) {
      let after = try #require(network[parameter: key])
      for index in start.values.indices {
        func loss(_ distance: Float) throws -> Double {
          var moved = start
          moved.values[index] += distance
          still[parameter: key] = moved
          let result = try still.trainStep(inputs: ["x": x], targets: targets, loss: settings, optimizer: &idle)
          return Double(result.loss)
        }
        let slope = (try loss(0.01) - loss(-0.01)) / 0.02
        #expect(abs(slope - Double(start.values[index] - after.values[index])) < 1e-3, "\(key) \(index)")
      }
      still[parameter: key] = start
    }
  }

  @Test func `a mini-batch of classes without weight teaches nothing`() throws {
    let network = try Network(twoHeads)
    var state = OptimizerState(.sgd(learningRate: 1))
    let settings = LossSettings(tensor: "classes", classWeights: [0, 1, 1])
    let targets = Targets.classes([0, 0, 0, 0, 0, 0])
    let result = try network.trainStep(inputs: ["x": x], targets: targets, loss: settings, optimizer: &state)
    #expect(result.loss == 0)
    #expect(network.definition.parameters == twoHeads.parameters)
  }

  @Test func `settings that mean nothing are refused`() throws {
    let network = try Network(twoHeads)
    var state = OptimizerState(.sgd(learningRate: 1))
    for (settings, error) in [
      (LossSettings(labelSmoothing: 1), NetworkError.step(.lossSetting(name: "labelSmoothing", value: 1))),
      (LossSettings(classWeights: [1, -1, 1]), .step(.lossSetting(name: "classWeights", value: -1))),
      (LossSettings(weight: -2), .step(.lossSetting(name: "weight", value: -2))),
      (LossSettings(classWeights: [1]), .step(.targetShape(expected: [3], actual: [1]))),
      (LossSettings(others: [LossSettings()]), .step(.lossCount(losses: 2, targets: 1))),
      (LossSettings(tensor: "logits"), .step(.lossNeedsSoftmax(tensor: "logits"))),
      (LossSettings(tensor: "no"), .unknownTensor(layer: nil, name: "no")),
    ] {
      #expect(throws: error) {
        _ = try network.trainStep(inputs: ["x": x], targets: .classes(classes), loss: settings, optimizer: &state)
      }
    }
    let uneven = Targets.several([.classes(classes), .values(random([5, 2], seed: 1))])
    #expect(throws: NetworkError.feed(.batchMismatch(expected: 6, actual: 5))) {
      _ = try network.trainStep(
        inputs: ["x": x], targets: uneven, loss: LossSettings(others: [LossSettings(tensor: "numbers")]),
        optimizer: &state)
    }
    #expect(network.definition == twoHeads)
  }

  @Test func `settings written before there were several losses are still read`() throws {
    let old = Data(#"{"labelSmoothing": 0.5, "classWeights": [1, 2]}"#.utf8)
    let read = try JSONDecoder().decode(LossSettings.self, from: old)
    #expect(read == LossSettings(labelSmoothing: 0.5, classWeights: [1, 2]))
    let new = LossSettings(tensor: "a", weight: 2, others: [LossSettings(tensor: "b")])
    let again = try JSONDecoder().decode(LossSettings.self, from: JSONEncoder().encode(new))
    #expect(again == new)
  }
}
