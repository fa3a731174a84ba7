import Arithmetic
import Networks
import Tensors
import Testing

/// Layers wide enough for a matrix unit; where there is none, the same is asked of vectors.
@Suite struct TiledProductsTests {
  private func convolution(_ inputs: Int, _ outputs: Int, _ kernel: Int, padding: Padding) -> ConvolutionDefinition {
    ConvolutionDefinition(
      outputChannels: outputs, kernelSize: Extent(kernel, kernel), padding: padding,
      weights: random([outputs, inputs, kernel, kernel], seed: 1, from: -0.2, to: 0.2),
      bias: random([outputs], seed: 2))
  }

  @Test(arguments: [(1, 128, 32), (1, 160, 50), (2, 32, 16), (2, 64, 33), (4, 32, 20), (5, 32, 17)], [5, 9, 18])
  func `sums over windows that lie on the map`(shape: (Int, Int, Int), width: Int) throws {
    try check(shape, width: width, padding: .valid(Margins()), before: 0)
  }

  @Test(arguments: [(3, 128, 32), (3, 160, 48)], [5, 9, 18])
  func `sums over windows with a border`(shape: (Int, Int, Int), width: Int) throws {
    try check(shape, width: width, padding: .same(topLeftHeavy: false), before: 1)
  }

  /// Every output against sums in double precision.
  private func check(_ shape: (Int, Int, Int), width: Int, padding: Padding, before: Int) throws {
    let (kernel, channels, outputs) = shape, height = 7
    let definition = convolution(channels, outputs, kernel, padding: padding)
    let x = random([2, channels, height, width], seed: 3)
    let network = try Network(chain([channels, height, width], [("c", .convolution(definition))]))
    let y = try #require(try network.forward(["x": x]).values.first)
    let (rows, columns) = (y.shape[2], y.shape[3])
    let weights = definition.weights.values, bias = try #require(definition.bias).values
    var furthest = 0.0
    for sample in 0..<2 {
      for output in stride(from: 0, to: outputs, by: 3) {
        for place in 0..<rows * columns {
          var sum = Double(bias[output])
          for tap in 0..<kernel * kernel {
            let (v, u) = (place / columns + tap / kernel - before, place % columns + tap % kernel - before)
            guard v >= 0, u >= 0, v < height, u < width else { continue }
            for channel in 0..<channels {
              let weight = weights[(output * channels + channel) * kernel * kernel + tap]
              sum += Double(weight) * Double(x.values[((sample * channels + channel) * height + v) * width + u])
            }
          }
          furthest = max(furthest, abs(Double(y.values[(sample * outputs + output) * rows * columns + place]) - sum))
        }
      }
    }
    #expect(furthest > 0 && furthest < 2e-5, "\(furthest)")
  }

  @Test(arguments: [1, 3]) func `the gradient passes through`(kernel: Int) throws {
    let mixer = ConvolutionDefinition(
      outputChannels: 32, kernelSize: Extent(1, 1), weights: random([32, 1, 1, 1], seed: 5), bias: random([32], seed: 6)
    )
    let wide = convolution(32, 128, kernel, padding: .same(topLeftHeavy: false))
    try GradientCheck(samples: 2).check(
      chain([1, 6, 7], [("mix", .convolution(mixer)), ("wide", .convolution(wide))], updatable: ["mix"]),
      inputs: ["x": random([2, 1, 6, 7], seed: 7)], "\(kernel)")
  }

  private func denseNetwork() -> NetworkDefinition {
    chain(
      [150],
      [
        ("first", dense(150, 140)), ("r", .activation(.relu)), ("second", dense(140, 70)),
        ("s", .softmax),
      ],
      updatable: ["first", "second"])
  }

  /// What one step takes away from every parameter, of samples in mini-batches of this size.
  private func gradients(_ samples: Range<Int>, threads: Int = 1) throws -> [ParameterKey: Tensor] {
    let network = try Network(denseNetwork(), workers: WorkerPool(threads: threads))
    let x = random([96, 150], seed: 9)
    let before = network.definition.parameters
    var state = OptimizerState(.sgd(learningRate: 1))
    _ = try network.trainStep(
      inputs: [
        "x": Tensor(
          shape: [samples.count, 150], values: Array(x.values[samples.lowerBound * 150..<samples.upperBound * 150]))
      ], targets: .classes(samples.map { $0 * 7 % 70 }), optimizer: &state)
    return network.definition.parameters.reduce(into: [:]) { result, entry in
      guard let old = before[entry.key] else { return }
      result[entry.key] = Tensor(shape: old.shape, values: zip(old.values, entry.value.values).map { $0 - $1 })
    }
  }

  @Test(arguments: [32, 48, 96]) func `a large mini-batch's gradient is the mean of small ones'`(batch: Int) throws {
    let whole = try gradients(0..<batch)
    let parts = try stride(from: 0, to: batch, by: 16).map { try gradients($0..<$0 + 16) }
    #expect(whole.count == 4)
    for (key, gradient) in whole {
      let scale = gradient.values.reduce(0) { max($0, abs($1)) }
      #expect(scale > 0)
      for index in gradient.values.indices {
        let mean = parts.reduce(Float(0)) { $0 + ($1[key]?.values[index] ?? .nan) } / Float(parts.count)
        #expect(abs(mean - gradient.values[index]) <= 3e-6 * scale + 1e-7, "\(key) \(index)")
      }
    }
  }

  @Test(arguments: [2, 4]) func `training gives the same bits on any number of threads`(threads: Int) throws {
    #expect(try gradients(0..<96, threads: threads) == gradients(0..<96))
  }

  /// The weights of a wide layer, which Adam moves piece by piece, after so many steps.
  private func wideWeights(steps: Int, threads: Int) throws -> [Float] {
    let network = try Network(
      chain([300], [("wide", dense(300, 200)), ("s", .softmax)], updatable: ["wide"]),
      workers: WorkerPool(threads: threads))
    var state = OptimizerState(.adam(learningRate: 1e-3, eps: 1e-20))
    for step in 0..<steps {
      _ = try network.trainStep(
        inputs: ["x": random([64, 300], seed: UInt64(12 + step))], targets: .classes((0..<64).map { $0 * 3 % 200 }),
        optimizer: &state)
    }
    return try #require(network.definition.parameters[ParameterKey(layer: "wide", part: .weights)]).values
  }

  @Test(arguments: [1, 2, 3, 8]) func `every weight of a wide layer moves once a step`(threads: Int) throws {
    let (before, after) = (try wideWeights(steps: 0, threads: 1), try wideWeights(steps: 1, threads: threads))
    // Adam's first step is as long as its rate, however small the gradient.
    for (old, new) in zip(before, after) { #expect(abs(abs(new - old) - 1e-3) < 1e-5) }
    #expect(try wideWeights(steps: 5, threads: threads) == wideWeights(steps: 5, threads: 1))
  }
}
