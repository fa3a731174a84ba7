import Operations
import Tensors
import Testing

@testable import Networks

/// Branches over one map that are added: what networks are trained with that predict by one convolution.
@Suite struct LinearBranchesTests {
  private typealias Layer = (name: String, inputs: [String], kind: LayerKind)

  private let x = random([2, 4, 6, 7], seed: 3)

  private func network(_ layers: [Layer], updatable: Set<String> = []) -> NetworkDefinition {
    NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [4, 6, 7])],
      layers: layers.map {
        LayerDefinition(
          name: $0.name, inputs: $0.inputs, outputs: [$0.name], kind: $0.kind, isUpdatable: updatable.contains($0.name))
      }, outputs: [layers.last?.name ?? ""])
  }

  private func window(
    _ kernel: Int, groups: Int = 1, outputs: Int = 4, stride: Int = 1, padding: Padding? = nil, seed: UInt64
  ) -> LayerKind {
    .convolution(
      ConvolutionDefinition(
        outputChannels: outputs, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride), groups: groups,
        padding: padding ?? .same(topLeftHeavy: false),
        weights: random([outputs, 4 / groups, kernel, kernel], seed: seed, from: -0.5, to: 0.5),
        bias: random([outputs], seed: seed + 1)))
  }

  private func normalization(seed: UInt64) -> LayerKind {
    .batchNormalization(
      BatchNormalizationDefinition(
        channels: 4, gamma: random([4], seed: seed), beta: random([4], seed: seed + 1),
        mean: random([4], seed: seed + 2),
        variance: random([4], seed: seed + 3, from: 0.5, to: 2)))
  }

  private var difference: LayerKind {
    let form = TensorForm([1, 4, 6, 7], isMap: true)
    return .operation(
      TensorOperation("sub", .combine(.subtract), [.input(form), .input(form)], results: [form]))
  }

  /// A program's operation on a map and numbers of its own.
  private func combined(_ function: PairFunction, _ numbers: Tensor) -> LayerKind {
    let form = TensorForm([1, 4, 6, 7], isMap: true)
    return .operation(
      TensorOperation("op", .combine(function), [.input(form), .constant(numbers)], results: [form]))
  }

  /// The names of the steps that predictions of the last layer alone take.
  private func running(_ definition: NetworkDefinition) throws -> [String] {
    let blueprint = try Blueprint(definition)
    var needed: Set = [try #require(blueprint.numbers[definition.outputs[0]])]
    var names: [String] = []
    for step in blueprint.stepsOfPredictions.reversed() where !needed.isDisjoint(with: step.outputs) {
      needed.formUnion(step.inputs)
      names.append(step.layer.name)
    }
    return names.reversed()
  }

  /// Compares with the layers one by one: each of a network of its own.
  private func expectEqual(_ definition: NetworkDefinition, runs expected: [String]) throws {
    #expect(try running(definition) == expected)
    var known = ["x": x]
    for layer in definition.layers {
      let inputs = layer.inputs.enumerated().map { index, name in
        NetworkInput(name: "in\(index)", shape: Array((known[name] ?? x).shape.dropFirst()))
      }
      var alone = layer
      alone.inputs = inputs.map(\.name)
      let feeds = zip(inputs, layer.inputs).map { ($0.name, known[$1] ?? x) }
      let made = try Network(NetworkDefinition(inputs: inputs, layers: [alone], outputs: layer.outputs))
        .forward(Dictionary(uniqueKeysWithValues: feeds))
      known[layer.name] = made[layer.name]
    }
    let last = definition.outputs[0]
    let network = try Network(definition)
    let made = try #require(network.forward(["x": x])[last])
    for (one, other) in zip(made.values, try #require(known[last]).values) { #expect(abs(one - other) < 1e-5) }
    // Whatever else is wanted changes no bit.
    let all = try network.forward(["x": x], outputs: definition.layers.map(\.name))
    #expect(all[last]?.values.map(\.bitPattern) == made.values.map(\.bitPattern))
    for (name, tensor) in all {
      for (one, other) in zip(tensor.values, try #require(known[name]).values) { #expect(abs(one - other) < 1e-5) }
    }
  }

  @Test func `kernels of three sizes, a normalisation and the map itself are one convolution`() throws {
    try expectEqual(
      network([
        ("large", ["x"], window(5, seed: 1)), ("small", ["x"], window(3, seed: 3)),
        ("point", ["x"], window(1, seed: 5)),
        ("norm", ["x"], normalization(seed: 7)), ("two", ["large", "small"], .add(constant: 0)),
        ("three", ["norm", "two"], .add(constant: 0)), ("all", ["three", "point", "x"], .add(constant: 0)),
      ]), runs: ["all"])
  }

  @Test(arguments: [2, 4]) func `so are those in groups of channels`(groups: Int) throws {
    try expectEqual(
      network([
        ("large", ["x"], window(3, groups: groups, seed: 1)), ("point", ["x"], window(1, groups: groups, seed: 3)),
        ("norm", ["x"], normalization(seed: 7)), ("two", ["large", "point"], .add(constant: 0)),
        ("all", ["two", "norm"], .add(constant: 0)), ("relu", ["all"], .activation(.relu)),
      ]), runs: ["all", "relu"])
  }

  @Test func `differences, factors and offsets go into it`() throws {
    try expectEqual(
      network([
        ("mixed", ["x"], window(3, groups: 4, seed: 1)), ("norm", ["x"], normalization(seed: 3)),
        ("less", ["mixed", "norm"], difference),
        ("scaled", ["less"], .scale(scale: random([4, 1, 1], seed: 5), bias: random([4], seed: 6))),
        ("sum", ["x", "scaled"], .add(constant: 0)), ("moved", ["sum"], .bias(random([4], seed: 7))),
      ]), runs: ["moved"])
  }

  @Test func `factors and offsets of a program's channels go into it, unless they are trained`() throws {
    let layers: [Layer] = [
      ("mixed", ["x"], window(3, seed: 1)), ("scaled", ["mixed"], combined(.multiply, random([1, 4, 1, 1], seed: 5))),
      ("moved", ["scaled"], combined(.add, random([4, 1, 1], seed: 7))),
    ]
    try expectEqual(network(layers), runs: ["moved"])
    try expectEqual(network(layers, updatable: ["scaled"]), runs: ["mixed", "scaled", "moved"])
  }

  @Test func `whether they are trained or not, factors and offsets of channels give the same bits`() throws {
    let layers: [Layer] = [
      ("relu", ["x"], .activation(.relu)), ("scaled", ["relu"], combined(.multiply, random([4, 1, 1], seed: 5))),
      ("moved", ["scaled"], combined(.add, random([1, 4, 1, 1], seed: 7))), ("bent", ["moved"], .activation(.sigmoid)),
    ]
    let frozen = try Network(network(layers)).forward(["x": x])
    let trained = try Network(network(layers, updatable: ["scaled", "moved"])).forward(["x": x])
    #expect(frozen["bent"]?.values.map(\.bitPattern) == trained["bent"]?.values.map(\.bitPattern))
  }

  @Test func `only numbers for each channel are a table of channels`() {
    func table(_ shape: [Int], _ function: PairFunction = .multiply) -> (factors: Tensor?, offsets: Tensor?)? {
      guard case .operation(let operation) = combined(function, random(shape, seed: 3)) else { return nil }
      return operation.channelTable
    }
    #expect(table([1, 4, 1, 1])?.factors?.shape == [4] && table([1, 4, 1, 1])?.offsets == nil)
    #expect(table([4, 1, 1], .add)?.offsets?.shape == [4] && table([4, 1, 1], .add)?.factors == nil)
    #expect(table([4, 1, 1], .subtract) == nil && table([1]) == nil && table([7]) == nil && table([4, 6, 7]) == nil)
  }

  @Test func `steps of two join kernels whose windows have one middle`() throws {
    try expectEqual(
      network([
        ("large", ["x"], window(3, stride: 2, padding: .valid(Margins(top: 1, bottom: 1, left: 1, right: 1)), seed: 1)),
        ("point", ["x"], window(1, stride: 2, padding: .valid(Margins()), seed: 3)),
        ("all", ["large", "point"], .add(constant: 0)),
      ]), runs: ["all"])
  }

  @Test func `what does not fit into one is left alone`() throws {
    let apart: [[Layer]] = [
      // Other groups.
      [
        ("a", ["x"], window(3, seed: 1)), ("b", ["x"], window(3, groups: 4, seed: 3)),
        ("c", ["a", "b"], .add(constant: 0)),
      ],
      // Windows beside each other.
      [
        ("a", ["x"], window(2, seed: 1)), ("b", ["x"], window(2, padding: .same(topLeftHeavy: true), seed: 3)),
        ("c", ["a", "b"], .add(constant: 0)),
      ],
      // Of different maps.
      [
        ("a", ["x"], window(3, seed: 1)), ("r", ["a"], .activation(.relu)), ("b", ["r"], window(3, seed: 3)),
        ("c", ["a", "b"], .add(constant: 0)),
      ],
      // No convolution among them.
      [("b", ["x"], normalization(seed: 3)), ("c", ["x", "b"], .add(constant: 0))],
    ]
    for layers in apart { try expectEqual(network(layers), runs: layers.map(\.name)) }
  }

  @Test func `what others read, too, is a map of its own`() throws {
    try expectEqual(
      network([
        ("made", ["x"], window(3, seed: 1)), ("norm", ["made"], normalization(seed: 3)),
        ("next", ["made"], window(1, seed: 5)), ("sum", ["norm", "next"], .add(constant: 0)),
      ]), runs: ["made", "sum"])
  }

  @Test func `layers that learn stay layers`() throws {
    let layers: [Layer] = [
      ("a", ["x"], window(3, seed: 1)), ("b", ["x"], window(1, seed: 3)), ("c", ["a", "b"], .add(constant: 0)),
    ]
    #expect(try running(network(layers, updatable: ["b"])) == ["a", "b", "c"])
    let blueprint = try Blueprint(network(layers))
    let last = try #require(blueprint.numbers["c"])
    #expect(NodeList(blueprint, wanted: [last], isTraining: true).nodes.map(\.name) == ["a", "b", "c"])
  }

  @Test func `weights that are set anew are taken`() throws {
    let network = try Network(
      network([
        ("a", ["x"], window(3, seed: 1)), ("b", ["x"], window(1, seed: 3)), ("c", ["a", "b"], .add(constant: 0)),
      ]))
    _ = try network.forward(["x": x])
    for (layer, kernel) in [("a", 3), ("b", 1)] {
      network[parameter: ParameterKey(layer: layer, part: .weights)] = Tensor(shape: [4, 4, kernel, kernel])
      network[parameter: ParameterKey(layer: layer, part: .bias)] = Tensor(shape: [4], repeating: 2)
    }
    #expect(try network.forward(["x": x])["c"]?.values.allSatisfy { $0 == 4 } == true)
  }

  @Test func `a chain of sums that no block has is joined in pieces`() throws {
    var layers: [Layer] = [("start", ["x"], window(3, seed: 1))]
    for number in 0..<3_000 { layers.append(("sum\(number)", [layers[number].name, "x"], .add(constant: 0))) }
    let ran = try running(network(layers))
    #expect(ran.count < layers.count && ran.count > 50)
    let y = try Network(network(layers)).forward(["x": x], outputs: ["start", "sum2999"])
    for (index, (start, sum)) in zip(try #require(y["start"]).values, try #require(y["sum2999"]).values).enumerated() {
      #expect(abs(start + 3_000 * x.values[index] - sum) < 0.5)
    }
  }
}
