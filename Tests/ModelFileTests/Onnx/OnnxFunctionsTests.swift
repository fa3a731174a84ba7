import Networks
import Tensors
import Testing

@testable import ExperimentSupport
@testable import ModelFile

struct OnnxFunctionsTests {
  private func answers(_ builder: OnnxBuilder, _ x: [Float]) throws -> [Float] {
    let network = try builder.file().program.network()
    let made = try Network(network).forward(["x": Tensor(shape: [1, x.count], values: x)])
    return made[network.outputs[0]]?.values ?? []
  }

  /// A function that raises what it reads by the leaky rectifier of a setting, twice, with names of its own.
  private func builder() -> OnnxBuilder {
    var builder = OnnxBuilder()
    let bend = OnnxBuilder.referring(OnnxBuilder.node("LeakyRelu", ["a"], ["h"]), "alpha", to: "slope")
    builder.functions = [
      OnnxBuilder.function(
        "Bend", ["a"], ["b"], [bend, OnnxBuilder.node("Add", ["h", "a"], ["b"])], settings: [("slope", .float(0.5))]),
      OnnxBuilder.function(
        "Twice", ["in"], ["out"],
        [
          OnnxBuilder.node("Bend", ["in"], ["h"], domain: "own"),
          OnnxBuilder.node("Bend", ["h"], ["out"], [("slope", .float(0))], domain: "own"),
        ]),
    ]
    return builder
  }

  @Test func `functions take the place of their calls, with names and settings of their own`() throws {
    var builder = builder()
    builder.add("Twice", ["x"], ["first"], domain: "own")
    builder.add("Bend", ["first"], ["y"], [("slope", .float(0.25))], domain: "own")
    // -1 → -0.5 - 1 = -1.5 → 0 - 1.5 → -0.375 - 1.5.
    #expect(try answers(builder, [-1, 0, 1, 2]) == [-1.875, 0, 8, 16])
  }

  @Test func `what a function hands through, and functions in branches, are inlined too`() throws {
    var builder = builder()
    builder.functions.append(OnnxBuilder.function("Through", ["a"], ["a"], []))
    builder.add("Through", ["x"], ["same"], domain: "own")
    var branch = OnnxBuilder()
    (branch.inputs, branch.outputs) = ([], ["inner"])
    branch.add("Bend", ["same"], ["inner"], domain: "own")
    builder.initializers = [OnnxBuilder.tensor("condition", type: 9, [], raw: [1])]
    builder.add(
      "If", ["condition"], ["y"], [("then_branch", .graph(branch.graph)), ("else_branch", .graph(branch.graph))])
    #expect(try answers(builder, [-2, 0, 1, 3]) == [-3, 0, 2, 6])
  }

  @Test func `functions that call themselves, and others that are not there, are named as operators`() throws {
    var builder = builder()
    builder.functions.append(
      OnnxBuilder.function("Endless", ["a"], ["b"], [OnnxBuilder.node("Endless", ["a"], ["b"], domain: "own")]))
    builder.add("Endless", ["x"], ["first"], domain: "own")
    builder.add("Absent", ["first"], ["y"], domain: "own")
    #expect(
      throws: ModelFileError.program(
        ProgramError(
          .unknownOperations([LayerName(name: "first", type: "own.Endless"), LayerName(name: "y", type: "own.Absent")]))
      )
    ) { try builder.file() }
  }
}
