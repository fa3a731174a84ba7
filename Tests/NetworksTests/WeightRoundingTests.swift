import Arithmetic
import Tensors
import Testing

@testable import Networks

/// A convolution over maps whose channels vary together, as those of trained networks do.
private struct Sample {
  let definition: NetworkDefinition
  let pictures: [PixelBuffer]

  init(kernel: Int, outputs: Int = 12) {
    var generator = SeededGenerator(seed: 5)
    func numbers(_ shape: [Int], _ bound: Float) -> Tensor {
      Tensor(shape: shape, values: (0..<shape.reduce(1, *)).map { _ in generator.uniform(-bound, bound) })
    }
    func convolution(_ name: String, from input: String, _ channels: (Int, Int), _ kernel: Int) -> LayerDefinition {
      LayerDefinition(
        name: name, inputs: [input], outputs: [name],
        kind: .convolution(
          ConvolutionDefinition(
            outputChannels: channels.1, kernelSize: Extent(kernel, kernel), padding: .same(topLeftHeavy: false),
            weights: numbers([channels.1, channels.0, kernel, kernel], 0.5), bias: numbers([channels.1], 0.2))))
    }
    definition = NetworkDefinition(
      inputs: [
        NetworkInput(
          name: "image", shape: [3, 12, 10], image: ImagePreprocessing(colorSpace: .rgb, channelScale: 1 / 255))
      ],
      // 16 channels of three numbers.
      layers: [
        convolution("mixed", from: "image", (3, 16), 1),
        LayerDefinition(name: "relu", inputs: ["mixed"], outputs: ["relu"], kind: .activation(.relu)),
        convolution("sums", from: "relu", (16, outputs), kernel),
      ], outputs: ["sums"])
    pictures = (0..<12).map { _ in
      PixelBuffer(width: 10, height: 12, bytes: (0..<360).map { _ in UInt8(generator.below(256)) })
    }
  }

  func errors(of quantized: NetworkDefinition) throws -> [Float] {
    let exact = try #require(try Network(definition).forward(images: pictures)["sums"])
    let near = try #require(try Network(quantized).forward(images: pictures)["sums"])
    return zip(exact.values, near.values).map { $1 - $0 }
  }
}

@Suite struct WeightRoundingTests {
  private func squares(_ errors: [Float]) -> Float { errors.reduce(0) { $0 + $1 * $1 } }

  @Test(arguments: [1, 3]) func `outputs change less than when each weight is rounded by itself`(kernel: Int) throws {
    let sample = Sample(kernel: kernel)
    let quantized = try Network.calibrated(sample.definition, images: sample.pictures)
    let layer = quantized.layers[2]
    let (bytes, exact) = (try #require(layer.quantization), try #require(layer.weights).values)
    let (taps, count) = (kernel * kernel, 16 * kernel * kernel)
    var nearest = quantized
    nearest.layers[2].quantization?.weights = exact.enumerated().map { place, weight in
      Int8((weight * bytes.factors[place % count / taps] / bytes.steps[place / count]).rounded())
    }
    #expect(nearest != quantized)
    #expect(squares(try sample.errors(of: quantized)) < squares(try sample.errors(of: nearest)) / 2)
  }

  @Test func `what is left on average is in the bias`() throws {
    let sample = Sample(kernel: 3)
    let quantized = try Network.calibrated(sample.definition, images: sample.pictures)
    var plain = quantized
    for index in [0, 2] {
      let bias = plain.layers[index].bias?.values ?? []
      plain.layers[index].quantization?.bias = bias
    }
    // The size of the channels' mean errors.
    func means(_ definition: NetworkDefinition) throws -> Float {
      let (errors, pixels) = (try sample.errors(of: definition), 120)
      var sums = [Float](repeating: 0, count: 12)
      for (place, error) in errors.enumerated() { sums[place / pixels % 12] += error }
      return sums.reduce(0) { $0 + abs($1) } / Float(errors.count)
    }
    #expect(try means(quantized) < means(plain) / 4)
  }

  /// Products of four weights with the largest bytes are added in 16 bits.
  @Test(arguments: [1, 3]) func `four weights of one sign fit into 16 bits`(kernel: Int) throws {
    let sample = Sample(kernel: kernel, outputs: 70)
    let quantized = try Network.calibrated(sample.definition, images: sample.pictures)
    for (layer, channels) in [(quantized.layers[0], 3), (quantized.layers[2], 16)] {
      let bytes = try #require(layer.quantization)
      let outputs = bytes.steps.count, count = bytes.weights.count / outputs
      let taps = count / channels
      let sums = ByteSums(channels: channels, taps: taps, rowTaps: taps == 9 ? 3 : 1)
      let largest = (0..<outputs).map { output in
        sums.largest(of: bytes.weights[output * count..<(output + 1) * count].map(Float.init))
      }
      #expect(largest.allSatisfy { $0 <= Float(ByteSums.most) })
      #expect(largest.contains { $0 > 120 })
    }
  }

  @Test func `what never varies is rounded to the nearest`() throws {
    let sample = Sample(kernel: 1)
    let grey = [PixelBuffer](
      repeating: PixelBuffer(width: 10, height: 12, bytes: [UInt8](repeating: 99, count: 360)), count: 2)
    let quantized = try Network.calibrated(sample.definition, images: grey)
    let layer = quantized.layers[2]
    let (bytes, exact) = (try #require(layer.quantization), try #require(layer.weights).values)
    for (place, weight) in exact.enumerated() {
      let whole = weight * bytes.factors[place % 16] / bytes.steps[place / 16]
      #expect(abs(whole - Float(bytes.weights[place])) <= 0.5001)
    }
  }

  @Test(arguments: [1, 2]) func `the same on any number of threads, and again`(threads: Int) throws {
    let sample = Sample(kernel: 3, outputs: 70)
    let once = try Network.calibrated(sample.definition, images: sample.pictures)
    WorkerPool.limitShared(to: threads)
    #expect(try Network.calibrated(sample.definition, images: sample.pictures) == once)
  }

  @Test func `it stops where it is asked to`() throws {
    let sample = Sample(kernel: 1)
    #expect(throws: NetworkError.step(.stopped)) {
      try Network.calibrated(sample.definition, images: sample.pictures) { false }
    }
    #expect(try Network.calibrated(sample.definition, images: []) == sample.definition)
  }
}
