import Operations
import Tensors
import Testing

@testable import Networks

/// Sums that a convolution, or a product with constant weights, adds to what it makes, and factors of the latter's outputs.
@Suite struct FusedSumTests {
  private let x = random([2, 16, 9, 8], seed: 3)

  private func network(
    _ kernel: LayerKind, other: LayerKind, then: LayerKind? = nil, turns: Bool = false
  ) -> NetworkDefinition {
    let inputs = turns ? ["other", "made"] : ["made", "other"]
    var layers: [(String, [String], LayerKind)] = [
      ("first", ["x"], .activation(.relu)), ("other", ["first"], other), ("relu", ["other"], .activation(.sigmoid)),
      ("made", ["relu"], kernel), ("sum", inputs, .add(constant: 0)),
    ]
    if let then { layers.append(("then", ["sum"], then)) }
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [16, 9, 8])],
      layers: layers.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2) },
      outputs: [layers.last?.0 ?? ""])
  }

  private func grouped(_ groups: Int) -> LayerKind {
    .convolution(
      ConvolutionDefinition(
        outputChannels: 16, kernelSize: Extent(3, 3), groups: groups, padding: .same(topLeftHeavy: false),
        weights: random([16, 16 / groups, 3, 3], seed: 7), bias: random([16], seed: 8)))
  }

  private func nodes(_ definition: NetworkDefinition, _ wanted: [String]) throws -> [Node] {
    let blueprint = try Blueprint(definition)
    return NodeList(blueprint, wanted: Set(wanted.compactMap { blueprint.numbers[$0] }), isTraining: false).nodes
  }

  /// Whether a node is a convolution that adds its second input.
  private func adds(_ node: Node) -> Bool {
    guard case .layer(let layer) = node.work, case .convolution = layer.kind else { return false }
    return node.inputs.count == 2
  }

  @Test(arguments: [false, true])
  func `the bits are those of a convolution and a sum`(turns: Bool) throws {
    let kernels = [convolution(16, 16, 1, seed: 1), convolution(16, 16, 3, seed: 1), convolution(16, 16, 5, seed: 1)]
    let all = kernels + [grouped(16), grouped(4), grouped(2)]
    for kernel in all {
      for then in [nil, .activation(.relu), .activation(.sigmoid)] as [LayerKind?] {
        let definition = network(kernel, other: convolution(16, 16, 1, seed: 5), then: then, turns: turns)
        let last = definition.outputs[0]
        #expect(try nodes(definition, [last]).map(adds) == [false, false, false, true])
        let network = try Network(definition)
        let apart = try network.forward(["x": x], outputs: [last, "made", "other", "sum"])
        let made = try #require(apart["made"]), other = try #require(apart["other"])
        #expect(apart["sum"]?.values == zip(made.values, other.values).map { $0 + $1 })
        #expect(try network.forward(["x": x])[last]?.values == apart[last]?.values)
      }
    }
  }

  @Test func `a concat's part is added with its gaps`() throws {
    let layers: [(String, [String], LayerKind)] = [
      ("a", ["x"], convolution(16, 16, 1, seed: 1)), ("b", ["x"], convolution(16, 8, 1, seed: 3)),
      ("joined", ["a", "b"], .concat), ("made", ["joined"], convolution(24, 16, 3, seed: 5)),
      ("sum", ["made", "a"], .add(constant: 0)),
    ]
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [16, 9, 8])],
      layers: layers.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2) }, outputs: ["sum"])
    #expect(try nodes(definition, ["sum"]).last.map(adds) == true)
    let network = try Network(definition)
    let apart = try network.forward(["x": x], outputs: ["made", "a", "sum"])
    #expect(try network.forward(["x": x])["sum"]?.values == apart["sum"]?.values)
  }

  @Test func `what is wanted, read twice or made later stays a layer`() throws {
    let plain = network(convolution(16, 16, 3, seed: 1), other: convolution(16, 16, 1, seed: 5))
    #expect(try nodes(plain, ["sum", "made"]).contains(where: adds) == false)
    // Of two convolutions the later one adds.
    let layers: [(String, [String], LayerKind)] = [
      ("relu", ["x"], .activation(.relu)), ("a", ["relu"], convolution(16, 16, 3, seed: 1)),
      ("s", ["x"], .activation(.sigmoid)), ("b", ["s"], convolution(16, 16, 1, seed: 3)),
      ("sum", ["a", "b"], .add(constant: 0)), ("twice", ["sum", "sum"], .add(constant: 0)),
    ]
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [16, 9, 8])],
      layers: layers.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2) }, outputs: ["twice"])
    #expect(try nodes(definition, ["twice"]).filter(adds).map(\.name) == ["b"])
  }

  /// A product with constant weights, factors of its outputs, the sum with what it reads, and GELU: any of the last three or none.
  private func product(factors: Bool, sum: Bool, gelu: Bool, hasBias: Bool = true) -> NetworkDefinition {
    let form = TensorForm([1, 9, 16])
    func operation(_ kind: TensorOperationKind, _ constants: [Tensor]) -> LayerKind {
      .operation(TensorOperation("op", kind, [.input(form)] + constants.map { .constant($0) }, results: [form]))
    }
    let own = [random([16, 16], seed: 3), random([16], seed: 4)]
    var layers: [(String, [String], LayerKind)] = [
      ("first", ["x"], .activation(.tanh)), ("made", ["first"], operation(.linear, hasBias ? own : [own[0]])),
    ]
    if factors {
      layers.append(("factors", ["made"], operation(.combine(.multiply), [random([1, 1, 16], seed: 5)])))
    }
    if sum { layers.append(("sum", ["first", layers.last?.0 ?? ""], .add(constant: 0))) }
    if gelu { layers.append(("gelu", [layers.last?.0 ?? ""], operation(.map(.gelu), []))) }
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [9 * 16])],
      layers: layers.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2) },
      outputs: [layers.last?.0 ?? ""])
  }

  @Test(arguments: [false, true], [false, true])
  func `a product with constant weights does the same, and multiplies by factors before`(
    factors: Bool, sum: Bool
  ) throws {
    for (gelu, hasBias) in [(false, true), (true, true), (true, false)] {
      let definition = product(factors: factors, sum: sum, gelu: gelu, hasBias: hasBias)
      let last = definition.outputs[0]
      let node = try #require(nodes(definition, [last]).last)
      #expect(try nodes(definition, [last]).count == 2)
      #expect((node.factors != nil, node.inputs.count, node.function != nil) == (factors, sum ? 2 : 1, gelu))
      let network = try Network(definition), x = random([2, 144], seed: 6)
      let all = definition.layers.map(\.name)
      #expect(try network.forward(["x": x])[last] == network.forward(["x": x], outputs: all)[last])
    }
  }

  @Test func `factors that are one number, of a column or wanted apart stay a layer`() throws {
    let definition = product(factors: true, sum: true, gelu: false)
    #expect(try nodes(definition, ["sum", "factors"]).map(\.name) == ["first", "made", "sum"])
    #expect(try nodes(definition, ["sum", "made"]).map(\.name) == ["first", "made", "factors", "sum"])
    for shape in [[1], [9, 1], [9, 16]] {
      var other = definition
      let form = TensorForm([1, 9, 16])
      other.layers[2].kind = .operation(
        TensorOperation(
          "op", .combine(.multiply), [.input(form), .constant(random(shape, seed: 5))], results: [form]))
      #expect(try nodes(other, ["sum"]).contains { $0.name == "factors" }, "\(shape)")
    }
  }
}
