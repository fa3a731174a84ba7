import Arithmetic
import Networks
import Tensors
import TestSupport
import Testing

/// What training makes has the same bits on every processor and any number of threads. The digests were written down once;
/// `./Tests/run` asks for them with every length of vectors that the processor has (`WHET_VECTORS`). The matrix unit, which has to
/// be asked for, has other bits.
@Suite(.enabled(if: !TileFactor.isSupported, "WHET_ARITHMETIC asks for other bits")) struct TrainingBitsTests {
  /// LeNet: convolutions that feed a maximum, and fully connected layers of many outputs and of few.
  private static let lenet: NetworkDefinition = {
    func convolution(_ inputs: Int, _ outputs: Int, seed: UInt64) -> LayerKind {
      .convolution(
        ConvolutionDefinition(
          outputChannels: outputs, kernelSize: Extent(5, 5),
          weights: random([outputs, inputs, 5, 5], seed: seed, from: -0.1, to: 0.1), bias: random([outputs], seed: 9)))
    }
    func dense(_ inputs: Int, _ outputs: Int, seed: UInt64) -> LayerKind {
      .innerProduct(
        InnerProductDefinition(
          inputChannels: inputs, outputChannels: outputs,
          weights: random([outputs, inputs], seed: seed, from: -0.05, to: 0.05), bias: random([outputs], seed: 10)))
    }
    let halved = LayerKind.pooling(
      PoolingDefinition(statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2)))
    return chain(
      [1, 28, 28],
      [
        ("conv1", convolution(1, 20, seed: 1)), ("pool1", halved), ("conv2", convolution(20, 50, seed: 2)),
        ("pool2", halved), ("flat", .flatten(.channelFirst)), ("ip1", dense(800, 500, seed: 3)),
        ("relu", .activation(.relu)), ("ip2", dense(500, 10, seed: 4)), ("probabilities", .softmax),
      ], updatable: ["conv1", "conv2", "ip1", "ip2"])
  }()

  private func digest(_ network: Network) -> UInt64 {
    let parameters = network.definition.parameters
    return Digest.of(network.trainableParameters.flatMap { parameters[$0]?.values ?? [] })
  }

  @Test(
    arguments: [
      (OptimizerSettings.sgd(learningRate: 0.01, momentum: 0.9), 1, 9_323_777_695_166_778_931 as UInt64),
      (.sgd(learningRate: 0.01, momentum: 0.9), 3, 9_323_777_695_166_778_931),
      (.adam(learningRate: 0.001), 1, 1_338_928_134_069_289_609),
      (.adam(learningRate: 0.001), 2, 1_338_928_134_069_289_609),
    ])
  func `twenty steps of LeNet`(optimizer: OptimizerSettings, threads: Int, expected: UInt64) throws {
    let network = try Network(Self.lenet, workers: WorkerPool(threads: threads))
    var state = OptimizerState(optimizer)
    for step in 0..<20 {
      let x = random([10, 1, 28, 28], seed: UInt64(100 + step), from: 0, to: 1)
      _ = try network.trainStep(inputs: ["x": x], targets: .classes(Array(0..<10)), optimizer: &state)
    }
    #expect(digest(network) == expected)
  }

  @Test func `three steps of a fire module and of a convolution in fewer products`() throws {
    var layers = fireNetwork().layers
    layers.insert(
      LayerDefinition(
        name: "wide", inputs: ["x"], outputs: ["wide"], kind: convolution(3, 16, 3, seed: 21), isUpdatable: true), at: 0
    )
    layers.insert(
      LayerDefinition(
        name: "deep", inputs: ["wide"], outputs: ["deep"], kind: convolution(16, 32, 3, seed: 23), isUpdatable: true),
      at: 1)
    layers.insert(
      LayerDefinition(
        name: "narrow", inputs: ["deep"], outputs: ["narrow"], kind: convolution(32, 3, 1, seed: 25), isUpdatable: true),
      at: 2)
    layers[3].inputs = ["narrow"]
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [3, 10, 11])], layers: layers, outputs: ["probabilities"])
    let network = try Network(definition)
    var state = OptimizerState(.adam(learningRate: 0.01))
    for step in 0..<3 {
      let x = random([17, 3, 10, 11], seed: UInt64(200 + step))
      _ = try network.trainStep(
        inputs: ["x": x], targets: .classes((0..<17).map { $0 % 4 }), optimizer: &state)
    }
    #expect(digest(network) == 8_446_407_850_235_702_083)
  }

  @Test func `two steps through every kind of layer, and what it answers then`() throws {
    var all: [Float] = []
    for example in GradientCase.all {
      var check = GradientCheck(samples: 3)
      (check.lower, check.upper) = (example.lower, 1)
      let (definition, inputs) = check.networkForInputs(example.shapes, example.kind, outputs: example.outputs)
      let network = try Network(definition)
      var shape = try #require(network.shape(of: definition.outputs[0]), "\(example.name)")
      shape.insert(3, at: 0)
      var state = OptimizerState(.sgd(learningRate: 0.01))
      for seed in [5, 6] as [UInt64] {
        _ = try network.trainStep(
          inputs: inputs, targets: .values(random(shape, seed: seed)), optimizer: &state)
      }
      all += network.trainableParameters.flatMap { network[parameter: $0]?.values ?? [] }
      all += try network.forward(inputs)[definition.outputs[0]]?.values ?? []
    }
    #expect(Digest.of(all) == 9_468_257_261_725_595_084)
  }
}
