import Operations
import Tensors
import Testing

@testable import Networks

/// Functions of single numbers that a layer applies to what it makes: the bits are those of layers one by one.
@Suite struct FusedFunctionTests {
  private let elements: [ElementFunction] = [
    .relu6, .sigmoid, .silu, .gelu, .geluTanh, .tanh, .clip(alpha: -0.25, beta: 0.5),
    .hardSigmoid(alpha: 0.2, beta: 0.5),
  ]

  private func bits(_ tensor: Tensor?) -> [UInt32]? { tensor?.values.map(\.bitPattern) }

  /// A convolution with a function of what it makes, alone or as a gate; `kernel` and `channels` choose how it is summed.
  private func definition(
    _ layers: [(String, [String], LayerKind)], kernel: Int, channels: Int, groups: Int = 1
  ) -> NetworkDefinition {
    let layer = ConvolutionDefinition(
      outputChannels: channels, kernelSize: Extent(kernel, kernel), groups: groups, padding: .same(topLeftHeavy: false),
      weights: random([channels, 16 / groups, kernel, kernel], seed: 1, from: -0.5, to: 0.5),
      bias: random([channels], seed: 2))
    let all: [(String, [String], LayerKind)] = [("made", ["x"], .convolution(layer))] + layers
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [16, 9, 11])],
      layers: all.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2) },
      outputs: [layers.last?.0 ?? ""])
  }

  @Test(arguments: [(1, 48, 1), (3, 32, 1), (3, 5, 1), (5, 16, 16), (1, 600, 1)])
  func `a convolution applies a function with the bits of a layer of its own`(shape: (Int, Int, Int)) throws {
    let form = TensorForm([1, shape.1, 9, 11], isMap: true)
    for function in elements {
      let operation = TensorOperation("map", .map(function), [.input(form)], results: [form])
      let network = try Network(
        definition(
          [("f", ["made"], .operation(operation))], kernel: shape.0, channels: shape.1, groups: shape.2))
      for samples in [1, 3] {
        let x = random([samples, 16, 9, 11], seed: 3)
        let apart = try network.forward(["x": x], outputs: ["made", "f"])["f"]
        #expect(bits(try network.forward(["x": x], outputs: ["f"])["f"]) == bits(apart))
      }
    }
  }

  @Test(arguments: [ActivationFunction.sigmoid, .hardSigmoid(alpha: 1 / 6, beta: 0.5)], [true, false])
  func `a gate has the bits of a function and a product`(function: ActivationFunction, isLast: Bool) throws {
    let layers: [(String, [String], LayerKind)] = [
      ("gate", ["made"], .activation(function)),
      ("product", isLast ? ["made", "gate"] : ["gate", "made"], .multiply(constant: 1)),
      ("joined", ["product", "x"], .concat),
    ]
    let definition = definition(layers, kernel: 3, channels: 24)
    let network = try Network(definition)
    let x = random([2, 16, 9, 11], seed: 4, from: -4, to: 4)
    let apart = try network.forward(["x": x], outputs: ["gate", "joined"])["joined"]
    #expect(bits(try network.forward(["x": x])["joined"]) == bits(apart))
    // Alone, it is one runner; with the gate asked for, each layer has its own.
    let blueprint = try Blueprint(definition)
    let all = blueprint.numbers
    func nodes(_ names: [String]) -> Int {
      NodeList(blueprint, wanted: Set(names.compactMap { all[$0] }), isTraining: false).nodes.count
    }
    #expect(nodes(["joined"]) == 2)
    #expect(nodes(["gate", "joined"]) == 4)
  }

  @Test func `a convolution applies a function of a function, as converters write a hard swish`() throws {
    let definition = definition(
      [
        ("raised", ["made"], .activation(.thresholdedRelu(alpha: -3))),
        ("gate", ["raised"], .activation(.hardSigmoid(alpha: 1 / 6, beta: 0.5))),
        ("product", ["raised", "gate"], .multiply(constant: 1)),
      ], kernel: 3, channels: 24)
    let x = random([2, 16, 9, 11], seed: 4, from: -4, to: 4)
    let network = try Network(definition)
    let apart = try network.forward(["x": x], outputs: ["raised", "gate", "product"])["product"]
    #expect(bits(try network.forward(["x": x])["product"]) == bits(apart))
    let blueprint = try Blueprint(definition)
    let wanted = Set([blueprint.numbers["product"]].compactMap(\.self))
    #expect(NodeList(blueprint, wanted: wanted, isTraining: false).nodes.count == 1)
  }

  @Test func `a product with constant weights applies a function`() throws {
    let (rows, made) = (TensorForm([1, 99, 16]), TensorForm([1, 99, 70]))
    let linear = TensorOperation(
      "linear", .linear, [.input(rows), .constant(random([70, 16], seed: 5)), .constant(random([70], seed: 6))],
      results: [made])
    let gelu = TensorOperation("gelu", .map(.gelu), [.input(made)], results: [made])
    let network = try Network(chain([99 * 16], [("linear", .operation(linear)), ("gelu", .operation(gelu))]))
    let x = random([1, 99 * 16], seed: 7)
    let apart = try network.forward(["x": x], outputs: ["linear", "gelu"])["gelu"]
    #expect(bits(try network.forward(["x": x], outputs: ["gelu"])["gelu"]) == bits(apart))
  }

  @Test func `a layer applies a function of what is only moved before`() throws {
    let layers: [(String, [String], LayerKind)] = [
      ("flat", ["made"], .flatten(.channelFirst)),
      ("map", ["flat"], .reshape(targetShape: [24, 11, 9], order: .channelFirst)),
      ("f", ["map"], .activation(.sigmoid)),
    ]
    let definition = definition(layers, kernel: 3, channels: 24)
    let network = try Network(definition)
    let x = random([2, 16, 9, 11], seed: 8)
    let apart = try network.forward(["x": x], outputs: ["made", "flat", "map", "f"])
    #expect(apart["f"] != apart["map"])
    for wanted in [["f"], ["map", "f"], ["flat", "f"]] {
      #expect(bits(try network.forward(["x": x], outputs: wanted)["f"]) == bits(apart["f"]), "\(wanted)")
    }
    let blueprint = try Blueprint(definition)
    let wanted = Set([blueprint.numbers["f"]].compactMap(\.self))
    let nodes = NodeList(blueprint, wanted: wanted, isTraining: false).nodes
    #expect(nodes.map(\.name) == ["made", "flat", "map"] && nodes[0].function == .activation(.sigmoid))
  }

  @Test(arguments: [LayerKind.add(constant: 0), .multiply(constant: 1), .average, .maximum, .minimum])
  func `a sum or the like applies a function`(kind: LayerKind) throws {
    let layers: [(String, [String], LayerKind)] = [
      ("other", ["made"], .unary(UnaryDefinition(function: .magnitude))),
      (
        "scale", ["made"],
        .pooling(PoolingDefinition(statistic: .average, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true))
      ),
      ("whole", ["made", "other"], kind), ("spread", ["whole", "scale"], kind), ("f", ["spread"], .activation(.relu)),
      ("joined", ["f", "x"], .concat),
    ]
    let definition = definition(layers, kernel: 3, channels: 24)
    let network = try Network(definition)
    let x = random([2, 16, 9, 11], seed: 9)
    let apart = try network.forward(["x": x], outputs: ["whole", "spread", "f", "joined"])["joined"]
    #expect(bits(try network.forward(["x": x])["joined"]) == bits(apart))
    let blueprint = try Blueprint(definition)
    let wanted = Set([blueprint.numbers["joined"]].compactMap(\.self))
    #expect(!NodeList(blueprint, wanted: wanted, isTraining: false).nodes.contains { $0.name == "f" })
  }

  @Test func `what has numbers for each channel is no function of single numbers`() {
    #expect(FusedFunction(.activation(.prelu(alpha: Tensor(shape: [1], values: [0.5])))) == nil)
    #expect(FusedFunction(.activation(.sigmoid)) == .activation(.sigmoid))
    #expect(FusedFunction(.concat) == nil)
  }
}
