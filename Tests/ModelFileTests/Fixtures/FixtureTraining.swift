import ModelFile
import Networks
import Tensors

/// Runs the cases that train without shuffling.
struct FixtureTraining {
  private let example: FixtureCase
  private let loss: LossSettings
  private let network: Network
  private let feed: FixtureFeed
  private let targets: FixtureTargets
  private var comparison = FixtureComparison()

  static func train(_ example: FixtureCase) throws -> FixtureComparison {
    var training = try FixtureTraining(example)
    return try training.run()
  }

  private init(_ example: FixtureCase) throws {
    self.example = example
    let file = try example.modelFile()
    loss = LossSettings(tensor: file.updateParameters?.losses.first?.input)
    network = try Network(file.network())
    feed = try example.feed()
    if let target = example.target {
      targets = target
    } else if let stored = try example.tensor("target") {
      targets = .values((0..<stored.shape[0]).map { Array(stored.row($0)) })
    } else {
      throw FixtureCase.Missing("target")
    }
  }

  private mutating func run() throws -> FixtureComparison {
    let before = network.definition
    let updated = Set((example.updated ?? []).map(FixtureTraining.layer))
    comparison.take("layers that learn", isTrue: Set(network.trainableParameters.map(\.layer)) == updated)
    let count = example.samples ?? feed.count
    let batch = example.batch ?? count
    try compareWholeLoss("loss before", example.loss_before_full, count)
    var state = OptimizerState(settings)
    var step = 0
    for _ in 0..<(example.epochs ?? 1) {
      for first in stride(from: 0, to: count, by: batch) {
        if let rates = example.lr_per_step { state.settings.learningRate = rates[step] }
        let result = try self.step((first..<first + batch).map { $0 % count }, &state)
        compareLoss("loss of step \(step)", result.loss, example.losses?[step])
        step += 1
      }
    }
    comparison.take("number of steps", isTrue: step == example.losses?.count ?? step)
    try compareWholeLoss("loss after", example.loss_after_full, count)
    try compareParameters()
    compareFrozen(before, except: updated)
    return comparison
  }

  /// Losses above 1 may be off by as large a part of themselves.
  private mutating func compareLoss(_ quantity: String, _ actual: Float, _ expected: Double?) {
    guard let expected else { return }
    comparison.take(quantity, Double(actual), expected, allowed: example.tolerance("loss") * max(1, expected))
  }

  /// The loss over all samples, found by a step of no length.
  private mutating func compareWholeLoss(_ quantity: String, _ expected: Double?, _ count: Int) throws {
    guard let expected else { return }
    var still = OptimizerState(.sgd(learningRate: 0))
    compareLoss(quantity, try step(Array(0..<count), &still).loss, expected)
  }

  private mutating func compareParameters() throws {
    for name in example.updated ?? [] {
      let layer = FixtureTraining.layer(name)
      let part: ParameterKey.Part = name.hasSuffix(".bias") ? .bias : .weights
      guard let actual = network[parameter: ParameterKey(layer: layer, part: part)] else {
        throw FixtureCase.Missing(name)
      }
      let allowed = example.tolerance("weights")
      if let expected = try example.tensor("after:\(name)") {
        comparison.take(name, actual.values, expected.values, allowed: allowed)
      } else if let digest = example.digest?[name] {
        comparison.take(name, Array(actual.values.prefix(digest.head.count)), digest.head, allowed: allowed)
        let sum = actual.values.reduce(0.0) { $0 + Double($1) }
        comparison.take(
          "\(name), its sum", sum, digest.sum, allowed: allowed * Double(actual.count).squareRoot() * 10)
      } else {
        throw FixtureCase.Missing("after:\(name)")
      }
    }
  }

  /// What may not change keeps its bits.
  private mutating func compareFrozen(_ before: NetworkDefinition, except updated: Set<String>) {
    for (old, new) in zip(before.layers, network.definition.layers) where !updated.contains(old.name) {
      comparison.take("\(old.name) at rest", isTrue: old == new)
    }
  }

  private static func layer(_ parameter: String) -> String {
    String(parameter.dropLast(parameter.hasSuffix(".bias") ? 5 : ".weights".count))
  }

  private var settings: OptimizerSettings {
    let rate = example.lr ?? 0
    return example.optimizer == "adam"
      ? .adam(
        learningRate: rate, beta1: example.beta1 ?? 0.9, beta2: example.beta2 ?? 0.999, eps: example.eps ?? 1e-8)
      : .sgd(learningRate: rate, momentum: example.momentum ?? 0)
  }

  private func step(_ rows: [Int], _ state: inout OptimizerState) throws -> StepResult {
    let chosen: Targets =
      switch targets {
      case .classes(let classes): .classes(rows.map { classes[$0] })
      case .values(let values):
        .values(Tensor(shape: [rows.count, values[0].count], values: rows.flatMap { values[$0] }))
      }
    switch feed.rows(rows) {
    case .pictures(let pictures):
      return try network.trainStep(images: pictures, targets: chosen, loss: loss, optimizer: &state)
    case .tensors(let tensors):
      return try network.trainStep(inputs: tensors, targets: chosen, loss: loss, optimizer: &state)
    }
  }
}
