import Arithmetic
import Networks
import Tensors
import Testing
import Training

/// Whole trainings: the same seed gives the same bits run to run and on 1, 2 and 4 threads.
@Suite struct TrainingRepeatabilityTests {
  private static func numbers(_ shape: [Int], seed: UInt64) -> Tensor {
    var generator = SeededGenerator(seed: seed)
    return Tensor(shape: shape, values: (0..<shape.reduce(1, *)).map { _ in generator.uniform(-0.4, 0.4) })
  }

  private static func convolution(_ inputs: Int, _ outputs: Int, seed: UInt64) -> LayerKind {
    .convolution(
      ConvolutionDefinition(
        outputChannels: outputs, kernelSize: Extent(3, 3), padding: .same(topLeftHeavy: false),
        weights: numbers([outputs, inputs, 3, 3], seed: seed), bias: numbers([outputs], seed: seed + 1)))
  }

  private static func dense(_ inputs: Int, _ outputs: Int, seed: UInt64) -> LayerKind {
    .innerProduct(
      InnerProductDefinition(
        inputChannels: inputs, outputChannels: outputs, weights: numbers([outputs, inputs], seed: seed),
        bias: numbers([outputs], seed: seed + 1)))
  }

  /// Convolutions, a batch normalisation that learns, poolings, a skip, dropout, a sequence with memory, and two heads.
  private static let network: NetworkDefinition = {
    let memory = RecurrentDefinition(
      cell: .gated(gate: .sigmoid, output: .tanh), inputSize: 48, outputSize: 20,
      parameters: RecurrentWeights(
        input: numbers([60, 48], seed: 31), recursion: numbers([60, 20], seed: 32), bias: numbers([60], seed: 33)))
    let normalization = BatchNormalizationDefinition(
      channels: 12, gamma: Tensor(shape: [12], repeating: 1), beta: Tensor(shape: [12]), mean: Tensor(shape: [12]),
      variance: Tensor(shape: [12], repeating: 1))
    let pooling = PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2))
    let layers: [(String, [String], LayerKind)] = [
      ("c1", ["image"], convolution(2, 12, seed: 1)), ("norm", ["c1"], .batchNormalization(normalization)),
      ("r1", ["norm"], .activation(.relu)), ("c2", ["r1"], convolution(12, 12, seed: 3)),
      ("skip", ["c2", "r1"], .add(constant: 0)), ("r2", ["skip"], .activation(.elu(alpha: 1))),
      ("pool", ["r2"], .pooling(pooling)), ("steps", ["pool"], .permute(axes: [3, 1, 2, 0])),
      ("flat", ["steps"], .flatten(.channelLast)), ("memory", ["flat"], .recurrent(memory)),
      ("drop", ["memory"], .dropout(probability: 0.3)), ("logits", ["drop"], dense(20, 3, seed: 5)),
      ("classes", ["logits"], .softmax), ("numbers", ["drop"], dense(20, 2, seed: 7)),
    ]
    return NetworkDefinition(
      inputs: [NetworkInput(name: "image", shape: [2, 8, 8])],
      layers: layers.map {
        LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2, isUpdatable: true)
      }, outputs: ["classes", "numbers"])
  }()

  private func train(_ optimizer: OptimizerSettings, threads: Int) throws -> (bits: [[UInt32]], losses: [Float]) {
    let network = try Network(Self.network, workers: WorkerPool(threads: threads))
    let count = 50
    let source = try InMemorySamples(
      inputs: ["image": Self.numbers([count, 2, 8, 8], seed: 40)],
      targets: .several([.classes((0..<count).map { $0 * 7 % 3 }), .values(Self.numbers([count, 2], seed: 41))]))
    let settings = TrainingSettings(
      epochs: 2, miniBatchSize: 16, optimizer: optimizer, seed: 9,
      loss: LossSettings(
        tensor: "classes", labelSmoothing: 0.1, classWeights: [1, 2, 0.5],
        others: [LossSettings(tensor: "numbers", weight: 0.5)]))
    let session = try UpdateSession(network: network, settings: settings, source: source)
    var losses: [Float] = []
    while let event = try session.next() {
      if case .miniBatchEnd(_, _, _, let loss) = event { losses.append(loss) }
    }
    let keys = network.trainableParameters
    return (keys.map { network[parameter: $0]?.values.map(\.bitPattern) ?? [] }, losses)
  }

  @Test(arguments: [
    OptimizerSettings.sgd(learningRate: 0.05, momentum: 0.9, isNesterov: true), .adam(learningRate: 0.01),
    .adamW(learningRate: 0.01),
  ])
  func `a whole training gives the same bits`(optimizer: OptimizerSettings) throws {
    let first = try train(optimizer, threads: 1)
    #expect(first.losses.count == 8)
    #expect(first.losses[6] < first.losses[0])
    #expect(Set(first.bits).count > 10)
    for threads in [1, 2, 4] {
      let again = try train(optimizer, threads: threads)
      #expect(again.bits == first.bits, "\(threads) threads")
      #expect(again.losses == first.losses)
    }
  }
}
