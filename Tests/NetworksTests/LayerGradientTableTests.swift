import Arithmetic
import Operations
import Tensors
import Testing

@testable import Networks

/// The kinds of layers, one for each case of `LayerKind`: a new case does not compile here until it has a place.
private enum Kind: CaseIterable {
  case convolution, innerProduct, pooling, activation, softmax, flatten, concat, add, multiply, dropout, average,
    maximum
  case minimum, dot, batchNormalization, meanVarianceNormalization, l2Normalization, localResponseNormalization, padding
  case crop, slice, split, permute, reshape, reduce, unary, scale, bias, loadConstant, upsample, resample, cropResize
  case reorganize, embedding, recurrent, sequenceConcat, sequenceRepeat, operation

  init(_ kind: LayerKind) {
    self =
      switch kind {
      case .convolution: .convolution
      case .innerProduct: .innerProduct
      case .pooling: .pooling
      case .activation: .activation
      case .softmax: .softmax
      case .flatten: .flatten
      case .concat: .concat
      case .add: .add
      case .multiply: .multiply
      case .dropout: .dropout
      case .average: .average
      case .maximum: .maximum
      case .minimum: .minimum
      case .dot: .dot
      case .batchNormalization: .batchNormalization
      case .meanVarianceNormalization: .meanVarianceNormalization
      case .l2Normalization: .l2Normalization
      case .localResponseNormalization: .localResponseNormalization
      case .padding: .padding
      case .crop: .crop
      case .slice: .slice
      case .split: .split
      case .permute: .permute
      case .reshape: .reshape
      case .reduce: .reduce
      case .unary: .unary
      case .scale: .scale
      case .bias: .bias
      case .loadConstant: .loadConstant
      case .upsample: .upsample
      case .resample: .resample
      case .cropResize: .cropResize
      case .reorganize: .reorganize
      case .embedding: .embedding
      case .recurrent: .recurrent
      case .sequenceConcat: .sequenceConcat
      case .sequenceRepeat: .sequenceRepeat
      case .operation: .operation
      }
  }
}

extension GradientCase {
  /// The windowed and learning layers, once each; `WindowGradientTests` walks through their settings.
  static let windows: [GradientCase] = [
    GradientCase(
      name: "convolution",
      kind: .convolution(
        ConvolutionDefinition(
          outputChannels: 2, kernelSize: Extent(2, 3), stride: Extent(2, 1), weights: random([2, 3, 2, 3], seed: 61),
          bias: random([2], seed: 62)))),
    GradientCase(
      name: "inner product",
      kind: .innerProduct(
        InnerProductDefinition(
          inputChannels: 60, outputChannels: 2, weights: random([2, 60], seed: 63, from: -0.2, to: 0.2), bias: nil))),
    GradientCase(
      name: "pooling",
      kind: .pooling(PoolingDefinition(statistic: .average, kernelSize: Extent(2, 2), stride: Extent(1, 2)))),
    GradientCase(name: "dropout of nothing", kind: .dropout(probability: 0)),
  ]

  static let resampling: [GradientCase] =
    [
      ResampleDefinition.Grid.nearest, .upsample, .strictEndpoints, .endpoints, .centers, .regions,
    ].flatMap { grid in
      [Extent(6, 3), Extent(1, 1), Extent(9, 7)].map {
        GradientCase(name: "resample \(grid) \($0)", kind: .resample(ResampleDefinition(size: .target($0), grid: grid)))
      }
    }
    + [ReorganizeDefinition.Mode.spaceToDepth, .depthToSpace, .pixelShuffle].map {
      GradientCase(
        name: "reorganise \($0)", kind: .reorganize(ReorganizeDefinition(mode: $0, blockSize: 2)), shapes: [[4, 2, 4]])
    }

  /// Every case of the table: whatever a network may be made of and a gradient may pass.
  static let all =
    activations + unary + reductions + normalizations + rearrangements + combinations + windows + resampling
}

@Suite struct LayerGradientTableTests {
  /// Layers through which no gradient passes; `isInferenceOnly` says so.
  private static let inferenceOnly: [(kind: LayerKind, shapes: [[Int]])] = [
    (
      .embedding(
        EmbeddingDefinition(inputDimension: 2, outputChannels: 2, weights: random([2, 2], seed: 1), bias: nil)),
      [[1, 1, 1]]
    ),
    (.cropResize(CropResizeDefinition(targetSize: Extent(1, 1))), [[1, 2, 2], [4, 1, 1]]),
    (.reduce(ReduceDefinition(statistic: .argumentOfMaximum, axes: .width)), [[2, 2, 2]]),
    (
      .operation(
        TensorOperation("round", .map(.round), [.input(TensorForm([2, 3]))], results: [TensorForm([2, 3])])), [[6]]
    ),
  ]

  /// Kinds whose gradients have tests of their own, because they read or make sequences, or read nothing.
  private static let elsewhere: Set<Kind> = [.recurrent, .sequenceConcat, .sequenceRepeat, .loadConstant]

  @Test func `row 118: every kind of layer has its gradient checked or is for inference only`() {
    let checked = Set(GradientCase.all.map { Kind($0.kind) })
    let listed = checked.union(Self.inferenceOnly.map { Kind($0.kind) }).union(Self.elsewhere)
    #expect(Set(Kind.allCases).subtracting(listed).isEmpty)
    #expect(GradientCase.all.allSatisfy { !$0.kind.isInferenceOnly })
    #expect(Self.inferenceOnly.allSatisfy { $0.kind.isInferenceOnly })
  }

  @Test func `every kind of layer has shapes and a runner`() throws {
    let recurrent = RecurrentCase.all[0].definition(2, 3, returnsSequence: false, isReversed: false)
    let sequences: [(kind: LayerKind, shapes: [[Int]])] = [
      (.recurrent(recurrent), [[2]]), (.sequenceConcat, [[2], [2]]), (.sequenceRepeat(count: 2), [[2]]),
      (.loadConstant(Tensor(shape: [2, 1, 3])), []),
    ]
    let examples =
      GradientCase.all.map { ($0.kind, $0.shapes) } + Self.inferenceOnly.map { ($0.kind, $0.shapes) } + sequences
    #expect(Set(examples.map { Kind($0.0) }) == Set(Kind.allCases))
    for (kind, shapes) in examples {
      let inputs = shapes.enumerated().map { NetworkInput(name: "x\($0)", shape: $1) }
      let outputs = kind == .split ? ["y0", "y1"] : ["y"]
      let layer = LayerDefinition(name: "layer", inputs: inputs.map(\.name), outputs: outputs, kind: kind)
      let blueprint = try Blueprint(NetworkDefinition(inputs: inputs, layers: [layer], outputs: outputs))
      let program = try Program(blueprint, wanted: Set(outputs.compactMap { blueprint.numbers[$0] }))
      let shapesOfOutputs = try outputs.map { try #require(blueprint.numbers[$0].map { blueprint.shapes[$0].total }) }
      #expect(shapesOfOutputs.allSatisfy { $0 > 0 }, "\(kind)")
      #expect(program.runners.last?.place.name == "layer" || program.storage.idle == [0], "\(kind)")
    }
  }

  @Test func `the catalogue says of every kind what training makes of it`() {
    let passing = Set(LayerCatalogue.learning + LayerCatalogue.passing)
    for example in GradientCase.all { #expect(passing.contains(example.kind.label), "\(example.name)") }
    for example in RecurrentCase.all {
      let kind = LayerKind.recurrent(example.definition(1, 1, returnsSequence: false, isReversed: false))
      #expect((example.isBidirectional ? LayerCatalogue.passing : LayerCatalogue.learning).contains(kind.label))
    }
    // A program's operations are no kinds of the catalogue: there are as many names as the format has.
    let stopping = Self.inferenceOnly.map(\.kind).filter { Kind($0) != .operation }.map(\.label)
      .filter { !passing.contains($0) }
    #expect(stopping.sorted() == LayerCatalogue.inferenceOnly)
    #expect(passing.isDisjoint(with: LayerCatalogue.inferenceOnly))
  }

  @Test func `layers for inference only stop the gradient and say which they are`() {
    for (kind, shapes) in Self.inferenceOnly {
      #expect(throws: NetworkError.self) { try GradientCheck().checkInputs(shapes, kind) }
    }
  }

  @Test(arguments: GradientCase.windows + GradientCase.resampling, [1, 3])
  func `the gradient by the inputs is that of finite differences`(example: GradientCase, samples: Int) throws {
    var check = GradientCheck(samples: samples)
    check.lower = example.lower
    try check.checkInputs(example.shapes, example.kind, outputs: example.outputs, label: example.name)
  }

  @Test(arguments: [1, 2, 3], [1, 2, 3])
  func `small maps of every size`(height: Int, width: Int) throws {
    let kinds: [LayerKind] = [
      .activation(.tanh), .activation(.thresholdedRelu(alpha: 0.1)), .softmax, .flatten(.channelFirst),
      .l2Normalization(epsilon: 0.1),
      .localResponseNormalization(LocalResponseNormalizationDefinition(alpha: 0.5, beta: 0.75, localSize: 3)),
      .padding(PaddingDefinition(filling: .replication, margins: Margins(top: 2, left: 1))),
      .upsample(factor: Extent(2, 2), interpolation: .bilinear), .permute(axes: [0, 2, 1, 3]),
      .scale(scale: random([2], seed: 3), bias: random([1], seed: 4)),
      .reduce(ReduceDefinition(statistic: .sumOfSquares, axes: .heightWidth)),
      .resample(ResampleDefinition(size: .target(Extent(2, 3)), grid: .centers)),
      .pooling(
        PoolingDefinition(
          statistic: .max, kernelSize: Extent(2, 2), stride: Extent(2, 2), padding: .same(topLeftHeavy: false))),
    ]
    for channels in [1, 2] {
      for kind in kinds {
        if case .scale = kind, channels == 1 { continue }
        try GradientCheck(samples: 2).checkInputs([[channels, height, width]], kind, label: "\(kind) \(channels)")
      }
    }
  }

  @Test func `a constant passes nothing on and disturbs nothing`() throws {
    let mixer = ConvolutionDefinition(
      outputChannels: 2, kernelSize: Extent(1, 1), weights: random([2, 2, 1, 1], seed: 1), bias: nil)
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [2, 2, 2])],
      layers: [
        LayerDefinition(name: "mix", inputs: ["x"], outputs: ["m"], kind: .convolution(mixer), isUpdatable: true),
        LayerDefinition(name: "c", inputs: [], outputs: ["k"], kind: .loadConstant(random([2, 2, 2], seed: 2))),
        LayerDefinition(name: "times", inputs: ["m", "k"], outputs: ["y"], kind: .multiply(constant: 0)),
      ], outputs: ["y"])
    try GradientCheck().check(definition, inputs: ["x": random([2, 2, 2, 2], seed: 3)])
  }

  @Test(arguments: GradientCase.all)
  func `training gives the same bits on 1, 2 and 4 threads`(example: GradientCase) throws {
    let runs = try [1, 2, 4].map { try parametersAfterTraining(example, threads: $0) }
    #expect(runs[0] == runs[1] && runs[0] == runs[2], "\(example.name)")
  }

  /// Two steps of Adam on so many samples that the threads share the work.
  private func parametersAfterTraining(_ example: GradientCase, threads: Int) throws -> [[UInt32]] {
    var check = GradientCheck(samples: 900)
    check.lower = example.lower
    let (definition, tensors) = check.networkForInputs(example.shapes, example.kind, outputs: example.outputs)
    let network = try Network(definition, workers: WorkerPool(threads: threads))
    let output = definition.outputs[0]
    let shape = try #require(network.shape(of: output))
    let targets = Targets.values(random([900] + shape, seed: 77))
    var state = OptimizerState(.adam(learningRate: 0.01))
    for _ in 0..<2 { _ = try network.trainStep(inputs: tensors, targets: targets, optimizer: &state) }
    return network.trainableParameters.map { network[parameter: $0]?.values.map(\.bitPattern) ?? [] }
  }
}
