import Networks
import Tensors
import Testing

@testable import ExperimentSupport
@testable import ModelFile

/// Inputs of ONNX files that always hold the same numbers.
struct OnnxFixedInputsTests {
  /// An input of single-precision numbers, or of another type.
  private static func input(_ name: String, _ shape: [Int?], axes: [String]? = nil, type: Int = 1) -> OnnxValueInfo {
    var builder = OnnxBuilder()
    builder.inputs = [(name, shape)]
    builder.types = [name: type]
    builder.axes = axes.map { [name: $0] } ?? [:]
    return OnnxGraph(builder.graph).inputs[0]
  }

  private func constants(_ given: [OnnxInput.Fixed], _ inputs: OnnxValueInfo...) throws -> [String: ProgramConstant] {
    try OnnxFixedInputs(given, of: inputs).constants
  }

  @Test func `open axes are as long as the numbers say, those of one name of one length`() throws {
    let axes = ["batch", "length"]
    let made = try constants(
      [OnnxInput.Fixed("mask", [1]), OnnxInput.Fixed("tokens", [5, 6, 7])],
      Self.input("mask", [nil, nil], axes: axes), Self.input("tokens", [nil, nil], axes: axes, type: 7))
    #expect(made["tokens"]?.shape == [1, 3] && made["tokens"]?.integers == [5, 6, 7])
    #expect(made["mask"]?.shape == [1, 3] && made["mask"]?.floats == [1, 1, 1])
    let sizes = [OnnxInput.Fixed("sizes", [1, 2, 3, 4])]
    #expect(try constants(sizes, Self.input("sizes", [nil, 2]))["sizes"]?.shape == [2, 2])
    #expect(try constants(sizes, Self.input("sizes", [2, nil, nil]))["sizes"]?.shape == [2, 1, 2])
    #expect(try constants([OnnxInput.Fixed("size", [9])], Self.input("size", [nil]))["size"]?.shape == [1])
  }

  @Test func `truths and whole numbers stay what they are`() throws {
    let made = try constants([OnnxInput.Fixed("isOn", [0, 1])], Self.input("isOn", [2], type: 9))
    #expect(made["isOn"]?.element == .bool && made["isOn"]?.integers == [0, 1])
    let odd = #expect(throws: ProgramProblem.self) {
      try constants([OnnxInput.Fixed("isOn", [2])], Self.input("isOn", [2], type: 9))
    }
    guard case .inputValue("isOn", 2, type: "bool") = odd else {
      Issue.record("\(String(describing: odd))")
      return
    }
  }

  @Test(arguments: [
    ([OnnxInput.Fixed("y", [1])], "noArray"), ([OnnxInput.Fixed("x", [1]), OnnxInput.Fixed("x", [1])], "noArray"),
    ([OnnxInput.Fixed("x", [1, 2, 3])], "inputNumbers"), ([OnnxInput.Fixed("x", [])], "inputNumbers"),
    ([OnnxInput.Fixed("large", [1])], "tooLarge"), ([OnnxInput.Fixed("odd", [1])], "type"),
  ]) func `what cannot be is refused`(_ example: (given: [OnnxInput.Fixed], problem: String)) throws {
    let error = #expect(throws: ProgramProblem.self) {
      try constants(
        example.given, Self.input("x", [2, nil]), Self.input("large", [1 << 30, 1 << 30]),
        Self.input("odd", [1], type: 8))
    }
    #expect("\(try #require(error))".hasPrefix(example.problem))
  }

  @Test func `what is computed from constants alone is computed once`() throws {
    var builder = OnnxBuilder()
    builder.inputs = [("x", [1, 4]), ("factor", [1])]
    builder.initializers = [OnnxBuilder.floats("two", [1], [2])]
    builder.add("Mul", ["factor", "two"], ["doubled"])
    builder.add("Mul", ["x", "doubled"])
    var settings = OnnxInput()
    settings.fixed = [OnnxInput.Fixed("factor", [3])]
    let file = try builder.file(settings)
    #expect(file.description.inputs.map(\.name) == ["x"])
    #expect(OnnxInput(of: file)?.fixed == settings.fixed)
    let definition = try file.network()
    #expect(definition.layers.count == 1)
    let made = try Network(definition).forward(["x": Tensor(shape: [1, 4], values: [1, 2, 3, 4])])
    #expect(made[definition.outputs[0]]?.values == [6, 12, 18, 24])
  }
}
