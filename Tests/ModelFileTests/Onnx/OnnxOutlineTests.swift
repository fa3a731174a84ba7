import Foundation
import Testing

@testable import ExperimentSupport
@testable import ModelFile

struct OnnxOutlineTests {
  @Test func `an outline lists what is known and what is not, branches included`() throws {
    var builder = OnnxBuilder.classifier()
    builder.add("Fold", ["scores"], ["a"], domain: "own")
    var branch = OnnxBuilder()
    (branch.inputs, branch.outputs) = ([], ["inner"])
    branch.add("Crease", ["a"], ["inner"])
    builder.add("If", ["a"], ["y"], [("then_branch", .graph(branch.graph)), ("else_branch", .graph(branch.graph))])
    let outline = OnnxOutline(try OnnxModel(bytes: builder.bytes))
    #expect(
      outline.operations.map(\.type)
        == ["Conv", "Relu", "GlobalAveragePool", "Flatten", "Gemm", "own.Fold", "If", "Crease", "Crease"])
    #expect(outline.operations.filter { !$0.isKnown }.map(\.name) == ["a", "inner", "inner"])
    #expect(outline.operations[0].inputs == ["image"])
    #expect(outline.inputs.map(\.name) == ["image"] && outline.inputs[0].lengths == [nil, 3, 16, 16])
    #expect(outline.operatorSet == 17 && outline.producer == "hand" && outline.outputs == ["scores"])
  }
}
