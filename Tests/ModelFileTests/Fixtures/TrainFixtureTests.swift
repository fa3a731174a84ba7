import Foundation
import ModelFile
import Networks
import Tensors
import Testing

@Suite(.enabled(if: Fixtures.areThere, "the folder of reference results is not there"))
struct TrainFixtureTests {
  @Test(arguments: Fixtures.cases("train"))
  func `training without shuffling agrees with the reference`(example: FixtureCase) throws {
    let file = try #require(try example.modelFile())
    let network = try Network(file.network())
    let updated = Set((example.updated ?? []).map { $0.split(separator: ".").first.map(String.init) ?? "" })
    #expect(Set(network.trainableParameters.map(\.layer)) == updated)
    var state = OptimizerState(settings(example))
    let data = try samples(example)
    let targets = try #require(example.target)
    let expected = example.losses ?? []
    let (count, batch) = (try #require(example.samples), try #require(example.batch))
    var step = 0
    for _ in 0..<(example.epochs ?? 1) {
      for first in stride(from: 0, to: count, by: batch) {
        if let rates = example.lr_per_step { state.settings.learningRate = rates[step] }
        let rows = (first..<first + batch).map { $0 % count }
        let result = try self.step(network, data, targets, rows, &state)
        let loss = expected[step]
        check(example, "loss \(step)", abs(result.loss - Float(loss)), example.tolerance("loss") * max(1, Float(loss)))
        step += 1
      }
    }
    #expect(step == expected.count)
    try compareParameters(example, network)
  }

  private func compareParameters(_ example: FixtureCase, _ network: Network) throws {
    for name in example.updated ?? [] {
      let parts = name.split(separator: ".").map(String.init)
      let part: ParameterKey.Part = parts[1] == "bias" ? .bias : .weights
      let actual = try #require(network[parameter: ParameterKey(layer: parts[0], part: part)])
      let allowed = example.tolerance("weights")
      if let expected = try example.tensor("after:\(name)") {
        let distance = zip(actual.values, expected.values).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        check(example, name, distance, allowed)
      } else if let digest = example.digest?[name] {
        let distance = zip(actual.values, digest.head).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        check(example, name, distance, allowed)
        let sum = actual.values.reduce(0.0) { $0 + Double($1) }
        check(example, "\(name) sum", Float(abs(sum - digest.sum)), allowed * Float(actual.count).squareRoot() * 10)
      } else {
        Issue.record("\(example.name) holds no numbers for \(name)")
      }
    }
  }

  private func check(_ example: FixtureCase, _ quantity: String, _ distance: Float, _ allowed: Float) {
    if !(distance <= allowed) { print("\(example.name) \(quantity): off by \(distance), allowed \(allowed)") }
    #expect(distance <= allowed)
  }

  private func settings(_ example: FixtureCase) -> OptimizerSettings {
    let rate = example.lr ?? 0
    return example.optimizer == "adam"
      ? .adam(
        learningRate: rate, beta1: example.beta1 ?? 0.9, beta2: example.beta2 ?? 0.999, eps: example.eps ?? 1e-8)
      : .sgd(learningRate: rate, momentum: example.momentum ?? 0)
  }

  /// What a case trains on: numbers, or pictures.
  private enum Data {
    case tensor(String, Tensor)
    case pictures([PixelBuffer])
  }

  private func samples(_ example: FixtureCase) throws -> Data {
    let name = try #require(example.inputs?.first)
    if let tensor = try example.tensor(name) ?? example.digits() { return .tensor(name, tensor) }
    if let pictures = try example.pictures(name) { return .pictures(pictures) }
    let reference = try #require(example.input_data)
    let owner = try #require(Fixtures.cases("forward").first { $0.data?.file == reference.file })
    return .pictures(try #require(try owner.pictures(reference.tensor)))
  }

  private func step(
    _ network: Network, _ data: Data, _ targets: FixtureCase.TargetList, _ rows: [Int], _ state: inout OptimizerState
  ) throws -> StepResult {
    let chosen: Targets =
      switch targets {
      case .classes(let classes): .classes(rows.map { classes[$0] })
      case .values(let values):
        .values(Tensor(shape: [rows.count, values[0].count], values: rows.flatMap { values[$0] }))
      }
    switch data {
    case .pictures(let pictures):
      return try network.trainStep(images: rows.map { pictures[$0] }, targets: chosen, optimizer: &state)
    case .tensor(let name, let tensor):
      let batch = Tensor(
        shape: [rows.count] + tensor.shape.dropFirst(), values: rows.flatMap { Array(tensor.row($0)) })
      return try network.trainStep(inputs: [name: batch], targets: chosen, optimizer: &state)
    }
  }
}
