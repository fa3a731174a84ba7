import Networks
import Tensors
import Testing

@Suite struct SequencesTests {
  /// A network that reads sequences of [C, H, W] and has one layer.
  private func network(
    _ kind: LayerKind, _ shapes: [([Int], steps: Int)] = [([2, 2, 3], 2)]
  ) throws -> Network {
    let names = shapes.indices.map { "x\($0)" }
    return try Network(
      NetworkDefinition(
        inputs: zip(names, shapes).map { NetworkInput(name: $0, shape: $1.0, sequenceLength: $1.steps) },
        layers: [LayerDefinition(name: "layer", inputs: names, outputs: ["y"], kind: kind)], outputs: ["y"]))
  }

  private let x = random([3, 2, 2, 2, 3], seed: 1)

  @Test func `a layer that knows nothing of sequences treats steps as samples`() throws {
    let kinds: [LayerKind] = [
      .activation(.tanh), .softmax, .flatten(.channelLast),
      .padding(PaddingDefinition(filling: .constant(1), margins: Margins(top: 1))),
      .convolution(
        ConvolutionDefinition(
          outputChannels: 3, kernelSize: Extent(2, 2), weights: random([3, 2, 2, 2], seed: 2), bias: nil)),
      .innerProduct(
        InnerProductDefinition(inputChannels: 12, outputChannels: 5, weights: random([5, 12], seed: 3), bias: nil)),
    ]
    for kind in kinds {
      let sequence = try network(kind).forward(["x0": x])["y"]
      let samples = Tensor(shape: [6, 2, 2, 3], values: x.values)
      let apart = try network(kind, [([2, 2, 3], 1)]).forward(["x0": samples])["y"]
      #expect(sequence?.values == apart?.values)
      #expect(sequence?.shape.prefix(2) == [3, 2])
    }
  }

  @Test func `a sequence is repeated as a whole`() throws {
    let y = try network(.sequenceRepeat(count: 3)).forward(["x0": x])["y"]
    #expect(y?.shape == [3, 6, 2, 2, 3])
    #expect(y?.values == (0..<3).flatMap { [x.row($0), x.row($0), x.row($0)].joined() })
  }

  @Test func `sequences are appended`() throws {
    let z = random([3, 1, 2, 2, 3], seed: 4)
    let network = try network(.sequenceConcat, [([2, 2, 3], 2), ([2, 2, 3], 1)])
    let y = try network.forward(["x0": x, "x1": z])["y"]
    #expect(y?.shape == [3, 3, 2, 2, 3])
    let wanted = (0..<3).flatMap { (row: Int) -> [Float] in Array(x.row(row)) + Array(z.row(row)) }
    #expect(y?.values == wanted)
  }

  @Test func `a permutation moves the sequence's axis like any other`() throws {
    let y = try #require(try network(.permute(axes: [3, 1, 2, 0])).forward(["x0": x])["y"])
    #expect(y.shape == [3, 3, 2, 2, 2])
    for (n, s, c, h, w) in [(0, 0, 0, 0, 0), (2, 1, 0, 1, 2), (1, 0, 1, 1, 0)] {
      let from = (((n * 2 + s) * 2 + c) * 2 + h) * 3 + w
      let to = (((n * 3 + w) * 2 + c) * 2 + h) * 2 + s
      #expect(y.values[to] == x.values[from])
    }
    let back = try network(.permute(axes: [3, 1, 2, 0]), [([2, 2, 2], 3)]).forward(["x0": y])["y"]
    #expect(back == x)
  }

  @Test func `a reshape of four lengths states the sequence's`() throws {
    let y = try network(.reshape(targetShape: [4, 3, 1, 2], order: .channelFirst)).forward(["x0": x])["y"]
    #expect(y?.shape == [3, 4, 3, 1, 2])
    #expect(y?.values == x.values)
    let kept = try network(.reshape(targetShape: [12, 1, 1], order: .channelFirst)).forward(["x0": x])["y"]
    #expect(kept?.shape == [3, 2, 12, 1, 1])
    #expect(kept?.values == x.values)
  }

  @Test func `sequences of different lengths do not add up`() {
    #expect(throws: NetworkError.shapeMismatch(layer: "layer", expected: [2, 2, 2, 3], actual: [3, 2, 2, 3])) {
      try network(.add(constant: 0), [([2, 2, 3], 2), ([2, 2, 3], 3)])
    }
    #expect(throws: NetworkError.shapeMismatch(layer: "layer", expected: [2, 2, 3], actual: [1, 2, 3])) {
      try network(.sequenceConcat, [([2, 2, 3], 2), ([1, 2, 3], 3)])
    }
  }

  @Test(arguments: [
    (LayerKind.sequenceRepeat(count: 2), 1), (.sequenceConcat, 2), (.permute(axes: [2, 0, 1, 3]), 1),
    (.reshape(targetShape: [3, 2, 2, 2], order: .channelLast), 1),
    (.reshape(targetShape: [6, 2, 1], order: .channelFirst), 1),
    (.activation(.sigmoid), 1),
    (.batchNormalization(BatchNormalizationDefinition(channels: 2, computesStatistics: true, isInstance: true)), 1),
  ])
  func `the gradient goes back through sequences`(kind: LayerKind, inputs: Int) throws {
    let mixer = ConvolutionDefinition(
      outputChannels: 2, kernelSize: Extent(1, 1), weights: random([2, 2, 1, 1], seed: 7), bias: random([2], seed: 8))
    let definition = NetworkDefinition(
      inputs: (0..<inputs).map { NetworkInput(name: "x\($0)", shape: [2, 2, 3], sequenceLength: 2) },
      layers: (0..<inputs).map {
        LayerDefinition(
          name: "mix\($0)", inputs: ["x\($0)"], outputs: ["m\($0)"], kind: .convolution(mixer), isUpdatable: true)
      } + [LayerDefinition(name: "layer", inputs: (0..<inputs).map { "m\($0)" }, outputs: ["y"], kind: kind)],
      outputs: ["y"])
    let tensors = Dictionary(
      uniqueKeysWithValues: (0..<inputs).map { ("x\($0)", random([2, 2, 2, 2, 3], seed: UInt64(9 + $0))) })
    try GradientCheck().check(definition, inputs: tensors, "\(kind)")
  }
}
