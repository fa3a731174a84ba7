import Arithmetic
import Foundation
import Tensors
import TestSupport
import Testing

@testable import Networks

extension ThreadRanks {
  /// Does something in every rank at once, and answers what came of each.
  fileprivate func run<Result: Sendable>(
    sharesMemory: Bool = false, _ body: @escaping @Sendable (any RankExchange) throws -> Result
  ) throws -> [Result] {
    try run { rank in try body(Member(ranks: self, rank: rank, sharesMemory: sharesMemory)) }
  }
}

private final class Member: RankExchange {
  private let ranks: ThreadRanks
  let rank: Int
  let sharesMemory: Bool

  init(ranks: ThreadRanks, rank: Int, sharesMemory: Bool) {
    (self.ranks, self.rank, self.sharesMemory) = (ranks, rank, sharesMemory)
  }

  var count: Int { ranks.count }

  func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int]) { ranks.gather(rank, numbers, parts) }
}

@Suite struct SharedBatchTests {
  /// What some steps of training make: the bits of all parameters, and each step's loss.
  private struct Trained: Sendable, Equatable {
    var bits: [[UInt32]]
    var losses: [Float]
    var correct: [Int]
    var state: OptimizerState
  }

  private static func train(
    _ definition: NetworkDefinition, _ inputs: [String: Tensor], _ targets: Targets, _ settings: OptimizerSettings,
    exchange: (any RankExchange)? = nil, steps: Int = 2
  ) throws -> Trained {
    let network = try Network(definition, workers: WorkerPool(threads: 1))
    network.exchange = exchange
    var state = OptimizerState(settings)
    let results = try (0..<steps).map { _ in
      try network.trainStep(inputs: inputs, targets: targets, optimizer: &state)
    }
    network.gatherMoments(of: &state)
    return Trained(
      bits: network.trainableParameters.map { network[parameter: $0]?.values.map(\.bitPattern) ?? [] },
      losses: results.map(\.loss), correct: results.map(\.correct), state: state)
  }

  /// Trains alone and in so many ranks; all have to come to the same bits.
  private func compare(
    _ definition: NetworkDefinition, _ inputs: [String: Tensor], _ targets: Targets, ranks: [Int] = [1, 2, 3],
    _ settings: OptimizerSettings = .adam(learningRate: 0.01), exchanges: Bool = true, label: String = ""
  ) throws {
    let alone = try Self.train(definition, inputs, targets, settings)
    for count in ranks {
      let ranks = ThreadRanks(count)
      for sharesMemory in [false, true] {
        let together = try ranks.run(sharesMemory: sharesMemory) {
          try Self.train(definition, inputs, targets, settings, exchange: $0)
        }
        for (rank, trained) in together.enumerated() {
          #expect(trained == alone, "\(label), rank \(rank) of \(count), shared memory: \(sharesMemory)")
        }
      }
      #expect(count == 1 || (ranks.sent > 0) == exchanges, "\(label) of \(count) ranks")
    }
  }

  @Test(arguments: [
    OptimizerSettings.sgd(learningRate: 0.01), .sgd(learningRate: 0.01, momentum: 0.9), .adam(learningRate: 0.001),
  ])
  func `LeNet has the bits of one process on 1, 2, 3, 4 and 8 ranks`(settings: OptimizerSettings) throws {
    let halved = LayerKind.pooling(
      PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2)))
    func convolution(_ inputs: Int, _ outputs: Int, seed: UInt64) -> LayerKind {
      .convolution(
        ConvolutionDefinition(
          outputChannels: outputs, kernelSize: Extent(5, 5),
          weights: random([outputs, inputs, 5, 5], seed: seed, from: -0.1, to: 0.1), bias: random([outputs], seed: 9)))
    }
    let definition = chain(
      [1, 28, 28],
      [
        ("conv1", convolution(1, 20, seed: 1)), ("pool1", halved), ("conv2", convolution(20, 50, seed: 2)),
        ("pool2", halved), ("flat", .flatten(.channelFirst)), ("ip1", dense(800, 90, seed: 3)),
        ("relu", .activation(.relu)), ("drop", .dropout(probability: 0.4)), ("ip2", dense(90, 10, seed: 4)),
        ("probabilities", .softmax),
      ], updatable: ["conv1", "conv2", "ip1", "ip2"])
    try compare(
      definition, ["x": random([128, 1, 28, 28], seed: 5, from: 0, to: 1)], .classes((0..<128).map { $0 % 10 }),
      ranks: [1, 2, 3, 4, 8], settings)
  }

  @Test func `a fire module is cut where its chunks are cut`() throws {
    for samples in [16, 37, 64] {
      try compare(
        fireNetwork(), ["x": random([samples, 3, 10, 11], seed: 6)], .classes((0..<samples).map { $0 % 4 }),
        ranks: [1, 2, 3, 4], label: "\(samples) samples")
    }
  }

  @Test func `batch statistics are those of the whole mini-batch`() throws {
    let stored = BatchNormalizationDefinition(
      channels: 6, gamma: random([6], seed: 1), beta: random([6], seed: 2), mean: random([6], seed: 3),
      variance: random([6], seed: 4, from: 0.5, to: 2))
    let definition = chain(
      [3, 6, 7],
      [
        ("conv", convolution(3, 6, 3, seed: 7)), ("norm", .batchNormalization(stored)), ("relu", .activation(.relu)),
        ("drop", .dropout(probability: 0.3)),
        (
          "strided",
          .convolution(
            ConvolutionDefinition(
              outputChannels: 8, kernelSize: Extent(3, 3), stride: Extent(2, 2), groups: 2,
              weights: random([8, 3, 3, 3], seed: 8), bias: random([8], seed: 9)))
        ),
        ("flat", .flatten(.channelLast)), ("head", dense(48, 5, seed: 10)), ("probabilities", .softmax),
      ], updatable: ["conv", "norm", "strided", "head"])
    for settings in [OptimizerSettings.adam(learningRate: 0.01), .sgd(learningRate: 0.05)] {
      try compare(
        definition, ["x": random([32, 3, 6, 7], seed: 11)], .classes((0..<32).map { $0 % 5 }), ranks: [1, 2, 3, 4, 8],
        settings)
    }
  }

  @Test(arguments: RecurrentCase.all)
  func `sequences are shared out, too`(example: RecurrentCase) throws {
    let recurrent = example.definition(3, 2, returnsSequence: true, isReversed: false)
    let width = example.isBidirectional ? 4 : 2
    var definition = chain(
      [3],
      [
        ("before", dense(3, 3, seed: 1)), ("recurrent", .recurrent(recurrent)), ("after", dense(width, 2, seed: 2)),
        ("tanh", .activation(.tanh)),
      ], updatable: example.isBidirectional ? ["before", "after"] : ["before", "recurrent", "after"])
    definition.inputs[0].sequenceLength = 5
    try compare(
      definition, ["x": random([19, 5, 3], seed: 3)], .values(random([19, 5, 2], seed: 4)), label: "\(example)")
  }

  @Test(arguments: GradientCase.all)
  func `every kind of layer has the bits of one process`(example: GradientCase) throws {
    var check = GradientCheck(samples: 24)
    check.lower = example.lower
    let (definition, inputs) = check.networkForInputs(example.shapes, example.kind, outputs: example.outputs)
    let shape = try #require(try Network(definition).shape(of: definition.outputs[0]))
    try compare(definition, inputs, .values(random([24] + shape, seed: 77)), ranks: [2, 3], label: example.name)
  }

  @Test func `an embedding, and two losses`() throws {
    let embedding = EmbeddingDefinition(
      inputDimension: 6, outputChannels: 4, weights: random([4, 6], seed: 1), bias: random([4], seed: 2))
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [1])],
      layers: [
        LayerDefinition(name: "e", inputs: ["x"], outputs: ["e"], kind: .embedding(embedding), isUpdatable: true),
        LayerDefinition(name: "a", inputs: ["e"], outputs: ["a"], kind: dense(4, 3), isUpdatable: true),
        LayerDefinition(name: "p", inputs: ["a"], outputs: ["p"], kind: .softmax),
        LayerDefinition(name: "b", inputs: ["e"], outputs: ["b"], kind: dense(4, 2, seed: 5), isUpdatable: true),
      ], outputs: ["p", "b"])
    let x = Tensor(shape: [13, 1], values: (0..<13).map { Float($0 % 6) })
    let targets = Targets.several([.classes((0..<13).map { $0 % 3 }), .values(random([13, 2], seed: 3))])
    let loss = LossSettings(tensor: "p", others: [LossSettings(tensor: "b", weight: 0.3)])
    @Sendable func train(_ exchange: (any RankExchange)?) throws -> [[Float]] {
      let network = try Network(definition, workers: WorkerPool(threads: 1))
      network.exchange = exchange
      var state = OptimizerState(.adam(learningRate: 0.1))
      for _ in 0..<3 {
        _ = try network.trainStep(inputs: ["x": x], targets: targets, loss: loss, optimizer: &state)
      }
      return network.trainableParameters.map { network[parameter: $0]?.values ?? [] }
    }
    let alone = try train(nil)
    #expect(try ThreadRanks(3).run(train) == [alone, alone, alone])
  }

  @Test func `each rank computes a mini-batch alone that has too few samples for all`() throws {
    let definition = chain([5], [("a", dense(5, 3)), ("p", .softmax)], updatable: ["a"])
    try compare(
      definition, ["x": random([7, 5], seed: 1)], .classes((0..<7).map { $0 % 3 }), ranks: [2, 4], exchanges: false)
    let network = try Network(definition)
    #expect(try network.sharing(of: 7, among: 2, targets: .classes([0])) == nil)
    #expect(try network.sharing(of: 8, among: 2, targets: .classes([0])) == [4, 4])
    #expect(try network.sharing(of: 100, among: 3, targets: .classes([0])) == [33, 33, 34])
    let fire = try Network(fireNetwork())
    #expect(try fire.sharing(of: 64, among: 8, targets: .classes([0])) == Array(repeating: 8, count: 8))
    #expect(try fire.sharing(of: 64, among: 17, targets: .classes([0])) == nil)
  }

  @Test(arguments: [OptimizerSettings.sgd(learningRate: 0.01), .adam(learningRate: 0.001)])
  func `ranks of one machine share out large parameters, also between mini-batches that each computes alone`(
    settings: OptimizerSettings
  ) throws {
    func convolution(_ inputs: Int, _ outputs: Int, _ kernel: Int, seed: UInt64) -> LayerKind {
      .convolution(
        ConvolutionDefinition(
          outputChannels: outputs, kernelSize: Extent(kernel, kernel),
          weights: random([outputs, inputs, kernel, kernel], seed: seed, from: -0.05, to: 0.05),
          bias: random([outputs], seed: 9)))
    }
    let average = LayerKind.pooling(
      PoolingDefinition(statistic: .average, kernelSize: Extent(0, 0), stride: Extent(1, 1), isGlobal: true))
    let definition = chain(
      [64, 6, 7],
      [
        ("few", convolution(64, 67, 3, seed: 1)), ("mixed", convolution(67, 520, 1, seed: 2)),
        ("relu", .activation(.relu)),
        ("average", average), ("flat", .flatten(.channelFirst)), ("wide", dense(520, 77, seed: 3)),
        ("head", dense(77, 5, seed: 4)), ("p", .softmax),
      ], updatable: ["few", "mixed", "wide", "head"])
    let sizes = [12, 3, 12, 12]
    @Sendable func train(_ exchange: (any RankExchange)?) throws -> Trained {
      let network = try Network(definition, workers: WorkerPool(threads: 1))
      network.exchange = exchange
      var state = OptimizerState(settings)
      let results = try sizes.enumerated().map { step, count in
        try network.trainStep(
          inputs: ["x": random([count, 64, 6, 7], seed: UInt64(20 + step))],
          targets: .classes((0..<count).map { $0 % 5 }), optimizer: &state)
      }
      network.gatherMoments(of: &state)
      return Trained(
        bits: network.trainableParameters.map { network[parameter: $0]?.values.map(\.bitPattern) ?? [] },
        losses: results.map(\.loss), correct: results.map(\.correct), state: state)
    }
    let alone = try train(nil)
    for ranks in [2, 3] {
      for sharesMemory in [false, true] {
        for trained in try ThreadRanks(ranks).run(sharesMemory: sharesMemory, train) { #expect(trained == alone) }
      }
    }
  }

  @Test func `a loss that is no number ends all ranks alike`() throws {
    let definition = chain([5], [("a", dense(5, 3)), ("p", .softmax)], updatable: ["a"])
    var x = random([12, 5], seed: 1)
    x.values[59] = .infinity
    let errors = try ThreadRanks(3).run { [x] exchange in
      do {
        _ = try Self.train(
          definition, ["x": x], .classes((0..<12).map { $0 % 3 }), .sgd(learningRate: 1), exchange: exchange)
        return false
      } catch NetworkError.step(.diverged) { return true }
    }
    #expect(errors == [true, true, true])
  }
}
