import Arithmetic
import Tensors
import Testing

@testable import Networks

/// A network with what quantised layers meet: maps passed on in bytes and as numbers, concats, maxima, padding, and a function.
private struct Sample {
  var layers: [LayerDefinition] = []
  var generator = SeededGenerator(seed: 3)

  mutating func numbers(_ shape: [Int], _ bound: Float) -> Tensor {
    Tensor(shape: shape, values: (0..<shape.reduce(1, *)).map { _ in generator.uniform(-bound, bound) })
  }

  mutating func add(_ name: String, from inputs: [String], _ kind: LayerKind) {
    layers.append(LayerDefinition(name: name, inputs: inputs, outputs: [name], kind: kind))
  }

  mutating func convolution(
    _ name: String, from input: String, _ channels: (Int, Int), kernel: Int = 1, stride: Int = 1, margin: Int = 0,
    then function: ActivationFunction? = .relu
  ) {
    let bound = (3 / Float(channels.0 * kernel * kernel)).squareRoot()
    let made = function == nil ? name : "\(name)_sums"
    add(
      made, from: [input],
      .convolution(
        ConvolutionDefinition(
          outputChannels: channels.1, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride),
          padding: .valid(Margins(top: margin, bottom: margin, left: margin, right: margin)),
          weights: numbers([channels.1, channels.0, kernel, kernel], bound), bias: numbers([channels.1], 0.2))))
    if let function { add(name, from: [made], .activation(function)) }
  }

  static let definition: NetworkDefinition = {
    var sample = Sample()
    sample.convolution("first", from: "image", (3, 8), kernel: 3, stride: 2)
    sample.convolution("squeeze", from: "first", (8, 12))
    sample.convolution("left", from: "squeeze", (12, 20))
    sample.convolution("right", from: "squeeze", (12, 24), kernel: 3, margin: 1)
    sample.add("both", from: ["left", "right"], .concat)
    sample.add(
      "maxima", from: ["both"],
      .pooling(
        PoolingDefinition(
          statistic: .max, kernelSize: Extent(3, 3), stride: Extent(2, 2),
          padding: .includeLastPixel(rows: 0, columns: 0))))
    sample.add("dropout", from: ["maxima"], .dropout(probability: 0.5))
    // Negative numbers go on: 0 is no byte's least.
    sample.convolution("linear", from: "dropout", (44, 16), then: nil)
    sample.convolution("smooth", from: "linear", (16, 16), kernel: 3, stride: 2, margin: 1, then: .sigmoid)
    sample.add("flat", from: ["smooth"], .flatten(.channelFirst))
    let inputs = 16 * 3 * 3
    sample.add(
      "hidden_sums", from: ["flat"],
      .innerProduct(
        InnerProductDefinition(
          inputChannels: inputs, outputChannels: 36, weights: sample.numbers([36, inputs], 0.2),
          bias: sample.numbers([36], 0.1))))
    sample.add("hidden", from: ["hidden_sums"], .activation(.relu))
    sample.add(
      "scores", from: ["hidden"],
      .innerProduct(
        InnerProductDefinition(
          inputChannels: 36, outputChannels: 10, weights: sample.numbers([10, 36], 0.3), bias: nil)))
    return NetworkDefinition(
      inputs: [
        NetworkInput(
          name: "image", shape: [3, 27, 23], image: ImagePreprocessing(colorSpace: .rgb, channelScale: 0.01))
      ],
      layers: sample.layers, outputs: ["scores"])
  }()

  static func pictures(_ count: Int, seed: UInt64 = 9) -> [PixelBuffer] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      PixelBuffer(width: 23, height: 27, bytes: (0..<27 * 23 * 3).map { _ in UInt8(generator.below(256)) })
    }
  }
}

@Suite struct ByteMapsTests {
  private func cosine(_ one: [Float], _ other: [Float]) -> Float {
    func product(_ one: [Float], _ other: [Float]) -> Float { zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } }
    return product(one, other) / (product(one, one) * product(other, other)).squareRoot()
  }

  @Test func `quantised networks answer nearly as in single precision`() throws {
    let quantized = try Network.calibrated(Sample.definition, images: Sample.pictures(16))
    let pictures = Sample.pictures(8, seed: 4)
    for name in ["squeeze", "both", "maxima", "linear", "smooth", "hidden", "scores"] {
      let exact = try #require(try Network(Sample.definition).forward(images: pictures, outputs: [name])[name])
      let near = try #require(try Network(quantized).forward(images: pictures, outputs: [name])[name])
      #expect(near.values != exact.values)
      #expect(cosine(near.values, exact.values) > 0.998, "\(name)")
    }
  }

  @Test func `maps between quantised layers stay in bytes`() throws {
    let quantized = try Network.calibrated(Sample.definition, images: Sample.pictures(4))
    let blueprint = try Blueprint(quantized)
    let wanted = Set([try #require(blueprint.numbers["scores"])])
    let list = NodeList(blueprint, wanted: wanted, isTraining: false)
    let needs = [Bool](repeating: false, count: list.shapes.count)
    let storage = StoragePlan(list, isTraining: false, needsGradient: needs, writtenGradients: needs, inputs: [0])
    let bytes = ByteMaps(list, storage)
    let kept = blueprint.numbers.filter { bytes.scales[$0.value] != nil }.keys.sorted()
    #expect(kept == ["both", "dropout", "first", "hidden", "left", "linear", "maxima", "right", "squeeze"])
    // What goes into a concat and through maxima shares a scale.
    let scales = ["left", "right", "both", "maxima", "dropout"].compactMap { blueprint.numbers[$0] }
      .compactMap { bytes.scales[$0] }
    try #require(scales.count == 5)
    #expect(Set(scales.map(\.step)).count == 1)
    // And the factors of the layer behind them all: those of a concat's inputs one after the other.
    let factors = try #require(quantized.quantizations["linear"]?.factors)
    #expect(factors.count == 44 && Set(factors).count > 40)
    #expect(scales[0].factors + scales[1].factors == factors)
    #expect(scales[2...].allSatisfy { $0.factors == factors })
    let linear = try #require(blueprint.numbers["linear"].flatMap { bytes.scales[$0] })
    #expect(linear.zero > 0)
    let quantizedLayers = list.nodes.filter(\.isQuantized).map(\.name).sorted()
    #expect(
      quantizedLayers == [
        "first_sums", "hidden_sums", "left_sums", "linear", "right_sums", "scores", "smooth_sums", "squeeze_sums",
      ])
  }

  /// Whether samples go through alone or together, and on how many threads, all bits are the same.
  @Test(arguments: [1, 2, 3]) func `bits depend on neither the batch nor the threads`(threads: Int) throws {
    let quantized = try Network.calibrated(Sample.definition, images: Sample.pictures(4))
    let pictures = Sample.pictures(5, seed: 8)
    let network = try Network(quantized, workers: WorkerPool(threads: threads))
    let together = try #require(try network.forward(images: pictures)["scores"])
    let reference = try Network(quantized, workers: WorkerPool(threads: 1))
    for (index, picture) in pictures.enumerated() {
      let alone = try #require(try reference.forward(images: [picture])["scores"])
      #expect(Array(together.row(index)) == alone.values)
    }
  }

  @Test func `layers that learn stay in single precision`() throws {
    var definition = Sample.definition
    for index in definition.layers.indices where definition.layers[index].name.hasPrefix("hidden") {
      definition.layers[index].isUpdatable = true
    }
    let quantized = try Network.calibrated(definition, images: Sample.pictures(2))
    let names = quantized.layers.filter { $0.quantization != nil }.map(\.name)
    #expect(names == ["first_sums", "squeeze_sums", "left_sums", "right_sums", "linear", "smooth_sums", "scores"])
    // A layer that learns is not quantised, whatever it says.
    var told = definition
    let whole = try Network.calibrated(Sample.definition, images: Sample.pictures(2)).quantizations
    for index in told.layers.indices where told.layers[index].isUpdatable {
      told.layers[index].quantization = whole[told.layers[index].name]
    }
    #expect(told.isQuantized)
    let pictures = Sample.pictures(2, seed: 5)
    #expect(try Network(told).forward(images: pictures) == Network(definition).forward(images: pictures))
  }

  @Test func `readers that do not agree on factors read numbers`() throws {
    var sample = Sample()
    sample.convolution("first", from: "image", (3, 8), kernel: 3)
    sample.convolution("one", from: "first", (8, 4))
    sample.convolution("other", from: "first", (8, 4), kernel: 3)
    sample.add("flat", from: ["other"], .flatten(.channelFirst))
    let definition = NetworkDefinition(
      inputs: Sample.definition.inputs, layers: sample.layers, outputs: ["one", "flat"])
    var quantized = try Network.calibrated(definition, images: Sample.pictures(2))
    func bytes() throws -> Set<String> {
      let blueprint = try Blueprint(quantized)
      let list = NodeList(
        blueprint, wanted: Set(["one", "flat"].compactMap { blueprint.numbers[$0] }), isTraining: false)
      let needs = [Bool](repeating: false, count: list.shapes.count)
      let storage = StoragePlan(list, isTraining: false, needsGradient: needs, writtenGradients: needs, inputs: [0])
      let maps = ByteMaps(list, storage)
      return Set(blueprint.numbers.filter { maps.scales[$0.value] != nil }.keys)
    }
    #expect(try bytes() == ["first"])
    let place = try #require(quantized.layers.firstIndex { $0.name == "one_sums" })
    quantized.layers[place].quantization?.factors = [1, 2, 3, 4, 5, 6, 7, 8]
    #expect(try bytes() == [])
    _ = try Network(quantized).forward(images: Sample.pictures(1))
  }

  @Test func `other weights end the 8 bits of a layer`() throws {
    var quantized = try Network.calibrated(Sample.definition, images: Sample.pictures(2))
    let place = try #require(quantized.layers.firstIndex { $0.name == "left_sums" })
    let weights = try #require(quantized.layers[place].weights)
    let network = try Network(quantized)
    network[parameter: ParameterKey(layer: "left_sums", part: .weights)] = Tensor(shape: weights.shape, repeating: 0.1)
    #expect(network.definition.layers[place].quantization == nil)
    quantized.layers[place].weights = Tensor(shape: weights.shape, repeating: 0.1)
    #expect(quantized.layers[place].quantization == nil && quantized.isQuantized)
    let pictures = Sample.pictures(2, seed: 6)
    #expect(try network.forward(images: pictures) == Network(quantized).forward(images: pictures))
  }

  @Test func `a description that does not fit its layer is passed over`() throws {
    let quantized = try Network.calibrated(Sample.definition, images: Sample.pictures(2))
    let pictures = Sample.pictures(2, seed: 6)
    let exact = try Network(Sample.definition).forward(images: pictures)
    for change in [
      { $0.weights.removeLast() }, { $0.steps.removeLast() }, { $0.bias.append(0) }, { $0.factors = [1] },
      { $0.offsets = [1] },
    ] as [(inout LayerQuantization) -> Void] {
      var damaged = quantized
      for index in damaged.layers.indices where damaged.layers[index].quantization != nil {
        change(&damaged.layers[index].quantization!)
      }
      #expect(try Network(damaged).forward(images: pictures) == exact)
    }
    var large = quantized
    for index in large.layers.indices where large.layers[index].quantization != nil {
      let outputs = large.layers[index].quantization?.steps.count ?? 0
      large.layers[index].quantization?.bias = [Float](repeating: 1e38, count: outputs)
    }
    _ = try Network(large).forward(images: pictures)
  }

  @Test func `a byte of an image is its pixel`() throws {
    let quantized = try Network.calibrated(Sample.definition, images: Sample.pictures(1))
    let first = try #require(quantized.quantizations["first_sums"])
    #expect(abs(first.range.upperBound - 2.55) < 1e-6 && first.range.lowerBound == 0)
    #expect(first.factors.isEmpty && first.offsets == [0, 0, 0])
    // Biases of the channels are no part of what is rounded: the sums differ by what weights are rounded by alone.
    var shifted = Sample.definition
    shifted.inputs[0].image = ImagePreprocessing(colorSpace: .bgr, channelScale: -0.01, biases: [0.3, -1.1, 2.7])
    let offsets = try #require(
      try Network.calibrated(shifted, images: Sample.pictures(1)).quantizations["first_sums"]?.offsets)
    let wanted: [Float] = [-2.25, -3.65, 0.15]
    #expect(zip(offsets, wanted).allSatisfy { abs($0 - $1) < 1e-5 })
    var exact = try Network.calibrated(shifted, images: Sample.pictures(1))
    let place = try #require(exact.layers.firstIndex { $0.name == "first_sums" })
    let bytes = try #require(exact.layers[place].quantization)
    // The same sums of numbers, with weights that are whole numbers.
    let whole = Tensor(
      shape: try #require(exact.layers[place].weights).shape,
      values: bytes.weights.enumerated().map { Float($1) * bytes.steps[$0 / 27] })
    var bias = bytes.bias
    for output in bias.indices {
      for number in 0..<27 {
        bias[output] -= offsets[number / 9] * Float(bytes.weights[output * 27 + number]) * bytes.steps[output]
      }
    }
    exact = shifted
    exact.layers[place].weights = whole
    exact.layers[place].bias = Tensor(shape: [bias.count], values: bias)
    var rounded = shifted
    rounded.layers[place].quantization = bytes
    let pictures = Sample.pictures(3, seed: 11)
    let (one, other) = (
      try #require(try Network(rounded).forward(images: pictures, outputs: ["first"])["first"]),
      try #require(try Network(exact).forward(images: pictures, outputs: ["first"])["first"])
    )
    #expect(zip(one.values, other.values).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test func `a fully connected layer may read an image`() throws {
    var sample = Sample()
    let count = 3 * 27 * 23
    sample.add(
      "scores", from: ["image"],
      .innerProduct(
        InnerProductDefinition(
          inputChannels: count, outputChannels: 5, weights: sample.numbers([5, count], 0.1), bias: nil)))
    var input = Sample.definition.inputs[0]
    input.image = ImagePreprocessing(colorSpace: .rgb, channelScale: 0.01, biases: [-1, 0.5, 0])
    let definition = NetworkDefinition(inputs: [input], layers: sample.layers, outputs: ["scores"])
    let pictures = Sample.pictures(6)
    let quantized = try Network.calibrated(definition, images: pictures)
    let bytes = try #require(quantized.quantizations["scores"])
    #expect(bytes.range.lowerBound == -1 && abs(bytes.range.upperBound - 3.05) < 1e-5 && bytes.offsets.isEmpty)
    let (exact, near) = (
      try #require(try Network(definition).forward(images: pictures)["scores"]),
      try #require(try Network(quantized).forward(images: pictures)["scores"])
    )
    #expect(near.values != exact.values && cosine(near.values, exact.values) > 0.998)
  }

  @Test func `the range of an image is all that its pixels can become`() throws {
    let mean = ImagePreprocessing(colorSpace: .bgr, channelScale: 2, biases: [-10, 1, 5])
    #expect(mean.range == -10...515)
    var less = ImagePreprocessing(colorSpace: .grayscale, channelScale: -1)
    #expect(less.range == -255...0)
    less.meanImage = [3, 4]
    #expect(less.range == -259...(-3))
    #expect(ImagePreprocessing(colorSpace: .rgb, channelScale: .nan).range == nil)
    #expect(ImagePreprocessing(colorSpace: .rgb, channelScale: .greatestFiniteMagnitude).range == nil)
  }

  /// Numbers whose products, factors or steps are none, or nearly nothing.
  @Test(arguments: [1e12, 1e19, 1e37, 1e-25, 1e-38] as [Float])
  func `the largest and the smallest numbers stop nothing`(size: Float) throws {
    var definition = Sample.definition
    for index in definition.layers.indices {
      guard let weights = definition.layers[index].weights else { continue }
      definition.layers[index].weights = Tensor(shape: weights.shape, values: weights.values.map { $0 * size })
    }
    let quantized = try Network.calibrated(definition, images: Sample.pictures(2))
    _ = try Network(quantized).forward(images: Sample.pictures(2))
    for range in [0...Float.leastNonzeroMagnitude, -Float.leastNonzeroMagnitude...0, -1e38...3e38]
      as [ClosedRange<Float>]
    {
      let scale = ByteScale(range)
      #expect((0...255).contains(scale.zero) && scale.step > 0)
    }
  }

  @Test func `what is not a number stops nothing`() throws {
    var definition = Sample.definition
    let place = try #require(definition.layers.firstIndex { $0.name == "left_sums" })
    let weights = try #require(definition.layers[place].weights)
    definition.layers[place].weights = Tensor(shape: weights.shape, values: [.nan] + weights.values.dropFirst())
    let quantized = try Network.calibrated(definition, images: Sample.pictures(2))
    #expect(quantized.layers[place].quantization == nil)
    _ = try Network(quantized).forward(images: Sample.pictures(2))
  }
}
