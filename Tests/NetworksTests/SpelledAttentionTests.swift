import Operations
import Tensors
import Testing

@testable import Networks

/// Attention that programs spell out: two products of matrices and what lies between them.
@Suite struct SpelledAttentionTests {
  private static let (heads, rows, entries, depth) = (3, 37, 29, 8)
  private static let scores = [heads, rows, entries]

  /// What lies between the first product and the softmax.
  enum Between: CaseIterable {
    case nothing, factor, factorBefore, layer, mask, constantMask, factorAndMask, maskFirst
  }

  private func operation(_ kind: TensorOperationKind, _ operands: [TensorOperation.Operand], _ made: [Int]) -> LayerKind
  {
    .operation(TensorOperation("op", kind, operands, results: [TensorForm(made)]))
  }

  /// Queries, keys, values and a mask, and what is made of them.
  private func definition(
    _ between: Between = .factor, turnsKeys: Bool = true, softmaxAxis: Int = 2, reads: [String] = []
  ) -> NetworkDefinition {
    let (heads, scores) = (Self.heads, Self.scores)
    let (rows, entries, depth) = (Self.rows, Self.entries, Self.depth)
    let form = TensorOperation.Operand.input(TensorForm(scores))
    let factor = TensorOperation.Operand.constant(Tensor(shape: [1], values: [0.3]))
    let mask = TensorOperation.Operand.input(TensorForm([rows, entries]))
    let own = TensorOperation.Operand.constant(random([heads, 1, entries], seed: 5))
    let times = operation(.combine(.multiply), [form, factor], scores)
    let plus = operation(.combine(.add), [form, mask], scores)
    let steps: [(String, [String], LayerKind)] =
      switch between {
      case .nothing: []
      case .factor: [("times", ["products"], times)]
      case .factorBefore: [("times", ["products"], operation(.combine(.multiply), [factor, form], scores))]
      case .layer: [("times", ["products"], .multiply(constant: 0.3))]
      case .mask: [("plus", ["products", "mask"], plus)]
      case .constantMask: [("plus", ["products"], operation(.combine(.add), [own, form], scores))]
      case .factorAndMask: [("times", ["products"], times), ("plus", ["times", "mask"], plus)]
      case .maskFirst: [("plus", ["products", "mask"], plus), ("times", ["plus"], times)]
      }
    let keys = turnsKeys ? [heads, entries, depth] : [heads, depth, entries]
    let layers: [(String, [String], LayerKind)] =
      [
        (
          "products", ["q", "k"],
          operation(
            .product(transposesFirst: false, transposesSecond: turnsKeys),
            [.input(TensorForm([heads, rows, depth])), .input(TensorForm(keys))], scores)
        )
      ] + steps + [
        ("shares", [steps.last?.0 ?? "products"], operation(.softmax(axis: softmaxAxis), [form], scores)),
        (
          "mixed", ["shares", "v"],
          operation(
            .product(transposesFirst: false, transposesSecond: false),
            [form, .input(TensorForm([heads, entries, depth]))], [heads, rows, depth])
        ),
      ] + reads.map { ("of \($0)", [$0], .activation(.tanh)) }
    return NetworkDefinition(
      inputs: [
        NetworkInput(name: "q", shape: [heads * rows * depth]),
        NetworkInput(name: "k", shape: [heads * entries * depth]),
        NetworkInput(name: "v", shape: [heads * entries * depth]), NetworkInput(name: "mask", shape: [rows * entries]),
      ],
      layers: layers.map { LayerDefinition(name: $0.0, inputs: $0.1, outputs: [$0.0], kind: $0.2) },
      outputs: ["mixed"] + reads.map { "of \($0)" })
  }

  private func nodes(_ definition: NetworkDefinition, _ wanted: [String], isTraining: Bool = false) throws -> [String] {
    let blueprint = try Blueprint(definition)
    let numbers = Set(wanted.compactMap { blueprint.numbers[$0] })
    return NodeList(blueprint, wanted: numbers, isTraining: isTraining).nodes.map(\.name)
  }

  private func made(_ definition: NetworkDefinition, _ outputs: [String]) throws -> Tensor {
    let feeds = Dictionary(
      uniqueKeysWithValues: definition.inputs.enumerated().map { number, input in
        (input.name, random([2] + input.shape, seed: UInt64(number)))
      })
    return try #require(Network(definition).forward(feeds, outputs: outputs)["mixed"])
  }

  @Test(arguments: Between.allCases) func `it is one operation of the same bits`(between: Between) throws {
    let definition = definition(between)
    let isOne = between != .maskFirst
    #expect(try (nodes(definition, ["mixed"]) == ["mixed"]) == isOne)
    #expect(try nodes(definition, ["mixed"], isTraining: true).count == definition.layers.count)
    // What lies between is made where somebody asks for it.
    let between = definition.layers.dropLast().map(\.name)
    #expect(try nodes(definition, ["mixed"] + between).count == definition.layers.count)
    #expect(try made(definition, ["mixed"]) == made(definition, ["mixed"] + between))
  }

  @Test func `keys may lie as columns`() throws {
    let definition = definition(.factorAndMask, turnsKeys: false)
    #expect(try nodes(definition, ["mixed"]) == ["mixed"])
    #expect(try made(definition, ["mixed"]) == made(definition, ["mixed", "products"]))
  }

  @Test func `what others read and other axes stay as they are`() throws {
    for name in ["products", "times", "shares"] {
      #expect(try nodes(definition(reads: [name]), ["mixed", "of \(name)"]).contains("products"), "\(name)")
    }
    #expect(try nodes(definition(reads: ["mixed"]), ["of mixed"]) == ["mixed", "of mixed"])
    #expect(try nodes(definition(softmaxAxis: 1), ["mixed"]).count == 4)
  }
}
