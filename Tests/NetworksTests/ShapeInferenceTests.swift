import Networks
import Tensors
import Testing

/// A definition that cannot be made into a machine, and the fact that says why.
private struct BadNetwork: Sendable, CustomTestStringConvertible {
  var name: String
  var definition: NetworkDefinition
  var error: NetworkError
  var testDescription: String { name }
}

private func convolution(
  weights: [Int] = [2, 3, 3, 3], outputs: Int = 2, stride: Extent = Extent(1, 1), groups: Int = 1, bias: Int? = nil,
  padding: Padding = .valid(Margins())
) -> LayerKind {
  .convolution(
    ConvolutionDefinition(
      outputChannels: outputs, kernelSize: Extent(3, 3), stride: stride, groups: groups, padding: padding,
      weights: Tensor(shape: weights), bias: bias.map { Tensor(shape: [$0]) }))
}

private func image(_ shape: [Int], _ image: ImagePreprocessing) -> NetworkDefinition {
  NetworkDefinition(inputs: [NetworkInput(name: "x", shape: shape, image: image)], layers: [], outputs: ["x"])
}

private let badNetworks: [BadNetwork] = [
  BadNetwork(
    name: "an input without a length", definition: chain([3, 0, 4], []),
    error: .invalidInput(name: "x", shape: [3, 0, 4])),
  BadNetwork(
    name: "an input of two axes", definition: chain([3, 4], []), error: .invalidInput(name: "x", shape: [3, 4])),
  BadNetwork(
    name: "a huge input", definition: chain([1_000_000_000_000], []),
    error: .tooLarge(layer: nil, bytes: 4_000_000_000_000)),
  BadNetwork(
    name: "an input no integer measures", definition: chain([1 << 40, 1 << 40, 2], []),
    error: .tooLarge(layer: nil, bytes: .max)),
  BadNetwork(
    name: "an image of one channel whose colours have three",
    definition: image([1, 4, 4], ImagePreprocessing(colorSpace: .rgb)),
    error: .imageInput(name: "x", .channels, expected: 3, actual: 1)),
  BadNetwork(
    name: "an image with two biases",
    definition: image([3, 4, 4], ImagePreprocessing(colorSpace: .bgr, biases: [0, 0])),
    error: .imageInput(name: "x", .biases, expected: 3, actual: 2)),
  BadNetwork(
    name: "an image with a mean image of another size",
    definition: image([1, 4, 4], ImagePreprocessing(colorSpace: .grayscale, meanImage: [1])),
    error: .imageInput(name: "x", .meanNumbers, expected: 16, actual: 1)),
  BadNetwork(
    name: "an unknown tensor",
    definition: NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [2])],
      layers: [LayerDefinition(name: "a", inputs: ["z"], outputs: ["a"], kind: .softmax)], outputs: ["a"]),
    error: .unknownTensor(layer: "a", name: "z")),
  BadNetwork(
    name: "an output nothing makes",
    definition: NetworkDefinition(inputs: [NetworkInput(name: "x", shape: [2])], layers: [], outputs: ["z"]),
    error: .unknownTensor(layer: nil, name: "z")),
  BadNetwork(
    name: "a tensor made twice",
    definition: NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [2])],
      layers: [
        LayerDefinition(name: "a", inputs: ["x"], outputs: ["y"], kind: .softmax),
        LayerDefinition(name: "b", inputs: ["x"], outputs: ["y"], kind: .softmax),
      ], outputs: ["y"]),
    error: .duplicateTensor(layer: "b", name: "y")),
  BadNetwork(
    name: "a layer named twice", definition: chain([2], [("a", .softmax), ("a", .softmax)]),
    error: .duplicateLayer(name: "a")),
  BadNetwork(
    name: "wrong channels", definition: chain([4, 5, 5], [("c", convolution())]),
    error: .shapeMismatch(layer: "c", expected: [3, 0, 0], actual: [4, 5, 5])),
  BadNetwork(
    name: "wrong weights", definition: chain([3, 5, 5], [("c", convolution(weights: [5, 3, 3, 3]))]),
    error: .parameterMismatch(layer: "c", parameter: "weights", expected: [2, 3, 3, 3], actual: [5, 3, 3, 3])),
  BadNetwork(
    name: "wrong bias", definition: chain([3, 5, 5], [("c", convolution(bias: 3))]),
    error: .parameterMismatch(layer: "c", parameter: "bias", expected: [2], actual: [3])),
  BadNetwork(
    name: "a kernel larger than the map", definition: chain([3, 2, 5], [("c", convolution())]),
    error: .emptyOutput(layer: "c", input: [3, 2, 5])),
  BadNetwork(
    name: "no stride", definition: chain([3, 5, 5], [("c", convolution(stride: Extent(0, 1)))]),
    error: .invalidSetting(layer: "c", setting: "stride", value: 0)),
  BadNetwork(
    name: "negative padding",
    definition: chain([3, 5, 5], [("c", convolution(padding: .valid(Margins(top: -1))))]),
    error: .invalidSetting(layer: "c", setting: "padding", value: -1)),
  BadNetwork(
    name: "groups that do not divide", definition: chain([3, 5, 5], [("c", convolution(groups: 3))]),
    error: .invalidSetting(layer: "c", setting: "groups", value: 3)),
  BadNetwork(
    name: "no groups", definition: chain([3, 5, 5], [("c", convolution(groups: 0))]),
    error: .invalidSetting(layer: "c", setting: "groups", value: 0)),
  BadNetwork(
    name: "a fully connected layer given too much",
    definition: chain([3, 2, 2], [("d", dense(11, 2))]),
    error: .shapeMismatch(layer: "d", expected: [11], actual: [3, 2, 2])),
  BadNetwork(
    name: "a layer a billion wide",
    definition: chain(
      [1000],
      [
        (
          "d",
          .innerProduct(
            InnerProductDefinition(
              inputChannels: 1000, outputChannels: 1_000_000_000, weights: Tensor(shape: [0]), bias: nil))
        )
      ]), error: .tooLarge(layer: "d", bytes: 4_000_000_000_000)),
  BadNetwork(
    name: "concat of different sizes",
    definition: NetworkDefinition(
      inputs: [NetworkInput(name: "a", shape: [1, 2, 2]), NetworkInput(name: "b", shape: [1, 2, 3])],
      layers: [LayerDefinition(name: "c", inputs: ["a", "b"], outputs: ["c"], kind: .concat)], outputs: ["c"]),
    error: .shapeMismatch(layer: "c", expected: [0, 2, 2], actual: [1, 2, 3])),
  BadNetwork(
    name: "two inputs for one",
    definition: NetworkDefinition(
      inputs: [NetworkInput(name: "a", shape: [2])],
      layers: [LayerDefinition(name: "s", inputs: ["a", "a"], outputs: ["s"], kind: .softmax)], outputs: ["s"]),
    error: .wrongTensorCount(layer: "s", expected: 1, actual: 2)),
  BadNetwork(
    name: "a mirror wider than the map",
    definition: chain(
      [1, 3, 3], [("p", .padding(PaddingDefinition(filling: .reflection, margins: Margins(left: 3))))]),
    error: .invalidSetting(layer: "p", setting: "padding", value: 3)),
  BadNetwork(
    name: "a crop of everything",
    definition: chain([1, 3, 3], [("c", .crop(CropDefinition(margins: Margins(top: 2, bottom: 1))))]),
    error: .emptyOutput(layer: "c", input: [1, 3, 3])),
  BadNetwork(
    name: "a slice beyond the end",
    definition: chain([1, 3, 3], [("s", .slice(SliceDefinition(axis: .width, start: 1, end: 4)))]),
    error: .invalidSetting(layer: "s", setting: "endIndex", value: 4)),
  BadNetwork(
    name: "a reshape that loses numbers",
    definition: chain([2, 3, 3], [("r", .reshape(targetShape: [1, 3, 3], order: .channelFirst))]),
    error: .shapeMismatch(layer: "r", expected: [1, 3, 3], actual: [2, 3, 3])),
  BadNetwork(
    name: "axes that are none", definition: chain([2, 3, 3], [("p", .permute(axes: [0, 1, 2, 4]))]),
    error: .invalidSetting(layer: "p", setting: "axis", value: 4)),
  BadNetwork(
    name: "batch normalisation without statistics",
    definition: chain([2, 3, 3], [("b", .batchNormalization(BatchNormalizationDefinition(channels: 2)))]),
    error: .parameterMismatch(layer: "b", parameter: "mean", expected: [2], actual: [])),
  BadNetwork(
    name: "a scale that fits nothing",
    definition: chain([2, 3, 3], [("s", .scale(scale: Tensor(shape: [3]), bias: nil))]),
    error: .parameterMismatch(layer: "s", parameter: "scale", expected: [2, 3, 3], actual: [3])),
]

@Suite struct ShapeInferenceTests {
  @Test(arguments: badNetworks)
  fileprivate func `an impossible network names its fault`(bad: BadNetwork) {
    #expect(throws: bad.error) { try Network(bad.definition) }
  }

  @Test(arguments: 1...9, 1...4)
  func `windows lie as the format says`(length: Int, kernel: Int) throws {
    for stride in 1...3 {
      for padding in 0...2 where padding < kernel {
        func size(_ kind: Padding) -> Int? {
          let layer = PoolingDefinition(
            statistic: .max, kernelSize: Extent(kernel, 1), stride: Extent(stride, 1), padding: kind)
          return (try? Network(chain([1, length, 1], [("p", .pooling(layer))])))?.shape(of: "p")?[1]
        }
        let valid = (length + 2 * padding - kernel)
        #expect(size(.valid(Margins(top: padding, bottom: padding))) == (valid < 0 ? nil : valid / stride + 1))
        #expect(size(.same(topLeftHeavy: false)) == (length + stride - 1) / stride)
        var last = valid < 0 ? 0 : (valid + stride - 1) / stride + 1
        if padding > 0, (last - 1) * stride >= length + padding { last -= 1 }
        // A last window that would begin beyond the map is refused: it holds no number.
        let isEmpty = last == 0 || (last - 1) * stride - padding >= length
        #expect(size(.includeLastPixel(rows: padding, columns: 0)) == (isEmpty ? nil : last))
      }
    }
  }
}

@Suite struct SliceShapeTests {
  @Test(arguments: [
    (0, 5, 1, [1, 5]), (0, -1, 1, [1, 4]), (-3, -1, 1, [1, 2]), (-5, 5, 2, [1, 3]), (1, 4, 3, [1, 1]),
    (-1, 5, 1, [1, 1]),
  ])
  func `a slice counts from the end where its places are negative`(
    start: Int, end: Int, stride: Int, expected: [Int]
  ) throws {
    let slice = SliceDefinition(axis: .width, start: start, end: end, stride: stride)
    let network = try Network(chain([1, 1, 5], [("y", .slice(slice))]))
    #expect(network.shape(of: "y") == [1] + expected)
    let y = try network.forward(["x": Tensor(shape: [1, 1, 1, 5], values: [0, 1, 2, 3, 4])])["y"]
    let (first, last) = (start < 0 ? start + 5 : start, end < 0 ? end + 5 : end)
    #expect(y?.values == Swift.stride(from: first, to: last, by: stride).map(Float.init))
  }
}
