import Arithmetic
import Networks
import Tensors
import Testing

/// The same seed gives the same bits, whatever the number of threads and the cut into batches.
@Suite struct RepeatabilityTests {
  @Test(arguments: [1, 2, 4])
  func `training gives the same bits on any number of threads`(threads: Int) throws {
    #expect(try parametersAfterTraining(threads: threads) == parametersAfterTraining(threads: 1))
  }

  private func parametersAfterTraining(threads: Int) throws -> [ParameterKey: Tensor] {
    let network = try Network(fireNetwork(), workers: WorkerPool(threads: threads))
    var state = OptimizerState(.adam(learningRate: 0.01))
    let x = random([9, 3, 10, 11], seed: 11)
    for _ in 0..<4 {
      _ = try network.trainStep(
        inputs: ["x": x], targets: .classes([0, 1, 2, 3, 0, 1, 2, 3, 1]), optimizer: &state)
    }
    return network.definition.parameters
  }

  @Test(arguments: [1, 2, 3], [1, 2, 5, 64])
  func `a sample's outputs do not depend on the samples beside it`(threads: Int, count: Int) throws {
    let network = try Network(fireNetwork(), workers: WorkerPool(threads: threads))
    let x = random([64, 3, 10, 11], seed: 12)
    let alone = try (0..<count).flatMap { index in
      let one = Tensor(shape: [1, 3, 10, 11], values: Array(x.row(index)))
      return try #require(try network.forward(["x": one])["probabilities"]).values
    }
    let some = Tensor(shape: [count, 3, 10, 11], values: Array(x.values.prefix(count * 330)))
    let together = try network.forward(["x": some])
    #expect(together["probabilities"]?.values == alone)
  }

  @Test func `dropout draws the same numbers on any number of threads and none when predicting`() throws {
    var definition = chain([40], [("a", dense(40, 40)), ("drop", .dropout(probability: 0.5)), ("b", dense(40, 3))])
    for index in definition.layers.indices { definition.layers[index].isUpdatable = true }
    let x = random([8, 40], seed: 2)
    let targets = Targets.values(random([8, 3], seed: 3))
    let results = try [1, 3].map { threads in
      let network = try Network(definition, workers: WorkerPool(threads: threads))
      var state = OptimizerState(.sgd(learningRate: 0.001))
      let losses = try (0..<3).map { _ in
        try network.trainStep(inputs: ["x": x], targets: targets, optimizer: &state).loss
      }
      #expect(Set(losses).count == 3)
      return (losses, network.definition.parameters)
    }
    #expect(results[0].0 == results[1].0)
    #expect(results[0].1 == results[1].1)
    let still = try Network(definition)
    #expect(try still.forward(["x": x]) == still.forward(["x": x]))
  }

  @Test func `training in pieces gives the bits of training in one`() throws {
    let x = random([4, 3, 10, 11], seed: 13)
    func run(_ network: Network, _ state: inout OptimizerState, steps: Int) throws {
      for _ in 0..<steps {
        _ = try network.trainStep(inputs: ["x": x], targets: .classes([0, 1, 2, 3]), optimizer: &state)
      }
    }
    let whole = try Network(fireNetwork())
    var state = OptimizerState(.adam(learningRate: 0.01))
    try run(whole, &state, steps: 5)

    let first = try Network(fireNetwork())
    var part = OptimizerState(.adam(learningRate: 0.01))
    try run(first, &part, steps: 2)
    let second = try Network(first.definition)
    try run(second, &part, steps: 3)
    #expect(second.definition == whole.definition)
    #expect(part == state)
  }
}
