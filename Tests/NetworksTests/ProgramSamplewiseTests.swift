import Arithmetic
import Networks
import Tensors
import Testing

/// Networks of large maps, whose samples go through many layers one after the other.
@Suite struct ProgramSamplewiseTests {
  /// A picture of 98 × 98, a maximum taken strip by strip, a fire module, a layer that takes all samples together between layers
  /// that take them alone, and a head: half a million numbers a sample.
  private static func network() -> NetworkDefinition {
    func pooling(_ statistic: PoolingDefinition.Statistic, _ kernel: Int, isGlobal: Bool = false) -> LayerKind {
      .pooling(
        PoolingDefinition(
          statistic: statistic, kernelSize: Extent(kernel, kernel), stride: Extent(2, 2), isGlobal: isGlobal))
    }
    let layers: [(String, [String], LayerKind)] = [
      ("first", ["x"], convolution(3, 32, 3, seed: 1)), ("firstRelu", ["first"], .activation(.relu)),
      ("maximum", ["firstRelu"], pooling(.max, 3)), ("squeeze", ["maximum"], convolution(32, 16, 1, seed: 3)),
      ("squeezed", ["squeeze"], .activation(.relu)), ("left", ["squeezed"], convolution(16, 32, 1, seed: 5)),
      ("right", ["squeezed"], convolution(16, 48, 3, seed: 7)), ("rightRelu", ["right"], .activation(.relu)),
      ("joined", ["left", "rightRelu"], .concat), ("bent", ["joined"], .activation(.tanh)),
      ("moved", ["bent"], .bias(random([80], seed: 9))), ("average", ["moved"], pooling(.average, 5)),
      ("last", ["average"], convolution(80, 16, 3, seed: 11)),
      ("whole", ["last"], pooling(.average, 1, isGlobal: true)),
      ("flat", ["whole"], .flatten(.channelFirst)), ("head", ["flat"], dense(16, 4, seed: 13)),
      ("probabilities", ["head"], .softmax),
    ]
    return NetworkDefinition(
      inputs: [
        NetworkInput(
          name: "x", shape: [3, 98, 98], image: ImagePreprocessing(colorSpace: .rgb, channelScale: 1 / 255))
      ],
      layers: layers.map {
        LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2, isUpdatable: true)
      }, outputs: ["probabilities"])
  }

  private static func pictures(_ count: Int) -> [PixelBuffer] {
    (0..<count).map { number in
      PixelBuffer(
        width: 98, height: 98,
        bytes: (0..<98 * 98 * 3).map { UInt8(truncatingIfNeeded: $0 * (number + 3) / 7 + $0 / 98 * number) })
    }
  }

  private static func targets(_ count: Int) -> Targets { .classes((0..<count).map { $0 % 4 }) }

  /// The parameters after some steps.
  private func trained(samples: Int, threads: Int) throws -> [ParameterKey: Tensor] {
    let network = try Network(Self.network(), workers: WorkerPool(threads: threads))
    var state = OptimizerState(.adam(learningRate: 0.01))
    for _ in 0..<2 {
      _ = try network.trainStep(images: Self.pictures(samples), targets: Self.targets(samples), optimizer: &state)
    }
    return network.definition.parameters
  }

  @Test(arguments: [3, 4, 7, 18]) func `samples one after the other give the bits of layer by layer`(
    samples: Int
  )
    throws
  {
    // Who takes the layers' time takes them layer by layer.
    let network = try Network(Self.network(), workers: WorkerPool(threads: 2))
    var state = OptimizerState(.adam(learningRate: 0.01))
    _ = try network.layerTimes(
      images: Self.pictures(samples), targets: Self.targets(samples), optimizer: &state, runs: 2)
    #expect(try trained(samples: samples, threads: 2) == network.definition.parameters)
  }

  @Test(arguments: [4, 9]) func `the bits are the same on any number of threads`(samples: Int) throws {
    let alone = try trained(samples: samples, threads: 1)
    for threads in [2, 3, 5] { #expect(try trained(samples: samples, threads: threads) == alone) }
  }

  @Test func `a smaller mini-batch after a larger one is one by itself`() throws {
    let network = try Network(Self.network(), workers: WorkerPool(threads: 2))
    var still = OptimizerState(.sgd(learningRate: 0))
    _ = try network.trainStep(images: Self.pictures(9), targets: Self.targets(9), optimizer: &still)
    var state = OptimizerState(.adam(learningRate: 0.01))
    for _ in 0..<2 {
      _ = try network.trainStep(images: Self.pictures(5), targets: Self.targets(5), optimizer: &state)
    }
    #expect(try trained(samples: 5, threads: 2) == network.definition.parameters)
  }

  @Test func `a step stopped anywhere leaves the network as it was`() throws {
    let network = try Network(Self.network(), workers: WorkerPool(threads: 2))
    var state = OptimizerState(.adam(learningRate: 0.01))
    let before = network.definition.parameters
    var questions = 0
    var lastAsked = 0
    repeat {
      lastAsked = questions
      var rest = questions
      questions += 1
      do {
        _ = try network.trainStep(
          images: Self.pictures(18), targets: Self.targets(18), optimizer: &state,
          goesOn: {
            rest -= 1
            return rest >= 0
          })
        break
      } catch NetworkError.step(.stopped) { #expect(network.definition.parameters == before) }
    } while questions < 200
    #expect(lastAsked > 8, "it was asked after every group and every round")
    #expect(state.step == 1)
    #expect(network.definition.parameters == (try oneStep(18)))
  }

  private func oneStep(_ samples: Int) throws -> [ParameterKey: Tensor] {
    let network = try Network(Self.network(), workers: WorkerPool(threads: 1))
    var state = OptimizerState(.adam(learningRate: 0.01))
    _ = try network.trainStep(images: Self.pictures(samples), targets: Self.targets(samples), optimizer: &state)
    return network.definition.parameters
  }
}
