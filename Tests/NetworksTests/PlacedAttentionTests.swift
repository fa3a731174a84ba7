import Operations
import Tensors
import Testing

@testable import Networks

/// Attention whose heads are turned to the front and back.
@Suite struct PlacedAttentionTests {
  private static let (rows, heads, depth) = (21, 3, 8)
  private static let width = heads * depth

  /// How queries, keys and values come from one product.
  enum Way: CaseIterable {
    /// Turned to the front together and cut, as timm has it; cut first and turned one by one; keys as columns.
    case cutLast, cutFirst, columns
    /// Queries times a constant before or after they are turned.
    case factorBefore, factorAfter
  }

  private func operation(
    _ kind: TensorOperationKind, _ operands: [[Int]], _ results: [[Int]], constants: [Tensor] = []
  ) -> LayerKind {
    .operation(
      TensorOperation(
        "op", kind, operands.map { .input(TensorForm($0)) } + constants.map { .constant($0) },
        results: results.map { TensorForm($0) }))
  }

  private func definition(_ way: Way) -> NetworkDefinition {
    let (rows, heads, depth, width) = (Self.rows, Self.heads, Self.depth, Self.width)
    let own = [1, heads, rows, depth], parts = [3, 1, heads, rows, depth]
    func turned(_ shape: [Int], _ order: [Int]) -> (kind: LayerKind, shape: [Int]) {
      let made = Rearrangement.transposed(shape, order: order)
      return (operation(.move(made.moves, fill: nil), [shape], [made.shape]), made.shape)
    }
    func times(_ shape: [Int]) -> LayerKind {
      operation(
        .combine(.multiply), [shape], [shape], constants: [Tensor(shape: [1], values: [0.3])])
    }
    var layers: [(String, [String], [String], LayerKind)] = [
      (
        "joint", ["x"], ["joint"],
        operation(
          .linear, [[1, rows, width]], [[1, rows, 3 * width]],
          constants: [random([3 * width, width], seed: 3), random([3 * width], seed: 4)])
      )
    ]
    let lies = way == .cutLast ? [1, rows, 3, heads, depth] : [1, rows, 3 * heads, depth]
    layers.append(("shape", ["joint"], ["shape"], operation(.rename, [[1, rows, 3 * width]], [lies])))
    var names = ["q", "k", "v"]
    if way == .cutLast {
      layers.append(("turn", ["shape"], ["turn"], turned(lies, [2, 0, 3, 1, 4]).kind))
      let cut = Rearrangement.split(parts, axis: 0, sizes: [1, 1, 1])
      layers.append(("cut", ["turn"], ["q5", "k5", "v5"], operation(.move(cut.moves, fill: nil), [parts], cut.shapes)))
      for name in names {
        layers.append((name, [name + "5"], [name], operation(.rename, [[1] + own], [own])))
      }
    } else {
      let cut = Rearrangement.split(lies, axis: 2, sizes: [heads, heads, heads])
      layers.append(("cut", ["shape"], ["q4", "k4", "v4"], operation(.move(cut.moves, fill: nil), [lies], cut.shapes)))
      for name in names {
        var read = name + "4"
        if name == "q", way == .factorBefore {
          layers.append(("factor", [read], ["factor"], times(cut.shapes[0])))
          read = "factor"
        }
        let order = name == "k" && way == .columns ? [0, 2, 3, 1] : [0, 2, 1, 3]
        layers.append((name, [read], [name], turned(cut.shapes[0], order).kind))
      }
      if way == .factorAfter {
        layers.append(("factor", ["q"], ["factor"], times(own)))
        names[0] = "factor"
      }
    }
    let keys = way == .columns ? [1, heads, depth, rows] : own, scores = [1, heads, rows, rows]
    let back = turned(own, [0, 2, 1, 3])
    layers += [
      (
        "products", [names[0], "k"], ["products"],
        operation(.product(transposesFirst: false, transposesSecond: way != .columns), [own, keys], [scores])
      ),
      ("shares", ["products"], ["shares"], operation(.softmax(axis: 3), [scores], [scores])),
      (
        "mixed", ["shares", "v"], ["mixed"],
        operation(.product(transposesFirst: false, transposesSecond: false), [scores, own], [own])
      ),
      ("back", ["mixed"], ["back"], back.kind),
      ("y", ["back"], ["y"], operation(.rename, [back.shape], [[1, rows, width]])),
    ]
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [rows * width])],
      layers: layers.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: $0.2, kind: $0.3) }, outputs: ["y"])
  }

  private func nodes(_ definition: NetworkDefinition, _ wanted: [String], isTraining: Bool = false) throws -> [Node] {
    let blueprint = try Blueprint(definition)
    let numbers = Set(wanted.compactMap { blueprint.numbers[$0] })
    return NodeList(blueprint, wanted: numbers, isTraining: isTraining).nodes
  }

  @Test(arguments: Way.allCases) func `it reads and writes where numbers lie, with the same bits`(way: Way) throws {
    let definition = definition(way)
    #expect(try nodes(definition, ["y"]).map(\.name) == ["joint", "mixed", "y"])
    #expect(try nodes(definition, ["y"], isTraining: true).count == definition.layers.count)
    let network = try Network(definition), x = random([2, Self.rows * Self.width], seed: 7)
    let all = definition.layers.flatMap(\.outputs)
    let apart = try network.forward(["x": x], outputs: all)
    #expect(try network.forward(["x": x])["y"] == apart["y"])
    // What is wanted between is made all the same.
    for name in ["q", "mixed", "back"] {
      let made = try network.forward(["x": x], outputs: ["y", name])
      #expect((made["y"], made[name]) == (apart["y"], apart[name]), "\(name)")
    }
  }

  /// What was turned back is turned to the front again, with nothing between: the first attention makes what the second reads.
  @Test func `attention may read what another has put where it is moved to`() throws {
    let own = [1, Self.heads, Self.rows, Self.depth], back = [1, Self.rows, Self.heads, Self.depth]
    let turned = Rearrangement.transposed(back, order: [0, 2, 1, 3])
    var definition = definition(.cutFirst)
    let added: [(String, [String], LayerKind)] = [
      ("front", ["back"], operation(.move(turned.moves, fill: nil), [back], [own])),
      ("again", ["front", "front", "front"], operation(.attention(masksByTruth: false), [own, own, own], [own])),
    ]
    definition.layers.removeAll { $0.name == "y" }
    definition.layers += added.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2) }
    definition.outputs = ["again"]
    #expect(try nodes(definition, ["again"]).map(\.name) == ["joint", "mixed", "again"])
    let network = try Network(definition), x = random([1, Self.rows * Self.width], seed: 7)
    let apart = try network.forward(["x": x], outputs: definition.layers.flatMap(\.outputs))
    #expect(try network.forward(["x": x])["again"] == apart["again"])
  }

  @Test func `a result that others read stays where it is`() throws {
    var definition = definition(.cutFirst)
    definition.layers.append(
      LayerDefinition(name: "again", inputs: ["mixed"], outputs: ["again"], kind: .activation(.tanh)))
    definition.outputs.append("again")
    #expect(try nodes(definition, ["y", "again"]).map(\.name) == ["joint", "mixed", "back", "y", "again"])
    let network = try Network(definition), x = random([1, Self.rows * Self.width], seed: 7)
    let apart = try network.forward(["x": x], outputs: definition.layers.flatMap(\.outputs))
    let made = try network.forward(["x": x])
    #expect((made["y"], made["again"]) == (apart["y"], apart["again"]))
  }
}
