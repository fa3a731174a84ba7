import Foundation
import Networks
import Tensors
import Testing

@testable import ExperimentSupport
@testable import ModelFile

/// Loops and conditions of programs.
struct ProgramTranslationBlocksTests {
  private typealias Maker = PackageBuilder

  private static let weights: [Float] = [0.5, -0.25, 0.75, 0.125]
  private static let bias: [Float] = [0.1, -0.2]

  /// h = tanh(W · (h + x[i]) + b), as often as `rounds` says; `i` is int32, and what it is compared with known.
  private func recurrence(
    rounds: Int, comparesWith limit: String = "rounds", hasInnerWeights: Bool = false
  ) -> PackageBuilder {
    var builder = PackageBuilder()
    builder.inputs = [("x", [3, 1, 2])]
    builder.constant("start", Maker.integer(0))
    builder.constant("rounds", Maker.integer(rounds))
    let constants = { (builder: inout PackageBuilder) in
      builder.constant("W", Maker.floats(Self.weights, [2, 2]))
      builder.constant("b", Maker.floats(Self.bias, [2]))
    }
    if !hasInnerWeights { constants(&builder) }
    builder.constant("h0", Maker.floats([0, 0], [1, 2]))
    let (index, row) = (Maker.tensorType(.int32, []), Maker.tensorType(.float32, [1, 2]))
    let condition = Maker.block([("i.c", index), ("h.c", row)], ["goes"]) {
      $0.add("less", [("x", .name("i.c")), ("y", .name(limit))], "goes", Maker.tensorType(.bool, []))
    }
    let round = Maker.block([("i.r", index), ("h.r", row)], ["next", "h.n"]) {
      if hasInnerWeights { constants(&$0) }
      $0.add(
        "gather", [("x", .name("x")), ("indices", .name("i.r")), ("axis", .value(Maker.integer(0)))], "xi", row)
      $0.add("add", [("x", .name("xi")), ("y", .name("h.r"))], "both", row)
      $0.add("linear", [("x", .name("both")), ("weight", .name("W")), ("bias", .name("b"))], "sums", row)
      $0.add("tanh", [("x", .name("sums"))], "h.n", row)
      $0.add("add", [("x", .name("i.r")), ("y", .value(Maker.integer(1)))], "next", index)
    }
    builder.add(
      "while_loop", [("loop_vars", .names(["start", "h0"]))], "last", index, further: [("y", row)],
      blocks: [condition, round])
    return builder
  }

  private let x: [Float] = [1, -1, 0.5, 2, -0.75, 0.25]

  /// The same, written out.
  private func expected(rounds: Int) -> [Float] {
    var h: [Float] = [0, 0]
    for round in 0..<rounds {
      let both = [h[0] + x[round * 2], h[1] + x[round * 2 + 1]]
      h = (0..<2).map { (row: Int) -> Float in
        let sum = Self.weights[row * 2] * both[0] + Self.weights[row * 2 + 1] * both[1]
        return tanh(sum + Self.bias[row])
      }
    }
    return h
  }

  private func run(_ builder: PackageBuilder) throws -> [Float] {
    let definition = try builder.file().network()
    return try #require(try Network(definition).forward(["x": Tensor(shape: [1, x.count], values: x)])["y"]).values
  }

  @Test(arguments: 1...3) func `a loop goes round as often as its lengths say`(rounds: Int) throws {
    let made = try run(recurrence(rounds: rounds))
    #expect(zip(made, expected(rounds: rounds)).allSatisfy { abs($0 - $1) < 1e-6 } && made.count == 2)
  }

  /// The weights lie in the network once, and no round's are trained alone.
  @Test(arguments: [false, true])
  func `the weights of a loop are the same tensor in all rounds`(areInside: Bool) throws {
    let builder = recurrence(rounds: 3, hasInnerWeights: areInside)
    #expect(try zip(run(builder), expected(rounds: 3)).allSatisfy { abs($0 - $1) < 1e-6 })
    let layers = try builder.file().network().layers
    let constants = layers.filter { if case .loadConstant = $0.kind { true } else { false } }
    #expect(constants.count == 3)
    #expect(layers.allSatisfy { $0.learnableCount == 0 || constants.map(\.name).contains($0.name) })
  }

  @Test(arguments: [true, false]) func `a condition that is known has one way`(holds: Bool) throws {
    var builder = PackageBuilder()
    builder.inputs = [("x", [3, 1, 2])]
    let type = Maker.tensorType(.float32, [3, 1, 2])
    builder.constant("holds", Maker.truth(holds))
    let ways = [("exp", "then"), ("tanh", "else")].map { function, name in
      Maker.block([], [name]) { $0.add(function, [("x", .name("x"))], name, type) }
    }
    builder.add("cond", [("pred", .name("holds"))], "y", type, blocks: ways)
    let made = try run(builder)
    #expect(zip(made, x).allSatisfy { abs($0 - (holds ? exp($1) : tanh($1))) < 1e-5 })
  }

  private func problem(_ builder: PackageBuilder) -> ProgramError? {
    do {
      _ = try builder.file().network()
      return nil
    } catch {
      guard case .program(let error) = error else { return nil }
      return error
    }
  }

  @Test func `a loop without an end is refused, and one whose end is computed`() throws {
    let endless = problem(recurrence(rounds: 1 << 30))
    guard case .tooManySteps(NetworkBuilder.mostUnrolled)? = endless?.problem else {
      Issue.record("\(String(describing: endless))")
      return
    }
    var builder = recurrence(rounds: 1)
    let operations = builder.operations
    builder.operations = []
    builder.add(
      "reduce_argmax",
      [("x", .name("x")), ("axis", .value(Maker.integer(0))), ("keep_dims", .value(Maker.truth(false)))], "found",
      Maker.tensorType(.int32, [1, 2]))
    builder.add(
      "slice_by_index",
      [
        ("x", .name("found")), ("begin", .value(Maker.integers([0, 0]))), ("end", .value(Maker.integers([1, 1]))),
        ("squeeze_mask", .name("both")),
      ], "limit", Maker.tensorType(.int32, []))
    let computed = builder.operations
    builder.operations = []
    builder.add(
      "const", [], "both", Maker.tensorType(.bool, [2]),
      attributes: [("val", Maker.value(.bool, [2], 3) { $0[repeated: 1].integers = [1, 1] })])
    builder.operations += computed + recurrence(rounds: 1, comparesWith: "limit").operations
    #expect(operations.count + 3 == builder.operations.count)
    #expect(problem(builder)?.problem == .blocks)
  }

  @Test func `operations in loops that are not known are told with the others`() throws {
    var builder = recurrence(rounds: 1)
    let index = Maker.tensorType(.int32, [])
    builder.add(
      "while_loop", [("loop_vars", .names(["start"]))], "again", index,
      blocks: [
        Maker.block([("j", index)], ["k"]) { $0.add("ponder", [("x", .name("j"))], "k", index) },
        Maker.block([("j", index)], ["k"]) { $0.add("wonder", [("x", .name("j"))], "k", index) },
      ])
    guard case .unknownOperations(let unknown)? = problem(builder)?.problem else {
      Issue.record("all are known")
      return
    }
    #expect(unknown.map(\.type) == ["ponder", "wonder"])
  }

  /// The condition of each is the next one.
  @Test(arguments: [(3, nil), (40, .blocks)] as [(Int, ProgramProblem?)])
  func `loops within loops have an end`(depth: Int, expected: ProgramProblem?) throws {
    let index = Maker.tensorType(.int32, [])
    let same = Maker.block([("j", index)], ["j"]) { _ in }
    var block = same
    for _ in 0..<depth {
      let inner = block
      block = Maker.block([("j", index)], ["k"]) {
        $0.add("while_loop", [("loop_vars", .name("j"))], "k", index, blocks: [inner, same])
      }
    }
    var builder = recurrence(rounds: 1)
    builder.constant("none", Maker.integer(0))
    builder.add("while_loop", [("loop_vars", .name("none"))], "nothing", index, blocks: [block, same])
    #expect(problem(builder)?.problem == expected)
  }
}
