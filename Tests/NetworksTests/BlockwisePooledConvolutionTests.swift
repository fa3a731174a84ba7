import Arithmetic
import Networks
import Tensors
import Testing

/// Convolutions with a large map whose maxima are taken strip by strip.
@Suite struct BlockwisePooledConvolutionTests {
  /// A convolution and the maximum behind it.
  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var convolution: ConvolutionDefinition
    var pooling: PoolingDefinition
    var input = [3, 150, 161]
  }

  private static func convolution(
    _ outputs: Int, channels: Int = 3, kernel: Int, stride: Int = 1, groups: Int = 1,
    padding: Padding = .valid(Margins())
  ) -> ConvolutionDefinition {
    ConvolutionDefinition(
      outputChannels: outputs, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride), groups: groups,
      padding: padding, weights: random([outputs, channels / groups, kernel, kernel], seed: 1),
      bias: random([outputs], seed: 2))
  }

  private static func maximum(_ kernel: Int, _ stride: Int, padding: Padding = .valid(Margins())) -> PoolingDefinition {
    PoolingDefinition(
      statistic: .max, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride), padding: padding)
  }

  static let pairs = [
    Pair(
      testDescription: "overlapping windows, as in SqueezeNet",
      convolution: convolution(33, kernel: 3, stride: 2),
      pooling: maximum(3, 2, padding: .includeLastPixel(rows: 0, columns: 0))),
    Pair(
      testDescription: "windows at every place, of a map with borders",
      convolution: convolution(7, kernel: 5, padding: .same(topLeftHeavy: false)), pooling: maximum(2, 1)),
    Pair(
      testDescription: "windows with rows between that nobody reads",
      convolution: convolution(17, kernel: 1), pooling: maximum(2, 5)),
    Pair(
      testDescription: "windows that reach beyond the map",
      convolution: convolution(16, kernel: 2),
      pooling: maximum(4, 3, padding: .valid(Margins(top: 2, bottom: 3, left: 1, right: 2)))),
    Pair(
      testDescription: "windows as high as many strips", convolution: convolution(40, kernel: 3, stride: 2),
      pooling: maximum(60, 7)),
    Pair(
      testDescription: "groups of channels",
      convolution: convolution(24, channels: 4, kernel: 2, groups: 2), pooling: maximum(3, 2), input: [4, 90, 95]),
  ]

  @Test(arguments: pairs)
  func `maxima are those of the whole map, bit for bit, on any number of threads`(pair: Pair) throws {
    let x = random([3] + pair.input, seed: 5)
    for rectified in [false, true] {
      var layers: [(String, LayerKind)] = [("c", .convolution(pair.convolution))]
      if rectified { layers.append(("r", .activation(.relu))) }
      layers.append(("p", .pooling(pair.pooling)))
      let definition = chain(pair.input, layers)
      let network = try Network(definition)
      #expect(try #require(network.shape(of: "c")).reduce(1, *) >= 1 << 17)
      // Who asks for the map itself gets it, and the maxima are then taken of it.
      let whole = try #require(network.forward(["x": x], outputs: ["c", "p"])["p"])
      #expect(whole.values.contains { $0 > 0 })
      for threads in [1, 2, 4] {
        let network = try Network(definition, workers: WorkerPool(threads: threads))
        #expect(try network.forward(["x": x])["p"] == whole)
        let one = try #require(network.forward(["x": x], rows: [1])["p"])
        #expect(one.values[...] == whole.row(1))
      }
    }
  }

  @Test(arguments: pairs.filter { $0.convolution.groups == 1 }, [false, true])
  func `weights learn from strips as from the whole map, bit for bit on any number of threads`(
    pair: Pair, rectified: Bool
  ) throws {
    let x = random([5] + pair.input, seed: 5)
    /// What a step makes of weights and bias; behind another layer the convolution's map is whole.
    func learned(threads: Int, isWhole: Bool) throws -> [[Float]] {
      var layers: [(String, LayerKind)] = isWhole ? [("i", .activation(.linear(alpha: 1, beta: 0)))] : []
      layers.append(("c", .convolution(pair.convolution)))
      if rectified { layers.append(("r", .activation(.relu))) }
      layers.append(("p", .pooling(pair.pooling)))
      let network = try Network(
        chain(pair.input, layers, updatable: ["c"]), workers: WorkerPool(threads: threads))
      let shape = try #require(network.shape(of: "p"))
      var state = OptimizerState(.sgd(learningRate: 1))
      let target = Targets.values(random([5] + shape, seed: 9))
      _ = try network.trainStep(inputs: ["x": x], targets: target, optimizer: &state)
      guard case .convolution(let trained) = network.definition.layers.first(where: { $0.name == "c" })?.kind else {
        return []
      }
      return [trained.weights.values, trained.bias?.values ?? []]
    }
    let strips = try learned(threads: 1, isWhole: false)
    for threads in [2, 4] { #expect(try learned(threads: threads, isWhole: false) == strips) }
    let whole = try learned(threads: 2, isWhole: true)
    let before = [pair.convolution.weights.values, pair.convolution.bias?.values ?? []]
    for ((made, expected), first) in zip(zip(strips, whole), before) {
      #expect(made != first)
      let most = zip(expected, first).map { abs($0 - $1) }.max() ?? 0
      for (one, other) in zip(made, expected) { #expect(abs(one - other) <= 1e-4 * most + 2e-7) }
    }
  }

  @Test func `a step of training names the layers it takes, those drawn into another not`() throws {
    let image = ImagePreprocessing(colorSpace: .rgb)
    let layers: [(String, LayerKind)] = [
      ("c", .convolution(Self.pairs[0].convolution)), ("r", .activation(.relu)), ("p", .pooling(Self.pairs[0].pooling)),
      ("s", .softmax),
    ]
    var definition = chain([3, 150, 161], layers, updatable: ["c"])
    definition.inputs = [NetworkInput(name: "x", shape: [3, 150, 161], image: image)]
    let (timed, plain) = (try Network(definition), try Network(definition))
    let shape = try #require(timed.shape(of: "p"))
    let pictures = [40, 90].map { seed in
      PixelBuffer(width: 161, height: 150, bytes: (0..<161 * 150 * 3).map { UInt8(truncatingIfNeeded: $0 * seed / 7) })
    }
    let targets = Targets.values(Tensor(shape: [2] + shape, repeating: 0.5))
    var (one, other) = (OptimizerState(.sgd(learningRate: 0.1)), OptimizerState(.sgd(learningRate: 0.1)))
    let times = try timed.layerTimes(images: pictures, targets: targets, optimizer: &one, runs: 2)
    #expect(times.map(\.layer) == ["c", "s"])
    #expect(times.allSatisfy { $0.seconds > 0 && $0.backward > 0 })
    for _ in 0..<2 { _ = try plain.trainStep(images: pictures, targets: targets, optimizer: &other) }
    #expect(timed.definition == plain.definition)
    #expect(timed.definition != definition)
  }

  @Test func `such a network learns as it did`() throws {
    let pair = Self.pairs[0]
    let definition = chain(
      pair.input, [("c", .convolution(pair.convolution)), ("p", .pooling(pair.pooling))], updatable: ["c"])
    let network = try Network(definition)
    let x = random([1] + pair.input, seed: 5)
    let shape = try #require(network.shape(of: "p"))
    let target = Tensor(shape: [1] + shape, repeating: 3)
    var state = OptimizerState(.sgd(learningRate: 1))
    let first = try network.trainStep(inputs: ["x": x], targets: .values(target), optimizer: &state).loss
    let made = try #require(network.forward(["x": x])["p"])
    let loss = made.values.reduce(0.0) { $0 + Double(($1 - 3) * ($1 - 3)) } / Double(made.count)
    let second = try network.trainStep(inputs: ["x": x], targets: .values(target), optimizer: &state).loss
    #expect(abs(Float(loss) - second) < 1e-5 * second)
    #expect(second < first)
  }
}
