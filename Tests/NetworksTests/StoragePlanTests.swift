import Tensors
import Testing

@testable import Networks

/// Where tensors lie together in memory.
@Suite struct StoragePlanTests {
  /// Blocks whose every layer reads all before it.
  private var dense: NetworkDefinition {
    let layers: [(String, [String], LayerKind)] = [
      ("a", ["x"], convolution(3, 4, 1, seed: 1)), ("b", ["a"], convolution(4, 2, 3, seed: 3)),
      ("ab", ["a", "b"], .concat), ("abRelu", ["ab"], .activation(.relu)),
      ("c", ["abRelu"], convolution(6, 2, 3, seed: 5)), ("abc", ["a", "b", "c"], .concat),
      ("abcRelu", ["abc"], .activation(.relu)), ("d", ["abcRelu"], convolution(8, 2, 1, seed: 7)),
      ("abcd", ["a", "b", "c", "d"], .concat), ("out", ["abcd"], convolution(10, 3, 1, seed: 9)),
    ]
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [3, 5, 6])],
      layers: layers.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2) }, outputs: ["out"])
  }

  private func plan(_ definition: NetworkDefinition) throws -> (StoragePlan, NodeList, Blueprint) {
    let blueprint = try Blueprint(definition)
    let out = try #require(blueprint.numbers[definition.outputs[0]])
    let list = NodeList(blueprint, wanted: [out], isTraining: false)
    let none = [Bool](repeating: false, count: list.shapes.count)
    let plan = StoragePlan(list, isTraining: false, needsGradient: none, writtenGradients: none, inputs: [0])
    return (plan, list, blueprint)
  }

  @Test func `the first inputs of a longer concat lie stacked in its output`() throws {
    let (plan, list, blueprint) = try plan(dense)
    let concats = list.nodes.indices.filter { ["ab", "abc", "abcd"].contains(list.nodes[$0].name) }
    #expect(concats.count == 3)
    for index in concats { #expect(plan.inPlace[index]?.allSatisfy { $0 } == true) }
    let places = try ["ab", "abc", "abcd"].map { plan.placements[try #require(blueprint.numbers[$0])] }
    for place in places { #expect((place.offset, place.firstChannel, place.pixelStep) == (places[2].offset, 0, 10)) }
  }

  @Test func `layers beside each other in memory make what they make by themselves`() throws {
    let network = try Network(dense)
    let x = random([2, 3, 5, 6], seed: 11)
    let made = try network.forward(["x": x], outputs: dense.layers.map(\.name))
    func channels(_ names: [String], _ sample: Int) throws -> [Float] {
      try names.flatMap { Array(try #require(made[$0]).row(sample)) }
    }
    for sample in 0..<2 {
      for names in [["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]] {
        #expect(try Array(#require(made[names.joined()]).row(sample)) == channels(names, sample))
      }
    }
    #expect(try network.forward(["x": x])["out"]?.values == made["out"]?.values)
  }
}
