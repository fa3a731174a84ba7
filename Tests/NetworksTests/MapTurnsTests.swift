import Operations
import Tensors
import Testing

@testable import Networks

/// Maps that are unrolled and turned into matrices of pixels, and back: what programs of transformers are full of.
@Suite struct MapTurnsTests {
  /// [rows][columns] turned into [columns][rows].
  private func turn(_ rows: Int, _ columns: Int) -> LayerKind {
    let form = TensorForm([1, rows, columns])
    let made = Rearrangement.transposed(form.shape, order: [0, 2, 1])
    return .operation(
      TensorOperation("transpose", .move(made.moves, fill: nil), [.input(form)], results: [TensorForm(made.shape)]))
  }

  private func rename(_ from: [Int], _ to: [Int]) -> LayerKind {
    .operation(TensorOperation("reshape", .rename, [.input(TensorForm(from))], results: [TensorForm(to)]))
  }

  /// A convolution, its map as a matrix of pixels, twice that as a map again, and a convolution of it.
  private func definition(updatable: Set<String> = [], renames: Bool = false) -> NetworkDefinition {
    var layers: [(String, LayerKind)] = [
      ("made", convolution(4, 6, 1, seed: 1)), ("flat", .flatten(.channelFirst)),
    ]
    if renames { layers += [("renamed", rename([1, 6, 5, 7], [1, 6, 35]))] }
    layers += [("pixels", turn(6, 35)), ("twice", .multiply(constant: 2)), ("turned", turn(35, 6))]
    if renames { layers += [("again", rename([1, 6, 35], [1, 6, 5, 7]))] }
    layers += [
      ("map", .reshape(targetShape: [6, 5, 7], order: .channelFirst)), ("out", convolution(6, 3, 1, seed: 2)),
    ]
    return chain([4, 5, 7], layers, updatable: updatable)
  }

  private func nodes(_ definition: NetworkDefinition, _ wanted: [String]) throws -> [String] {
    let blueprint = try Blueprint(definition)
    let numbers = Set(wanted.compactMap { blueprint.numbers[$0] })
    return NodeList(blueprint, wanted: numbers, isTraining: false).nodes.map(\.name)
  }

  private func bits(_ tensor: Tensor?) -> [UInt32]? { tensor?.values.map(\.bitPattern) }

  @Test(arguments: [false, true]) func `the bits are those of layers one by one`(renames: Bool) throws {
    let definition = definition(renames: renames)
    let network = try Network(definition)
    for samples in [1, 3] {
      let x = random([samples, 4, 5, 7], seed: 3)
      let all = try network.forward(["x": x], outputs: definition.layers.map(\.name))
      let made = try #require(all["made"])
      let map = try #require(all["map"])
      #expect(map.values == made.values.map { 2 * $0 } && map.shape == made.shape)
      for name in definition.layers.map(\.name) {
        #expect(bits(try network.forward(["x": x], outputs: [name])[name]) == bits(all[name]), "\(name)")
      }
    }
  }

  @Test(arguments: [false, true]) func `nothing is moved`(renames: Bool) throws {
    let definition = definition(renames: renames)
    #expect(try nodes(definition, ["out"]) == ["made", "pixels", "twice", "map", "out"])
    #expect(try nodes(definition, ["flat", "out"]) == ["made", "flat", "pixels", "twice", "map", "out"])
    let blueprint = try Blueprint(definition)
    let list = NodeList(blueprint, wanted: Set([blueprint.numbers["out"]].compactMap(\.self)), isTraining: false)
    let plan = StoragePlan(
      list, isTraining: false, needsGradient: list.shapes.map { _ in false },
      writtenGradients: list.shapes.map { _ in false }, inputs: [0])
    #expect(plan.idle == [1, 3])
  }

  @Test func `a map of other lengths is turned`() throws {
    // 6 channels of 35 pixels, read as 35 channels of 6.
    let layers: [(String, LayerKind)] = [
      ("flat", .flatten(.channelFirst)), ("turned", turn(5, 42)), ("still", .multiply(constant: 1)),
      ("map", .reshape(targetShape: [35, 2, 3], order: .channelFirst)),
    ]
    let x = random([1, 6, 5, 7], seed: 4)
    let y = try Network(chain([6, 5, 7], layers)).forward(["x": x])["map"]
    let wanted = (0..<42).flatMap { (column: Int) -> [Float] in (0..<5).map { x.values[$0 * 42 + column] } }
    #expect(y?.values == wanted)
  }

  @Test func `a map that is written as a sequence of one stays a layer of its own`() throws {
    let layers: [(String, LayerKind)] = [
      ("turned", turn(35, 6)), ("map", .reshape(targetShape: [1, 6, 5, 7], order: .channelFirst)),
    ]
    let x = random([2, 210], seed: 7)
    let definition = chain([210], layers)
    let all = try Network(definition).forward(["x": x], outputs: ["turned", "map"])
    #expect(try nodes(definition, ["map"]) == ["turned", "map"])
    #expect(all["map"]?.values == all["turned"]?.values)
    #expect(bits(try Network(definition).forward(["x": x])["map"]) == bits(all["map"]))
  }

  @Test func `gradients pass`() throws {
    try GradientCheck(distances: [1e-2]).check(
      definition(updatable: ["made", "out"], renames: true), inputs: ["x": random([2, 4, 5, 7], seed: 5)], "turns")
  }

  @Test func `a part of a concat has its own place`() throws {
    var network = definition()
    network.layers.append(LayerDefinition(name: "joined", inputs: ["map", "x"], outputs: ["joined"], kind: .concat))
    network.outputs = ["joined"]
    let x = random([2, 4, 5, 7], seed: 6)
    let y = try Network(network).forward(["x": x], outputs: ["map", "joined"])
    let alone = try Network(network).forward(["x": x], outputs: ["joined"])
    let (map, joined) = (try #require(y["map"]), try #require(alone["joined"]))
    #expect(Array(joined.values[0..<210]) == Array(map.values[0..<210]))
    #expect(Array(joined.values[210..<350]) == Array(x.values[0..<140]))
    #expect(bits(y["joined"]) == bits(joined))
  }
}
