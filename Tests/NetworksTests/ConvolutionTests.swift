import Networks
import Tensors
import Testing

/// What the format says a convolution is, with seven loops.
private func reference(_ x: Tensor, _ layer: ConvolutionDefinition, output: [Int], before: (Int, Int)) -> Tensor {
  let (samples, channels, height, width) = (x.shape[0], x.shape[1], x.shape[2], x.shape[3])
  let (perGroup, outputsPerGroup) = (channels / layer.groups, layer.outputChannels / layer.groups)
  var y = Tensor(shape: [samples, layer.outputChannels, output[0], output[1]])
  var place = 0
  for n in 0..<samples {
    for o in 0..<layer.outputChannels {
      for row in 0..<output[0] {
        for column in 0..<output[1] {
          var sum = Double(layer.bias?.values[o] ?? 0)
          for c in 0..<perGroup {
            for ky in 0..<layer.kernelSize.height {
              for kx in 0..<layer.kernelSize.width {
                let iy = row * layer.stride.height - before.0 + ky * layer.dilation.height
                let ix = column * layer.stride.width - before.1 + kx * layer.dilation.width
                guard (0..<height).contains(iy), (0..<width).contains(ix) else { continue }
                let from = ((n * channels + o / outputsPerGroup * perGroup + c) * height + iy) * width + ix
                let weight = ((o * perGroup + c) * layer.kernelSize.height + ky) * layer.kernelSize.width + kx
                sum += Double(x.values[from]) * Double(layer.weights.values[weight])
              }
            }
          }
          y.values[place] = Float(sum)
          place += 1
        }
      }
    }
  }
  return y
}

@Suite struct ConvolutionTests {
  @Test(arguments: [(1, 1), (1, 2), (2, 1), (2, 2), (3, 3)], [(1, 1), (2, 1), (1, 2)])
  func `every kernel, stride, dilation, padding and grouping agrees with the definition`(
    kernel: (Int, Int), stride: (Int, Int)
  ) throws {
    for dilation in 1...2 {
      for margins in [Margins(), Margins(top: 1, bottom: 0, left: 2, right: 1)] {
        for (channels, outputs, groups) in [
          (1, 1, 1), (3, 5, 1), (4, 6, 2), (3, 3, 3), (37, 37, 37), (2, 35, 1), (16, 16, 4), (7, 14, 7), (9, 24, 3),
        ] {
          let layer = ConvolutionDefinition(
            outputChannels: outputs, kernelSize: Extent(kernel.0, kernel.1), stride: Extent(stride.0, stride.1),
            dilation: Extent(dilation, dilation), groups: groups, padding: .valid(margins),
            weights: random([outputs, channels / groups, kernel.0, kernel.1], seed: 1), bias: random([outputs], seed: 2)
          )
          let x = random([2, channels, 6, 17], seed: 3)
          let network = try Network(chain([channels, 6, 17], [("c", .convolution(layer))]))
          let shape = try #require(network.shape(of: "c"))
          let expected = reference(x, layer, output: Array(shape.dropFirst()), before: (margins.top, margins.left))
          let y = try #require(try network.forward(["x": x])["c"])
          #expect(y.shape == expected.shape)
          #expect(distance(y, expected) < 2e-6, "\(layer.kernelSize) \(stride) \(dilation) \(margins) \(groups)")
        }
      }
    }
  }

  /// Channels that are groups of their own lie side by side in a vector, and each is summed as a map of one channel is.
  @Test(arguments: [2, 16, 37, 470], [1, 2])
  func `a depthwise convolution has the bits of each channel by itself`(channels: Int, stride: Int) throws {
    func convolve(_ x: Tensor, _ weights: Tensor, _ bias: Tensor) throws -> Tensor {
      let layer = ConvolutionDefinition(
        outputChannels: weights.shape[0], kernelSize: Extent(3, 3), stride: Extent(stride, stride),
        groups: weights.shape[0], padding: .valid(Margins(top: 1, bottom: 1, left: 1, right: 1)), weights: weights,
        bias: bias)
      return try #require(
        try Network(chain(Array(x.shape.dropFirst()), [("c", .convolution(layer))])).forward(["x": x])["c"])
    }
    func channel(_ number: Int, of map: Tensor) -> Tensor {
      let pixels = map.shape[2] * map.shape[3]
      var values: [Float] = []
      for sample in 0..<map.shape[0] {
        let start = (sample * channels + number) * pixels
        values += map.values[start..<start + pixels]
      }
      return Tensor(shape: [map.shape[0], 1, map.shape[2], map.shape[3]], values: values)
    }
    let (weights, bias) = (random([channels, 1, 3, 3], seed: 1), random([channels], seed: 2))
    let x = random([2, channels, 9, 14], seed: 3)
    let all = try convolve(x, weights, bias)
    for number in Swift.stride(from: 0, to: channels, by: channels > 100 ? 67 : 1) {
      let one = try convolve(
        channel(number, of: x),
        Tensor(shape: [1, 1, 3, 3], values: Array(weights.values[number * 9..<number * 9 + 9])),
        Tensor(shape: [1], values: [bias.values[number]]))
      #expect(channel(number, of: all).values.map(\.bitPattern) == one.values.map(\.bitPattern))
    }
  }

  /// Wide 3 × 3 kernels take another way, in fewer products: every size of the last tile, every border.
  @Test(arguments: 4...7, 4...7)
  func `wide kernels of 3 by 3 agree with the definition`(height: Int, width: Int) throws {
    for (channels, outputs) in [(16, 16), (32, 80), (16, 144)] {
      for margins in [Margins(), Margins(top: 1, bottom: 1, left: 1, right: 1), Margins(top: 2, left: 1)] {
        let layer = ConvolutionDefinition(
          outputChannels: outputs, kernelSize: Extent(3, 3), padding: .valid(margins),
          weights: random([outputs, channels, 3, 3], seed: 1), bias: random([outputs], seed: 2))
        let x = random([1, channels, height, width], seed: 3)
        let network = try Network(chain([channels, height, width], [("c", .convolution(layer))]))
        let shape = try #require(network.shape(of: "c"))
        let expected = reference(x, layer, output: Array(shape.dropFirst()), before: (margins.top, margins.left))
        let y = try #require(try network.forward(["x": x])["c"])
        #expect(distance(y, expected) < 2e-5)
      }
    }
  }

  /// Windows that lie wholly in the border, a border wider than all windows together: sums of nothing, the bias.
  @Test(arguments: [1, 3], [1, 2, 10])
  func `borders may be wider than the map and the kernel`(kernel: Int, stride: Int) throws {
    for margins in [
      Margins(top: 5, left: 5), Margins(bottom: 5, right: 5), Margins(top: 4, bottom: 7, left: 6, right: 3),
    ] {
      for (channels, outputs, size) in [(1, 2, 1), (2, 3, 2), (16, 16, 4)] {
        let layer = ConvolutionDefinition(
          outputChannels: outputs, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride),
          padding: .valid(margins), weights: random([outputs, channels, kernel, kernel], seed: 1),
          bias: random([outputs], seed: 2))
        let x = random([2, channels, size, size], seed: 3)
        let network = try Network(chain([channels, size, size], [("c", .convolution(layer))]))
        let shape = try #require(network.shape(of: "c"))
        let expected = reference(x, layer, output: Array(shape.dropFirst()), before: (margins.top, margins.left))
        let y = try #require(try network.forward(["x": x])["c"])
        #expect(distance(y, expected) < 1e-5)
        if channels > 2 { continue }
        let trained = chain([channels, size, size], [("c", .convolution(layer))], updatable: ["c"])
        try GradientCheck().check(trained, inputs: ["x": x], "\(margins)")
      }
    }
  }
}
