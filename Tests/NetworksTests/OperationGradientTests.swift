import Arithmetic
import Operations
import Tensors
import TestSupport
import Testing

@testable import Networks

/// Gradients through the operations of programs, between the layers of a network and for parameters of their own. What each operation's
/// gradient is by itself is checked in the room Operations.
struct OperationGradientTests {
  /// A small transformer: patches, attention with two heads, a normalisation before each half, GELU, and a mean over the patches.
  private static let transformer: NetworkDefinition = {
    func layer(
      _ name: String, _ inputs: [String], _ kind: TensorOperationKind, _ operands: [TensorOperation.Operand],
      _ results: [[Int]], updatable: Bool = false
    ) -> LayerDefinition {
      let outputs = results.count == 1 ? [name] : results.indices.map { "\(name)\($0)" }
      return LayerDefinition(
        name: name, inputs: inputs, outputs: outputs,
        kind: .operation(TensorOperation(name, kind, operands, results: results.map { TensorForm($0) })),
        isUpdatable: updatable)
    }
    func input(_ shape: [Int]) -> TensorOperation.Operand { .input(TensorForm(shape)) }
    func constant(_ shape: [Int], _ seed: UInt64) -> TensorOperation.Operand {
      .constant(random(shape, seed: seed, from: -0.6, to: 0.6))
    }
    let rows = [1, 6, 8], heads = [1, 2, 6, 4]
    let toRows = Rearrangement.transposed([1, 8, 2, 3], order: [0, 2, 3, 1])
    let apart = Rearrangement.transposed([1, 6, 2, 4], order: [0, 2, 1, 3])
    let together = Rearrangement.transposed(heads, order: [0, 2, 1, 3])
    let split = Rearrangement.split([1, 6, 24], axis: 2, sizes: [8, 8, 8])
    var layers = [
      LayerDefinition(
        name: "patches", inputs: ["x"], outputs: ["map"],
        kind: .convolution(
          ConvolutionDefinition(
            outputChannels: 8, kernelSize: Extent(2, 2), stride: Extent(2, 2),
            weights: random([8, 3, 2, 2], seed: 1), bias: random([8], seed: 2))), isUpdatable: true),
      layer(
        "pixels", ["map"], .move(toRows.moves, fill: nil), [.input(TensorForm([1, 8, 2, 3], isMap: true))],
        [[1, 2, 3, 8]]),
      layer("rows", ["pixels"], .rename, [input([1, 2, 3, 8])], [rows]),
      layer("placed", ["rows"], .combine(.add), [input(rows), constant([6, 8], 3)], [rows]),
      layer(
        "first", ["placed"], .normalize(axes: [2], epsilon: 1e-3, centers: true),
        [input(rows), constant([8], 4), constant([8], 5)], [rows], updatable: true),
      layer(
        "qkv", ["first"], .linear, [input(rows), constant([24, 8], 6), constant([24], 7)], [[1, 6, 24]], updatable: true
      ),
      layer("split", ["qkv"], .move(split.moves, fill: nil), [input([1, 6, 24])], split.shapes),
    ]
    for (name, part) in [("q", "split0"), ("k", "split1"), ("v", "split2")] {
      layers.append(layer("\(name)4", [part], .rename, [input(rows)], [[1, 6, 2, 4]]))
      layers.append(layer(name, ["\(name)4"], .move(apart.moves, fill: nil), [input([1, 6, 2, 4])], [heads]))
    }
    layers += [
      layer(
        "mixed", ["q", "k", "v"], .attention(masksByTruth: false), [input(heads), input(heads), input(heads)], [heads]),
      layer("joined4", ["mixed"], .move(together.moves, fill: nil), [input(heads)], [[1, 6, 2, 4]]),
      layer("joined", ["joined4"], .rename, [input([1, 6, 2, 4])], [rows]),
      layer("out", ["joined"], .linear, [input(rows), constant([8, 8], 8)], [rows], updatable: true),
      layer("half", ["out", "placed"], .combine(.add), [input(rows), input(rows)], [rows]),
      layer(
        "second", ["half"], .normalize(axes: [2], epsilon: 1e-3, centers: true), [input(rows), constant([8], 9)],
        [rows],
        updatable: true),
      layer(
        "wide", ["second"], .linear, [input(rows), constant([40, 8], 10), constant([40], 11)], [[1, 6, 40]],
        updatable: true),
      layer("gelu", ["wide"], .map(.gelu), [input([1, 6, 40])], [[1, 6, 40]]),
      layer(
        "narrow", ["gelu"], .linear, [input([1, 6, 40]), constant([8, 40], 12), constant([8], 13)], [rows],
        updatable: true),
      layer("whole", ["narrow", "half"], .combine(.add), [input(rows), input(rows)], [rows]),
      layer("mean", ["whole"], .reduce(.mean, axes: [1]), [input(rows)], [[1, 8]]),
      LayerDefinition(
        name: "head", inputs: ["mean"], outputs: ["scores"],
        kind: .innerProduct(
          InnerProductDefinition(
            inputChannels: 8, outputChannels: 3, weights: random([3, 8], seed: 14), bias: random([3], seed: 15))),
        isUpdatable: true),
      LayerDefinition(name: "softmax", inputs: ["scores"], outputs: ["probabilities"], kind: .softmax),
    ]
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [3, 4, 6])], layers: layers, outputs: ["probabilities"])
  }()

  @Test(arguments: [1, 3])
  func `the gradients of a transformer's parameters are those of finite differences`(samples: Int) throws {
    var check = GradientCheck(samples: samples)
    check.tolerance = 1e-2
    try check.check(Self.transformer, inputs: ["x": random([samples, 3, 4, 6], seed: 20)])
  }

  /// Constants that learn in chunks of samples: windows of a line, a product of matrices, and factors along inner axes.
  @Test(
    arguments: [
      (
        .windows(WindowSettings(kernel: [3], strides: [1], dilations: [1], before: [1], after: [1]), groups: 1),
        [2, 4, 6], [[3, 4, 3], [3]], [2, 3, 6]
      ),
      (.product(transposesFirst: false, transposesSecond: false), [2, 4, 6], [[6, 5]], [2, 4, 5]),
      (.normalize(axes: [1], epsilon: 1e-2, centers: true), [2, 4, 6], [[4], [4]], [2, 4, 6]),
      (.linear, [2, 4, 6], [[50, 6], [50]], [2, 4, 50]),
      (.combine(.add), [2, 4, 6], [[4, 6]], [2, 4, 6]),
      (.combine(.multiply), [2, 4, 6], [[2, 1, 6]], [2, 4, 6]),
    ] as [(TensorOperationKind, [Int], [[Int]], [Int])], [1, 5, 17])
  func `the gradients of an operation's own parameters`(
    example: (kind: TensorOperationKind, x: [Int], constants: [[Int]], result: [Int]), samples: Int
  ) throws {
    let count = example.x.reduce(1, *)
    let operands =
      [.input(TensorForm(example.x))]
      + example.constants.enumerated().map { TensorOperation.Operand.constant(random($1, seed: UInt64(31 + $0))) }
    let layer = LayerDefinition(
      name: "layer", inputs: ["x"], outputs: ["y"],
      kind: .operation(TensorOperation("test", example.kind, operands, results: [TensorForm(example.result)])),
      isUpdatable: true)
    let learnable = example.constants.map { $0.reduce(1, *) }.reduce(0, +)
    #expect(layer.learnableCount == learnable)
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [count])], layers: [layer], outputs: ["y"])
    try GradientCheck(samples: samples).check(definition, inputs: ["x": random([samples, count], seed: 33)])
  }

  /// What a product reads first, and what comes before the numbers it is joined with.
  @Test(arguments: [1, 17])
  func `the gradients of constants that stand first`(samples: Int) throws {
    let joined = Rearrangement.joined([[1, 6], [4, 6]], axis: 0)
    let examples: [(label: String, kind: TensorOperationKind, constant: [Int], result: [Int])] = [
      ("matmul", .product(transposesFirst: false, transposesSecond: false), [3, 4], [3, 6]),
      ("concat", .move(joined.moves, fill: nil), [1, 6], joined.shape),
    ]
    for (label, kind, shape, result) in examples {
      let layer = LayerDefinition(
        name: "layer", inputs: ["x"], outputs: ["y"],
        kind: .operation(
          TensorOperation(
            label, kind, [.constant(random(shape, seed: 35)), .input(TensorForm([4, 6]))], results: [TensorForm(result)]
          )), isUpdatable: true)
      #expect(layer.weights?.shape == shape)
      let definition = NetworkDefinition(
        inputs: [NetworkInput(name: "x", shape: [24])], layers: [layer], outputs: ["y"])
      try GradientCheck(samples: samples).check(definition, inputs: ["x": random([samples, 24], seed: 36)])
    }
  }

  @Test func `a step changes what the next prediction computes with, and what is saved`() throws {
    let network = try Network(Self.transformer)
    let x = random([4, 3, 4, 6], seed: 41)
    let before = try network.forward(["x": x])["probabilities"]
    var state = OptimizerState(.sgd(learningRate: 0.5))
    _ = try network.trainStep(inputs: ["x": x], targets: .classes([0, 1, 2, 0]), optimizer: &state)
    let after = try network.forward(["x": x])["probabilities"]
    #expect(before != after)
    #expect(try Network(network.definition).forward(["x": x])["probabilities"] == after)
    #expect(network.trainableParameters.contains(ParameterKey(layer: "qkv", part: .weights)))
    #expect(network.trainableParameters.contains(ParameterKey(layer: "first", part: .bias)))
    #expect(!network.trainableParameters.contains(ParameterKey(layer: "placed", part: .weights)))
  }

  @Test func `training has the same bits on any number of threads, and learns`() throws {
    var digests: [UInt64] = []
    for threads in [1, 2, 4] {
      let network = try Network(Self.transformer, workers: WorkerPool(threads: threads))
      var state = OptimizerState(.adam(learningRate: 0.01))
      var losses: [Float] = []
      for _ in 0..<30 {
        let x = random([18, 3, 4, 6], seed: 50)
        losses.append(
          try network.trainStep(inputs: ["x": x], targets: .classes((0..<18).map { $0 % 3 }), optimizer: &state).loss)
      }
      #expect(losses[29] < losses[0] * 0.7)
      let parameters = network.definition.parameters
      digests.append(Digest.of(network.trainableParameters.flatMap { parameters[$0]?.values ?? [] }))
    }
    #expect(Set(digests).count == 1)
  }

  /// A comparison that chooses stops no training; rounding what the loss reads does.
  @Test func `conditions and indices carry no gradient and stop none`() throws {
    let form = TensorForm([6])
    func layer(_ name: String, _ inputs: [String], _ kind: TensorOperationKind) -> LayerDefinition {
      LayerDefinition(
        name: name, inputs: inputs, outputs: [name],
        kind: .operation(TensorOperation(name, kind, inputs.map { _ in .input(form) }, results: [form])))
    }
    let mixer = LayerDefinition(
      name: "mixer", inputs: ["x"], outputs: ["m"],
      kind: .innerProduct(
        InnerProductDefinition(inputChannels: 6, outputChannels: 6, weights: random([6, 6], seed: 61), bias: nil)),
      isUpdatable: true)
    var definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [6])],
      layers: [
        mixer, layer("tanh", ["m"], .map(.tanh)), layer("greater", ["m", "tanh"], .combine(.greater)),
        layer("square", ["m"], .map(.square)), layer("y", ["greater", "square", "tanh"], .select),
      ], outputs: ["y"])
    try GradientCheck().check(definition, inputs: ["x": random([2, 6], seed: 62)])
    definition.layers.append(layer("z", ["y"], .map(.round)))
    definition.outputs = ["z"]
    #expect(throws: NetworkError.step(.notDifferentiable(layer: "z", kind: "z"))) {
      try GradientCheck().check(definition, inputs: ["x": random([2, 6], seed: 62)])
    }
  }
}
