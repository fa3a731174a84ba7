import Foundation
import Networks
import Tensors
import Testing

@testable import ExperimentSupport
@testable import ModelFile

/// Programs made by the tests themselves, with results computed by hand.
struct ProgramTranslationTests {
  private typealias Maker = PackageBuilder

  private static func type(_ shape: [Int], _ element: ElementType = .float32) -> WireMessage {
    Maker.tensorType(element, shape)
  }

  /// What a program of one input x and one output y makes of some numbers.
  private func run(_ builder: PackageBuilder, _ x: [Float], threads: Int = 1) throws -> [Float] {
    let network = try Network(try builder.file().program.network(), threads: threads)
    return try network.forward(["x": Tensor(shape: [1, x.count], values: x)])["y"]?.values ?? []
  }

  /// A program of one operation on x, which makes y.
  private func builder(
    _ operation: String, _ shape: [Int], _ inputs: [(String, Maker.Argument)], to made: [Int]
  ) -> PackageBuilder {
    var builder = PackageBuilder()
    builder.inputs = [("x", shape)]
    builder.add(operation, [("x", .name("x"))] + inputs, "y", ProgramTranslationTests.type(made))
    return builder
  }

  private func problem(_ builder: PackageBuilder) throws -> ProgramError? {
    do throws(ModelFileError) {
      _ = try builder.file().program.network()
      return nil
    } catch {
      guard case .program(let fault) = error else { throw error }
      return fault
    }
  }

  /// A classifier of two channels of 2 × 2: their means, doubled, by a softmax.
  private static var classifier: PackageBuilder {
    var builder = PackageBuilder()
    builder.inputs = [("x", [1, 2, 2, 2])]
    builder.outputs = ["label", "probs"]
    builder.add(
      "reduce_mean",
      [("x", .name("x")), ("axes", .value(Maker.integers([2, 3]))), ("keep_dims", .value(Maker.truth(false)))], "m",
      type([1, 2]))
    builder.constant("w", Maker.floats([2, 0, 0, 2], [2, 2]))
    builder.add("linear", [("x", .name("m")), ("weight", .name("w"))], "l", type([1, 2]))
    builder.add("softmax", [("x", .name("l")), ("axis", .value(Maker.integer(-1)))], "p", type([1, 2]))
    builder.add(
      "classify", [("probabilities", .name("p")), ("classes", .value(Maker.list(["cat", "dog"])))], "label",
      type([], .string), further: [("probs", Maker.dictionaryType)])
    return builder
  }

  @Test func `a small classifier answers as computed by hand`() throws {
    let file = try ProgramTranslationTests.classifier.file()
    #expect(ClassLabels(of: file) == .strings(["cat", "dog"]))
    let definition = try file.network()
    let network = try Network(definition)
    let x = Tensor(shape: [1, 8], values: [1, 2, 3, 4, 1, 1, 1, 1])
    let scores = try network.forward(["x": x])[definition.outputs[0]]?.values ?? []
    // Means 2.5 and 1: the difference doubled is 3.
    #expect(scores.count == 2)
    #expect(abs(scores[0] - 1 / (1 + 0.049_787_07)) < 1e-6)
    #expect(abs(scores[0] + scores[1] - 1) < 1e-6)
  }

  /// Along the last axis of a vector, along the channels of maps, and along another axis.
  @Test(arguments: [([1, 4], -1), ([1, 4, 1, 1], 1), ([4, 1, 1], 0)])
  func `the logarithm of a softmax is finite where the softmax is 0`(shape: [Int], axis: Int) throws {
    var builder = builder("softmax", shape, [("axis", .value(Maker.integer(axis)))], to: shape)
    builder.outputs = ["z"]
    builder.add("log", [("x", .name("y"))], "z", ProgramTranslationTests.type(shape))
    let definition = try builder.file().program.network()
    #expect(definition.logSoftmax(of: "z") == "x" && definition.logSoftmax(of: "y") == nil)
    let made = try Network(definition).forward(["x": Tensor(shape: [1, 4], values: [0, -50, -100, 1000])])["z"]?.values
    #expect(made == [-1000, -1050, -1100, 0])
  }

  @Test func `the logarithm of 0 is that of its epsilon`() throws {
    let made = try run(builder("log", [1, 3], [], to: [1, 3]), [0, 1, 0.5])
    #expect(zip(made, [-103.278_93, 0, -0.693_147_2]).allSatisfy { abs($0 - Float($1)) < 1e-5 }, "\(made)")
  }

  @Test func `operations that are not known are told all at once`() throws {
    var builder = PackageBuilder.rectifier
    let type = ProgramTranslationTests.type([1, 2, 4, 4])
    builder.add("fold", [("x", .name("x"))], "a", type)
    builder.add("relu", [("x", .name("a"))], "b", type)
    builder.add("crease", [("x", .name("b"))], "c", type)
    #expect(
      try problem(builder)?.problem
        == .unknownOperations([LayerName(name: "a", type: "fold"), LayerName(name: "c", type: "crease")]))
  }

  @Test func `windows in the border alone have the maximum minus infinity and the mean 0`() throws {
    let settings: [(String, Maker.Argument)] = [
      ("kernel_sizes", .value(Maker.integers([1, 1]))), ("strides", .value(Maker.integers([1, 1]))),
      ("pad_type", .value(Maker.text("custom"))), ("pad", .value(Maker.integers([0, 0, 1, 1]))),
    ]
    let largest = try run(builder("max_pool", [1, 1, 1, 2], settings, to: [1, 1, 1, 4]), [3, -5])
    let wanted: [Float] = [-.infinity, 3, -5, -.infinity]
    #expect(largest == wanted)
    let excluding = settings + [("exclude_padding_from_average", .value(Maker.truth(true)))]
    #expect(try run(builder("avg_pool", [1, 1, 1, 2], excluding, to: [1, 1, 1, 4]), [3, -5]) == [0, 3, -5, 0])
  }

  @Test func `windows that hang over are layers where that makes no difference`() throws {
    func settings(_ more: [(String, Maker.Argument)] = []) -> [(String, Maker.Argument)] {
      [
        ("kernel_sizes", .value(Maker.integers([1, 3]))), ("strides", .value(Maker.integers([1, 2]))),
        ("pad_type", .value(Maker.text("valid"))), ("ceil_mode", .value(Maker.truth(true))),
      ] + more
    }
    let excluding = settings([("exclude_padding_from_average", .value(Maker.truth(true)))])
    let x: [Float] = [1, 5, 3, 4, 5, 7]
    for (type, settings, expected, isLayer) in [
      ("max_pool", settings(), [5, 5, 7], true), ("avg_pool", excluding, [3, 4, 6], true),
      ("avg_pool", settings(), [3, 4, 6], false),
    ] as [(String, [(String, Maker.Argument)], [Float], Bool)] {
      let builder = builder(type, [1, 1, 1, 6], settings, to: [1, 1, 1, 3])
      #expect(try run(builder, x) == expected)
      let kinds = try builder.file().network().layers.map(\.kind.label)
      #expect(kinds.contains("pooling") == isLayer, "\(kinds)")
    }
  }

  @Test(arguments: [[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 3, 1]])
  func `a deconvolution's margins cut, also more than its windows are long`(pad: [Int]) throws {
    // A row of two, steps of 3, windows of 2: 1·w 0 2·w.
    let row: [Float] = [1, 10, 0, 2, 20]
    let expected = Array(row[pad[2]..<row.count - pad[3]])
    let settings: [(String, Maker.Argument)] = [
      ("weight", .value(Maker.floats([1, 10], [1, 1, 1, 2]))), ("strides", .value(Maker.integers([1, 3]))),
      ("pad_type", .value(Maker.text("custom"))), ("pad", .value(Maker.integers(pad))),
    ]
    #expect(
      try run(builder("conv_transpose", [1, 1, 1, 2], settings, to: [1, 1, 1, expected.count]), [1, 2]) == expected)
  }

  @Test func `a length the file leaves open is the description's`() throws {
    var builder = builder("relu", [1, 3], [], to: [1, 3])
    let open = Maker.openType(.float32, [1, nil])
    builder.inputTypes["x"] = open
    builder.operations = []
    builder.add("relu", [("x", .name("x"))], "y", open)
    #expect(try run(builder, [-1, 2, -3]) == [0, 2, 0])
    builder.described["x"] = [1, 1, 3]
    #expect(try problem(builder)?.problem == .flexibleShape(value: "x"))
  }

  @Test func `a result is declared as it comes out`() throws {
    #expect(
      try problem(builder("relu", [1, 3], [], to: [3, 1]))?.problem
        == .declaredShape(value: "y", declared: [3, 1], actual: [1, 3]))
    var other = PackageBuilder()
    other.inputs = [("x", [1, 3])]
    other.add("relu", [("x", .name("x"))], "y", ProgramTranslationTests.type([1, 3], .float16))
    #expect(try problem(other)?.problem == .declaredType(value: "y", declared: "fp16", actual: "fp32"))
  }

  @Test func `half precision rounds constants and casts, not what lies between`() throws {
    var builder = PackageBuilder()
    builder.inputs = [("x", [1, 1])]
    let half = ProgramTranslationTests.type([1, 1], .float16)
    let third = Maker.value(.float16, [1, 1], 7) { $0.set(1, data: [0x55, 0x35]) }
    builder.add("cast", [("x", .name("x")), ("dtype", .value(Maker.text("fp16")))], "h", half)
    builder.add("mul", [("x", .name("h")), ("y", .value(third))], "p", half)
    builder.add("mul", [("x", .name("p")), ("y", .value(third))], "q", half)
    builder.add(
      "cast", [("x", .name("q")), ("dtype", .value(Maker.text("fp32")))], "y", ProgramTranslationTests.type([1, 1]))
    let rounded = Float(Float16(1.000_1))
    #expect(try run(builder, [1.000_1]) == [rounded * 0.333_251_95 * 0.333_251_95])
  }

  @Test func `texts are no numbers, and no shape has more axes than the format`() throws {
    let text = builder("add", [1, 3], [("y", .value(Maker.text("three")))], to: [1, 3])
    #expect(try problem(text)?.problem == .missingInput("y"))
    let long = Array(repeating: 1, count: 20)
    let deep = builder("reshape", [1, 1], [("shape", .value(Maker.integers(long)))], to: long)
    #expect(try problem(deep)?.problem == .shapes([long]))
    let hollow = Maker.value(.float32, [0, 1 << 62, 8], 1) { _ in }
    let empty = builder("linear", [1, 3], [("weight", .value(hollow))], to: [1, 3])
    #expect(try problem(empty)?.problem == .tooLarge(value: "", shape: [0, 1 << 62, 8]))
  }

  @Test func `the page of programs lists the operations that are known`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/programs.md"), encoding: .utf8)
    let table = page.components(separatedBy: "| --- | --- |\n")[1].prefix { $0 != "#" }
    let listed = table.split(separator: "\n").flatMap { row in
      row.split(separator: "|").last.map { cell in cell.components(separatedBy: ", ") } ?? []
    }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    #expect(listed.sorted() == (OperationTable.all.keys + ["cond", "while_loop"]).sorted())
  }

  @Test func `shapes that multiply beyond memory are refused before anything is allocated`() throws {
    var builder = PackageBuilder()
    builder.inputs = [("x", [1, 1 << 10])]
    var shape = [1, 1 << 10]
    for step in 0..<4 {
      shape[1] <<= 10
      builder.add(
        "tile", [("x", .name(step == 0 ? "x" : "t\(step - 1)")), ("reps", .value(Maker.integers([1, 1 << 10])))],
        step == 3 ? "y" : "t\(step)", ProgramTranslationTests.type(shape))
    }
    guard case .tooLarge? = try problem(builder)?.problem else {
      Issue.record("not refused")
      return
    }
  }
}
