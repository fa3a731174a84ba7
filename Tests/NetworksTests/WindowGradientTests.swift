import Networks
import Tensors
import Testing

/// Kernels, strides, dilations and paddings walked through for convolutions, deconvolutions and poolings.
@Suite struct WindowGradientTests {
  private static let paddings: [Padding] = [
    .valid(Margins()), .valid(Margins(top: 1, bottom: 0, left: 1, right: 2)), .same(topLeftHeavy: false),
    .same(topLeftHeavy: true),
  ]

  @Test(arguments: [(1, 1), (1, 2), (2, 2), (3, 3)], [(1, 1), (2, 1), (2, 2), (3, 2)])
  func `convolution by weights, bias and input`(kernel: (Int, Int), stride: (Int, Int)) throws {
    for padding in WindowGradientTests.paddings {
      for dilation in 1...2 {
        for (channels, outputs, groups) in [(1, 2, 1), (3, 2, 1), (4, 4, 2), (3, 3, 3)] {
          let layer = ConvolutionDefinition(
            outputChannels: outputs, kernelSize: Extent(kernel.0, kernel.1), stride: Extent(stride.0, stride.1),
            dilation: Extent(dilation, dilation), groups: groups, padding: padding,
            weights: random([outputs, channels / groups, kernel.0, kernel.1], seed: 1), bias: random([outputs], seed: 2)
          )
          try check(layer, [channels, 6, 5], "\(kernel) \(stride) \(padding) \(dilation) \(groups)")
        }
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 3), (3, 3)], [(1, 1), (2, 1), (2, 3)])
  func `deconvolution by weights, bias and input`(kernel: (Int, Int), stride: (Int, Int)) throws {
    for padding in WindowGradientTests.paddings where padding == .valid(Margins()) || kernel.0 > 1 {
      for (channels, outputs, groups) in [(2, 3, 1), (4, 2, 2)] {
        let layer = ConvolutionDefinition(
          outputChannels: outputs, kernelSize: Extent(kernel.0, kernel.1), stride: Extent(stride.0, stride.1),
          groups: groups, padding: padding, weights: random([channels, outputs / groups, kernel.0, kernel.1], seed: 1),
          bias: random([outputs], seed: 2), isDeconvolution: true)
        try check(layer, [channels, 3, 4], "\(kernel) \(stride) \(padding) \(groups)")
      }
    }
  }

  @Test func `wide convolution of 3 by 3 by weights, bias and input`() throws {
    let layer = ConvolutionDefinition(
      outputChannels: 16, kernelSize: Extent(3, 3), padding: .same(topLeftHeavy: false),
      weights: random([16, 16, 3, 3], seed: 1, from: -0.3, to: 0.3), bias: random([16], seed: 2))
    try check(layer, [16, 5, 4], "wide")
  }

  private func check(_ layer: ConvolutionDefinition, _ input: [Int], _ label: String) throws {
    let mixer = ConvolutionDefinition(
      outputChannels: input[0], kernelSize: Extent(1, 1), weights: random([input[0], input[0], 1, 1], seed: 3),
      bias: random([input[0]], seed: 4))
    let network = chain(
      input, [("mix", .convolution(mixer)), ("c", .convolution(layer))], updatable: ["mix", "c"])
    try GradientCheck(samples: 2).check(network, inputs: ["x": random([2] + input, seed: 5)], label)
  }

  @Test(arguments: [PoolingDefinition.Statistic.max, .average, .l2], [1, 2, 3])
  func `pooling by input`(statistic: PoolingDefinition.Statistic, kernel: Int) throws {
    for stride in 1...3 {
      for padding in WindowGradientTests.paddings + [
        .includeLastPixel(rows: 0, columns: 0), .includeLastPixel(rows: 1, columns: 0),
      ] {
        for excludes in [false, true] where statistic == .average || !excludes {
          let layer = PoolingDefinition(
            statistic: statistic, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride), padding: padding,
            excludesPadding: excludes)
          do {
            try GradientCheck(distances: [1e-2, 3e-3, 1e-3], lower: -0.8).checkInputs(
              [[2, 5, 6]], .pooling(layer), label: "\(statistic) \(kernel) \(stride) \(padding)")
          } catch NetworkError.emptyOutput {
            // Margins as wide as the window: a window would lie outside the map.
            #expect(kernel <= 2)
          }
        }
      }
    }
  }

  @Test(arguments: [PoolingDefinition.Statistic.max, .average, .l2])
  func `global pooling by input`(statistic: PoolingDefinition.Statistic) throws {
    let layer = PoolingDefinition(
      statistic: statistic, kernelSize: Extent(0, 0), stride: Extent(1, 1), isGlobal: true)
    try GradientCheck().checkInputs([[3, 4, 5]], .pooling(layer))
  }

  @Test(arguments: 1...5)
  func `fully connected layers by weights, bias and input`(samples: Int) throws {
    for (inputs, outputs) in [(1, 1), (3, 2), (17, 5), (5, 17)] {
      let network = chain(
        [inputs],
        [
          (
            "first",
            .innerProduct(
              InnerProductDefinition(
                inputChannels: inputs, outputChannels: 7, weights: random([7, inputs], seed: 1),
                bias: random([7], seed: 2)))
          ),
          ("curve", .activation(.tanh)),
          (
            "second",
            .innerProduct(
              InnerProductDefinition(
                inputChannels: 7, outputChannels: outputs, weights: random([outputs, 7], seed: 3), bias: nil))
          ),
        ], updatable: ["first", "second"])
      try GradientCheck(samples: samples).check(
        network, inputs: ["x": random([samples, inputs], seed: 5)], "\(inputs) to \(outputs)")
    }
  }
}
