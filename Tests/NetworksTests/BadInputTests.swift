import Networks
import Tensors
import Testing

/// What a network is made of or fed with that cannot be: every one is refused with its facts, before any memory is asked for.
@Suite struct BadInputTests {
  private static let huge = 1_000_000_000
  private static let empty = Tensor(shape: [0])

  private static func convolution(
    outputs: Int = 1, kernel: Int = 1, stride: Int = 1, dilation: Int = 1, groups: Int = 1,
    margins: Margins = Margins(), shape: Extent? = nil
  ) -> LayerKind {
    .convolution(
      ConvolutionDefinition(
        outputChannels: outputs, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride),
        dilation: Extent(dilation, dilation), groups: groups, padding: .valid(margins),
        weights: Tensor(shape: [2, 1, 1, 1]), bias: nil, isDeconvolution: shape != nil, outputShape: shape))
  }

  private static func recurrent(_ inputs: Int, _ outputs: Int) -> LayerKind {
    .recurrent(
      RecurrentDefinition(
        cell: .simple(.tanh), inputSize: inputs, outputSize: outputs,
        parameters: RecurrentWeights(input: empty, recursion: empty)))
  }

  /// Layers over [2, 4, 4] with sizes beyond all measure.
  private static let absurd: [LayerKind] = [huge, 1 << 40, Int.max, Int.max / 2 + 1].flatMap { size -> [LayerKind] in
    [
      .innerProduct(InnerProductDefinition(inputChannels: 32, outputChannels: size, weights: empty, bias: nil)),
      .innerProduct(InnerProductDefinition(inputChannels: size, outputChannels: size, weights: empty, bias: nil)),
      convolution(outputs: size), convolution(kernel: size), convolution(stride: size), convolution(dilation: size),
      convolution(groups: size), convolution(margins: Margins(top: size, bottom: size)),
      convolution(shape: Extent(size, size)),
      .pooling(PoolingDefinition(statistic: .max, kernelSize: Extent(size, 1), stride: Extent(1, size))),
      .padding(
        PaddingDefinition(filling: .constant(0), margins: Margins(top: size, bottom: size, left: size, right: size))),
      .crop(CropDefinition(margins: Margins(top: size, bottom: size))),
      .crop(CropDefinition(offset: Extent(size, size))),
      .slice(SliceDefinition(axis: .width, start: size, end: size)),
      .slice(SliceDefinition(axis: .width, start: -size, end: -size)),
      .reshape(targetShape: [size, size, size], order: .channelFirst),
      .reshape(targetShape: [size, 1, 1, 1], order: .channelFirst),
      .upsample(factor: Extent(size, size), interpolation: .nearest),
      .resample(ResampleDefinition(size: .target(Extent(size, size)), grid: .upsample)),
      .resample(ResampleDefinition(size: .factor(height: Float(size), width: Float(size)), grid: .nearest)),
      .reorganize(ReorganizeDefinition(mode: .depthToSpace, blockSize: size)), .sequenceRepeat(count: size),
      .localResponseNormalization(LocalResponseNormalizationDefinition(alpha: 1, beta: 1, localSize: size)),
      .embedding(EmbeddingDefinition(inputDimension: size, outputChannels: size, weights: empty, bias: nil)),
      recurrent(32, size), recurrent(size, size),
      .batchNormalization(BatchNormalizationDefinition(channels: size)),
    ]
  }

  @Test(arguments: absurd.indices)
  func `absurd sizes are refused`(index: Int) {
    let kind = Self.absurd[index]
    #expect(throws: NetworkError.self, "\(kind)") { try Network(chain([2, 4, 4], [("layer", kind)])) }
  }

  /// A convolution each of whose settings is allowed by itself.
  private static func sparse(
    channels: Int = 1, kernel: Int, stride: Int = 1, dilation: Int = 1, padding: Padding = .same(topLeftHeavy: false),
    shape: Extent? = nil
  ) -> ConvolutionDefinition {
    ConvolutionDefinition(
      outputChannels: 1, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride),
      dilation: Extent(dilation, dilation), padding: padding, weights: Tensor(shape: [1, channels, kernel, kernel]),
      bias: nil, isDeconvolution: shape != nil, outputShape: shape)
  }

  /// The most that a step, a gap or a border may be.
  private static let most = 1 << 24
  private static let wide = Margins(top: most, bottom: most, left: most, right: most)

  private static let sparseWindows: [(input: [Int], layer: ConvolutionDefinition, bytes: Int)] = [
    ([1, 8, 8], sparse(kernel: 1000, dilation: most), Int.max),
    ([1 << 16, 4, 4], sparse(channels: 1 << 16, kernel: 2, dilation: most), Int.max),
    (
      [1 << 20, 2, 2], sparse(channels: 1 << 20, kernel: 1, stride: most, padding: .valid(wide)),
      4 << 20 * (2 * most + 1)
    ),
    ([1, 300, 1], sparse(kernel: 1, stride: most, shape: Extent(5, 1)), 4 * (299 * most + 1)),
  ]

  @Test(arguments: sparseWindows.indices)
  func `windows whose gaps, steps or borders no memory holds together are refused`(index: Int) {
    let (input, layer, bytes) = Self.sparseWindows[index]
    #expect(throws: NetworkError.tooLarge(layer: "layer", bytes: bytes)) {
      let network = try Network(chain(input, [("layer", .convolution(layer))], updatable: ["layer"]))
      _ = try network.forward(["x": Tensor(shape: [1] + input)])
      var state = OptimizerState(.sgd(learningRate: 1))
      let output = try #require(network.shape(of: "layer"))
      _ = try network.trainStep(
        inputs: ["x": Tensor(shape: [1] + input)], targets: .values(Tensor(shape: [1] + output)), optimizer: &state)
    }
  }

  @Test(arguments: [huge, 1 << 40, Int.max])
  func `a layer a thousand million wide says what it would take`(width: Int) {
    let layer = InnerProductDefinition(inputChannels: 8, outputChannels: width, weights: Self.empty, bias: nil)
    let bytes = width == .max ? Int.max : width * 32
    #expect(throws: NetworkError.tooLarge(layer: "wide", bytes: bytes)) {
      try Network(chain([8], [("wide", .innerProduct(layer))]))
    }
  }

  @Test func `a sequence longer than memory is refused`() {
    let steps = Self.huge
    var network = chain([4], [("y", .softmax)])
    network.inputs[0].sequenceLength = steps
    #expect(throws: NetworkError.tooLarge(layer: nil, bytes: steps * 16)) { try Network(network) }
    network.inputs[0].sequenceLength = 0
    #expect(throws: NetworkError.invalidInput(name: "x", shape: [4])) { try Network(network) }
  }

  @Test func `what a recurrent layer would write down is measured before it is asked for`() throws {
    let size = 1 << 10
    let layer = RecurrentDefinition(
      cell: .simple(.tanh), inputSize: 1, outputSize: size,
      parameters: RecurrentWeights(input: Tensor(shape: [size, 1]), recursion: Tensor(shape: [size, size])))
    let network = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [1], sequenceLength: 1 << 22)],
      layers: [LayerDefinition(name: "long", inputs: ["x"], outputs: ["y"], kind: .recurrent(layer))], outputs: ["y"])
    let bytes = ((1 << 22) + 1) * 5 * size * 4
    #expect(throws: NetworkError.tooLarge(layer: "long", bytes: bytes)) {
      try Network(network).forward(["x": Tensor(shape: [1, 1 << 22])])
    }
  }

  @Test func `more results than memory holds are refused`() throws {
    let network = try Network(chain([1], [("y", .upsample(factor: Extent(1 << 10, 1 << 10), interpolation: .nearest))]))
    #expect(throws: NetworkError.tooLarge(layer: nil, bytes: 1 << 34)) {
      try network.forward(["x": Tensor(shape: [1 << 12, 1])])
    }
  }

  @Test(arguments: [1, 1.5, -0.1, .nan, .infinity] as [Float])
  func `a dropout that leaves nothing, or more than all, is refused`(probability: Float) {
    #expect(throws: NetworkError.self) { try Network(chain([2], [("d", .dropout(probability: probability))])) }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30])
  func `a loss that is no finite number changes nothing`(value: Float) throws {
    let definition = chain([3], [("d", dense(3, 2))], updatable: ["d"])
    let network = try Network(definition)
    var state = OptimizerState(.adam())
    for (inputs, targets) in [
      (Tensor(shape: [1, 3], repeating: value), Tensor(shape: [1, 2])),
      (Tensor(shape: [1, 3]), Tensor(shape: [1, 2], repeating: value)),
    ] {
      #expect(throws: NetworkError.self) {
        _ = try network.trainStep(inputs: ["x": inputs], targets: .values(targets), optimizer: &state)
      }
    }
    #expect(network.definition == definition)
    #expect(state == OptimizerState(.adam()))
  }

  @Test func `no classes, too many and negative ones are named`() throws {
    let network = try Network(chain([3], [("d", dense(3, 2)), ("p", .softmax)], updatable: ["d"]))
    var state = OptimizerState(.sgd(learningRate: 1))
    let x = Tensor(shape: [2, 3])
    for (targets, error) in [
      ([], NetworkError.feed(.batchMismatch(expected: 2, actual: 0))),
      ([0], .feed(.batchMismatch(expected: 2, actual: 1))),
      ([0, 2], .step(.classOutOfRange(target: 2, count: 2))), ([-1, 0], .step(.classOutOfRange(target: -1, count: 2))),
      ([.max, 0], .step(.classOutOfRange(target: .max, count: 2))),
    ] {
      #expect(throws: error) {
        _ = try network.trainStep(inputs: ["x": x], targets: .classes(targets), optimizer: &state)
      }
    }
    #expect(throws: NetworkError.invalidSetting(layer: "d", setting: "outputChannels", value: 0)) {
      let none = InnerProductDefinition(inputChannels: 3, outputChannels: 0, weights: Tensor(shape: [0, 3]), bias: nil)
      return try Network(chain([3], [("d", .innerProduct(none))]))
    }
  }
}
