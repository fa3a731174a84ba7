import Foundation
import Networks
import Tensors
import Testing

/// Settings of a recurrent layer to walk through.
struct RecurrentCase: Sendable, CustomTestStringConvertible {
  var cell: RecurrentDefinition.Cell
  var hasBias = true
  var hasPeepholes = false
  var isBidirectional = false
  var testDescription: String { "\(cell) \(hasBias) \(hasPeepholes) \(isBidirectional)" }

  static let all: [RecurrentCase] =
    [ActivationFunction.tanh, .sigmoid, .linear(alpha: 0.5, beta: 0.1), .scaledTanh(alpha: 1.7159, beta: 2 / 3)].map {
      RecurrentCase(cell: .simple($0))
    }
    + [
      RecurrentCase(cell: .gated(gate: .sigmoid, output: .tanh)),
      RecurrentCase(cell: .gated(gate: .hardSigmoid(alpha: 0.2, beta: 0.5), output: .sigmoid), hasBias: false),
      RecurrentCase(cell: .longShortTerm(LongShortTermDefinition())),
      RecurrentCase(cell: .longShortTerm(LongShortTermDefinition()), isBidirectional: true),
      RecurrentCase(cell: .longShortTerm(LongShortTermDefinition(addsForgetBias: true)), hasPeepholes: true),
      RecurrentCase(cell: .longShortTerm(LongShortTermDefinition(isCoupled: true)), hasPeepholes: true),
      RecurrentCase(
        cell: .longShortTerm(LongShortTermDefinition(output: .softsign, cellClip: 0.2)), hasBias: false,
        hasPeepholes: true, isBidirectional: true),
    ]

  func weights(_ inputs: Int, _ outputs: Int, seed: UInt64) -> RecurrentWeights {
    let gates = RecurrentDefinition(
      cell: cell, inputSize: 1, outputSize: 1,
      parameters: RecurrentWeights(input: Tensor(shape: [0]), recursion: Tensor(shape: [0]))
    ).gates
    return RecurrentWeights(
      input: random([gates * outputs, inputs], seed: seed),
      recursion: random([gates * outputs, outputs], seed: seed + 1),
      bias: hasBias ? random([gates * outputs], seed: seed + 2) : nil,
      peepholes: hasPeepholes ? random([3 * outputs], seed: seed + 3) : nil)
  }

  func definition(_ inputs: Int, _ outputs: Int, returnsSequence: Bool, isReversed: Bool) -> RecurrentDefinition {
    RecurrentDefinition(
      cell: cell, inputSize: inputs, outputSize: outputs, returnsSequence: returnsSequence, isReversed: isReversed,
      parameters: weights(inputs, outputs, seed: 10),
      backward: isBidirectional ? weights(inputs, outputs, seed: 50) : nil)
  }
}

/// The formulas of the format, once more, in double precision and as they are written there.
private struct Walker {
  let definition: RecurrentDefinition
  let weights: RecurrentWeights
  var y: [Double]
  var c: [Double]

  init(_ definition: RecurrentDefinition, _ weights: RecurrentWeights, y: [Double]? = nil, c: [Double]? = nil) {
    self.definition = definition
    self.weights = weights
    self.y = y ?? [Double](repeating: 0, count: definition.outputSize)
    self.c = c ?? [Double](repeating: 0, count: definition.outputSize)
  }

  private func f(_ function: ActivationFunction, _ x: Double) -> Double {
    switch function {
    case .tanh: tanh(x)
    case .sigmoid: 1 / (1 + exp(-x))
    case .linear(let alpha, let beta): Double(alpha) * x + Double(beta)
    case .scaledTanh(let alpha, let beta): Double(alpha) * tanh(Double(beta) * x)
    case .hardSigmoid(let alpha, let beta): min(max(Double(alpha) * x + Double(beta), 0), 1)
    case .softsign: x / (1 + abs(x))
    default: .nan
    }
  }

  private func sum(_ gate: Int, _ j: Int, _ x: [Double], _ y: [Double]) -> Double {
    let row = gate * definition.outputSize + j
    var sum = Double(weights.bias?.values[row] ?? 0)
    for (i, value) in x.enumerated() { sum += Double(weights.input.values[row * x.count + i]) * value }
    for (i, value) in y.enumerated() { sum += Double(weights.recursion.values[row * y.count + i]) * value }
    return sum
  }

  mutating func step(_ x: [Double]) -> [Double] {
    let indices = y.indices
    let old = y
    switch definition.cell {
    case .simple(let function): y = indices.map { f(function, sum(0, $0, x, old)) }
    case .gated(let gate, let output):
      let z = indices.map { f(gate, sum(0, $0, x, old)) }
      let r = indices.map { f(gate, sum(1, $0, x, old)) }
      let reset = indices.map { old[$0] * r[$0] }
      y = indices.map { (1 - z[$0]) * f(output, sum(2, $0, x, reset)) + z[$0] * old[$0] }
    case .longShortTerm(let cell):
      let peepholes = weights.peepholes?.values.map(Double.init) ?? [Double](repeating: 0, count: 3 * y.count)
      for j in indices {
        let i = f(cell.gate, sum(0, j, x, old) + peepholes[j] * c[j])
        let bias = cell.addsForgetBias ? 1.0 : 0
        let forget = cell.isCoupled ? 1 - i : f(cell.gate, sum(1, j, x, old) + peepholes[y.count + j] * c[j] + bias)
        let next = c[j] * forget + i * f(cell.input, sum(2, j, x, old))
        c[j] = min(max(next, -Double(cell.cellClip)), Double(cell.cellClip))
        y[j] = f(cell.output, c[j]) * f(cell.gate, sum(3, j, x, old) + peepholes[2 * y.count + j] * c[j])
      }
    }
    return y
  }
}

@Suite struct RecurrentTests {
  private func network(
    _ definition: RecurrentDefinition, steps: Int, updatable: Bool = false
  ) -> NetworkDefinition {
    NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [definition.inputSize], sequenceLength: steps)],
      layers: [
        LayerDefinition(
          name: "r", inputs: ["x"], outputs: ["y"], kind: .recurrent(definition), isUpdatable: updatable)
      ], outputs: ["y"])
  }

  @Test(arguments: RecurrentCase.all, [1, 2, 4])
  func `what comes out is what the format's formulas say`(example: RecurrentCase, steps: Int) throws {
    for (returnsSequence, isReversed) in [(false, false), (true, false), (true, true), (false, true)] {
      if isReversed, example.isBidirectional { continue }
      let definition = example.definition(3, 2, returnsSequence: returnsSequence, isReversed: isReversed)
      let x = random([2, steps, 3], seed: 5)
      let y = try #require(try Network(network(definition, steps: steps)).forward(["x": x])["y"])
      let expected = (0..<2).flatMap { expectation(definition, Array(x.row($0)), steps: steps) }
      #expect(y.count == expected.count)
      let off = zip(y.values, expected).map { abs(Double($0) - $1) }.max() ?? 0
      #expect(off < 1e-6, "\(off) \(returnsSequence) \(isReversed)")
    }
  }

  private func expectation(_ definition: RecurrentDefinition, _ x: [Float], steps: Int) -> [Double] {
    let rows = (0..<steps).map { step in x[step * 3..<(step + 1) * 3].map(Double.init) }
    func walk(_ weights: RecurrentWeights, _ times: [Int]) -> [[Double]] {
      var walker = Walker(definition, weights)
      var made = [[Double]](repeating: [], count: steps)
      for time in times { made[time] = walker.step(rows[time]) }
      return made
    }
    let times = definition.isReversed ? Array((0..<steps).reversed()) : Array(0..<steps)
    let forward = walk(definition.parameters, times)
    let backward = definition.backward.map { walk($0, (0..<steps).reversed()) }
    if definition.returnsSequence { return (0..<steps).flatMap { forward[$0] + (backward?[$0] ?? []) } }
    return forward[times[steps - 1]] + (backward?[0] ?? [])
  }

  @Test func `states come in and go out`() throws {
    let example = RecurrentCase(cell: .longShortTerm(LongShortTermDefinition()))
    let definition = example.definition(3, 2, returnsSequence: false, isReversed: false)
    let names = ["h", "c"]
    let network = try Network(
      NetworkDefinition(
        inputs: [NetworkInput(name: "x", shape: [3], sequenceLength: 2)]
          + names.map { NetworkInput(name: $0, shape: [2], isOptional: true) },
        layers: [
          LayerDefinition(
            name: "r", inputs: ["x", "h", "c"], outputs: ["y", "hOut", "cOut"], kind: .recurrent(definition))
        ], outputs: ["y", "hOut", "cOut"]))
    let x = random([1, 4, 3], seed: 6)
    func half(_ index: Int) -> Tensor { Tensor(shape: [1, 2, 3], values: Array(x.values[index * 6..<index * 6 + 6])) }
    let first = try network.forward(["x": half(0)])
    let second = try network.forward(["x": half(1), "h": try #require(first["hOut"]), "c": try #require(first["cOut"])])
    let whole = try Network(self.network(definition, steps: 4)).forward(["x": x])
    #expect(second["y"] == whole["y"])
    #expect(first["y"]?.values == first["hOut"]?.values)
  }

  @Test(arguments: RecurrentCase.all)
  func `the gradient of parameters and input is that of finite differences`(example: RecurrentCase) throws {
    for (returnsSequence, isReversed) in [(true, false), (false, true)] {
      if isReversed, example.isBidirectional { continue }
      let definition = example.definition(3, 2, returnsSequence: returnsSequence, isReversed: isReversed)
      let mixer = ConvolutionDefinition(
        outputChannels: 3, kernelSize: Extent(1, 1), weights: random([3, 3, 1, 1], seed: 7), bias: random([3], seed: 8))
      let network = NetworkDefinition(
        inputs: [NetworkInput(name: "x", shape: [3], sequenceLength: 3)],
        layers: [
          LayerDefinition(name: "mix", inputs: ["x"], outputs: ["m"], kind: .convolution(mixer), isUpdatable: true),
          LayerDefinition(
            name: "r", inputs: ["m"], outputs: ["y"], kind: .recurrent(definition),
            isUpdatable: !example.isBidirectional),
        ], outputs: ["y"])
      try GradientCheck().check(network, inputs: ["x": random([2, 3, 3], seed: 9)], example.testDescription)
    }
  }

  @Test func `parameters of another size are named`() {
    let example = RecurrentCase(cell: .gated(gate: .sigmoid, output: .tanh))
    var definition = example.definition(3, 2, returnsSequence: true, isReversed: false)
    definition.parameters.recursion = Tensor(shape: [6, 3])
    #expect(
      throws: NetworkError.parameterMismatch(
        layer: "r", parameter: "recursionMatrix", expected: [6, 2], actual: [6, 3])
    ) { try Network(network(definition, steps: 2)) }
    definition.parameters.recursion = Tensor(shape: [2, 6])
    #expect(
      throws: NetworkError.parameterMismatch(
        layer: "r", parameter: "recursionMatrix", expected: [6, 2], actual: [2, 6])
    ) { try Network(network(definition, steps: 2)) }
    definition = example.definition(4, 2, returnsSequence: true, isReversed: false)
    var fewer = network(definition, steps: 2)
    fewer.inputs[0].shape = [3]
    #expect(throws: NetworkError.shapeMismatch(layer: "r", expected: [4], actual: [3])) { try Network(fewer) }
  }
}
