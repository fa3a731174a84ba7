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

  @Test func `what rounding takes from weights is given back on average`() throws {
    let quantized = try Network.calibrated(Sample.definition, images: Sample.pictures(16))
    var rangesOnly = quantized
    for index in rangesOnly.layers.indices { rangesOnly.layers[index].observedInput?.channelMeans = [] }
    let pictures = Sample.pictures(8, seed: 4)
    for name in ["squeeze", "both", "scores"] {
      func errors(of definition: NetworkDefinition) throws -> [Float] {
        let exact = try #require(try Network(Sample.definition).forward(images: pictures, outputs: [name])[name])
        let near = try #require(try Network(definition).forward(images: pictures, outputs: [name])[name])
        // The mean of each channel's errors.
        let (channels, samples) = (exact.shape[1], exact.shape[0])
        let pixels = exact.count / channels / samples
        return (0..<channels).map { channel in
          var sum: Float = 0
          for sample in 0..<samples {
            for pixel in 0..<pixels {
              let place = (sample * channels + channel) * pixels + pixel
              sum += near.values[place] - exact.values[place]
            }
          }
          return abs(sum) / Float(samples * pixels)
        }
      }
      let (with, without) = (try errors(of: quantized), try errors(of: rangesOnly))
      #expect(with.reduce(0, +) < without.reduce(0, +) / 2, "\(name)")
    }
  }

  @Test func `means are those of what a layer reads`() throws {
    let (pictures, definition) = (Sample.pictures(3), Sample.definition)
    let quantized = try Network.calibrated(definition, images: pictures)
    for (layer, channels) in [("first_sums", 3), ("right_sums", 12), ("linear", 44), ("hidden_sums", 144)] {
      let input = try #require(definition.layers.first { $0.name == layer }?.inputs[0])
      let read = try #require(try Network(definition).forward(images: pictures, outputs: [input])[input])
      let means = try #require(quantized.observedInputs[layer]?.channelMeans)
      try #require(means.count == channels)
      let pixels = read.count / 3 / channels
      for (channel, mean) in means.enumerated() {
        let sum = (0..<3).reduce(0.0) { sum, sample in
          let first = (sample * channels + channel) * pixels
          return read.values[first..<first + pixels].reduce(sum) { $0 + Double($1) }
        }
        #expect(abs(Double(mean) - sum / Double(3 * pixels)) < 1e-5, "\(layer) \(channel)")
      }
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
    let steps = ["left", "right", "both", "maxima", "dropout"].compactMap { blueprint.numbers[$0] }
      .compactMap { bytes.scales[$0]?.step }
    #expect(steps.count == 5 && Set(steps).count == 1)
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
    let names = quantized.layers.filter { $0.observedInput != nil }.map(\.name)
    #expect(names == ["first_sums", "squeeze_sums", "left_sums", "right_sums", "linear", "smooth_sums", "scores"])
    // A layer that learns is not quantised, whatever range it has.
    var ranged = definition
    for index in ranged.layers.indices {
      ranged.layers[index].observedInput = ranged.layers[index].isUpdatable ? ObservedInput(range: 0...1) : nil
    }
    let pictures = Sample.pictures(2, seed: 5)
    #expect(try Network(ranged).forward(images: pictures) == Network(definition).forward(images: pictures))
  }

  @Test func `the range of an image is all that its pixels can become`() throws {
    let quantized = try Network.calibrated(Sample.definition, images: Sample.pictures(1))
    #expect(quantized.observedInputs["first_sums"]?.range == 0...2.55)
    let mean = ImagePreprocessing(colorSpace: .bgr, channelScale: 2, biases: [-10, 1, 5])
    #expect(mean.range == -10...515)
    var less = ImagePreprocessing(colorSpace: .grayscale, channelScale: -1)
    #expect(less.range == -255...0)
    less.meanImage = [3, 4]
    #expect(less.range == -259...(-3))
    #expect(ImagePreprocessing(colorSpace: .rgb, channelScale: .nan).range == nil)
    #expect(ImagePreprocessing(colorSpace: .rgb, channelScale: .greatestFiniteMagnitude).range == nil)
  }

  @Test func `what is not a number stops nothing`() throws {
    var definition = Sample.definition
    let place = try #require(definition.layers.firstIndex { $0.name == "left_sums" })
    let weights = try #require(definition.layers[place].weights)
    definition.layers[place].weights = Tensor(shape: weights.shape, values: [.nan] + weights.values.dropFirst())
    let quantized = try Network.calibrated(definition, images: Sample.pictures(2))
    #expect(quantized.layers[place].observedInput == nil)
    _ = try Network(quantized).forward(images: Sample.pictures(2))
  }
}
