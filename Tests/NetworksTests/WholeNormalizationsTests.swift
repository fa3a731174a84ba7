import Arithmetic
import Operations
import Tensors
import Testing

@testable import Networks

/// Normalisations of whole samples that programs spell out, as group normalisation with one group.
@Suite struct WholeNormalizationsTests {
  private static let map = [20, 9, 7], count = 20 * 9 * 7

  private func operation(
    _ label: String, _ kind: TensorOperationKind, _ operands: [TensorOperation.Operand], to count: Int
  )
    -> LayerKind
  {
    .operation(TensorOperation(label, kind, operands, results: [TensorForm([1, 1, count])]))
  }

  private func rename(_ from: [Int], _ to: [Int]) -> LayerKind {
    .operation(TensorOperation("reshape", .rename, [.input(TensorForm(from))], results: [TensorForm(to)]))
  }

  /// A convolution, its map unrolled, less its mean, by its deviation, as a map again, and a convolution of it.
  private func definition(
    epsilon: Float = 1e-5, variance: Reduction = .mean, unrolls: Bool = true, renames: Bool = false
  ) -> NetworkDefinition {
    let (all, one) = (Self.count, TensorForm([1, 1, 1]))
    let whole = TensorForm([1, 1, all])
    let small = TensorOperation.Operand.constant(Tensor(shape: [1], values: [epsilon]))
    var layers: [(String, [String], LayerKind)] = [
      ("made", ["x"], convolution(4, 20, 1, seed: 1)), ("flat", ["made"], .flatten(.channelFirst)),
      ("mean", ["flat"], operation("reduce_mean", .reduce(.mean, axes: [1, 2]), [.input(whole)], to: 1)),
      ("less", ["flat", "mean"], operation("sub", .combine(.subtract), [.input(whole), .input(one)], to: all)),
      ("squares", ["less"], operation("square", .map(.square), [.input(whole)], to: all)),
      ("variance", ["squares"], operation("reduce", .reduce(variance, axes: [1, 2]), [.input(whole)], to: 1)),
      ("more", ["variance"], operation("add", .combine(.add), [.input(one), small], to: 1)),
      ("deviation", ["more"], operation("sqrt", .map(.sqrt), [.input(one)], to: 1)),
      (
        "normal", ["less", "deviation"],
        operation("real_div", .combine(.divide), [.input(whole), .input(one)], to: all)
      ),
    ]
    if renames {
      layers.insert(("renamed", ["flat"], rename([1] + Self.map, [1, 1, all])), at: 2)
      for index in layers.indices.dropFirst(3) {
        layers[index].1 = layers[index].1.map { $0 == "flat" ? "renamed" : $0 }
      }
      layers[7] = ("more", ["variance"], .add(constant: epsilon))
      layers.append(("again", ["normal"], rename([1, 1, all], [1] + Self.map)))
    }
    if unrolls {
      layers.append(("map", [renames ? "again" : "normal"], .reshape(targetShape: Self.map, order: .channelFirst)))
    }
    layers.append(("out", [unrolls ? "map" : "normal"], unrolls ? convolution(20, 3, 1, seed: 2) : .activation(.relu)))
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [4, 9, 7])],
      layers: layers.map {
        LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2)
      }, outputs: ["out"])
  }

  private func nodes(_ definition: NetworkDefinition, _ wanted: [String], isTraining: Bool = false) throws -> [String] {
    let blueprint = try Blueprint(definition)
    let numbers = Set(wanted.compactMap { blueprint.numbers[$0] })
    return NodeList(blueprint, wanted: numbers, isTraining: isTraining).nodes.map(\.name)
  }

  @Test func `it is one layer of the map in predictions`() throws {
    #expect(try nodes(definition(), ["out"]) == ["made", "map", "out"])
    #expect(try nodes(definition(renames: true), ["out"]) == ["made", "map", "out"])
    #expect(try nodes(definition(unrolls: false), ["out"]) == ["made", "flat", "normal", "out"])
    #expect(try nodes(definition(), ["out"], isTraining: true).count == 11)
  }

  @Test func `what is combined with the map reads the map`() throws {
    var definition = definition(renames: true)
    let (map, vector) = (TensorForm([1] + Self.map, isMap: true), TensorForm([1] + Self.map))
    let sum = TensorOperation("sub", .combine(.subtract), [.input(map), .input(vector)], results: [map])
    definition.layers += [
      LayerDefinition(name: "pooled", inputs: ["map"], outputs: ["pooled"], kind: .activation(.relu)),
      LayerDefinition(name: "rest", inputs: ["pooled", "again"], outputs: ["rest"], kind: .operation(sum)),
    ]
    definition.outputs = ["rest"]
    #expect(try nodes(definition, ["rest"]) == ["made", "map", "pooled", "rest"])
    let made = try Network(definition).forward(["x": random([2, 4, 9, 7], seed: 3)], outputs: ["map", "rest"])
    let (normal, rest) = (try #require(made["map"]), try #require(made["rest"]))
    #expect(rest.values == normal.values.map { max($0, 0) - $0 })
  }

  @Test func `what only looks like it stays in parts`() throws {
    #expect(try nodes(definition(variance: .sum), ["out"]).contains("squares"))
  }

  @Test(arguments: [1, 3], [true, false]) func `the numbers are those of the definition`(
    samples: Int, unrolls: Bool
  ) throws {
    let x = random([samples, 4, 9, 7], seed: 3)
    let network = try Network(definition(epsilon: 0.25, unrolls: unrolls))
    let name = unrolls ? "map" : "normal"
    let all = try network.forward(["x": x], outputs: ["made", name])
    let made = try #require(all["made"]).values.map(Double.init), normal = try #require(all[name]).values
    for sample in 0..<samples {
      let numbers = made[sample * Self.count..<(sample + 1) * Self.count]
      let mean = numbers.reduce(0, +) / Double(Self.count)
      let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Self.count)
      for (place, number) in zip(numbers.indices, numbers) {
        #expect(abs(Double(normal[place]) - (number - mean) / (variance + 0.25).squareRoot()) < 2e-6)
      }
    }
  }

  @Test(arguments: [false, true]) func `what else is wanted changes no bit`(renames: Bool) throws {
    let definition = definition(renames: renames)
    let names = definition.layers.map(\.name)
    let network = try Network(definition)
    let x = random([2, 4, 9, 7], seed: 3)
    let all = try network.forward(["x": x], outputs: names)
    for name in names {
      let alone = try network.forward(["x": x], outputs: [name])[name]
      #expect(alone?.values == all[name]?.values, "\(name)")
    }
  }

  @Test(arguments: [2, 3, 4]) func `it has the same bits on any number of threads`(threads: Int) throws {
    let x = random([64, 4, 9, 7], seed: 3)
    let alone = try Network(definition(), workers: WorkerPool(threads: 1)).forward(["x": x])["out"]
    let shared = try Network(definition(), workers: WorkerPool(threads: threads)).forward(["x": x])["out"]
    #expect(alone != nil && alone?.values == shared?.values)
  }
}
