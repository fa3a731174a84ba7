import Foundation
import Networks
import Tensors
import TestSupport
import Testing

@testable import ExperimentSupport
@testable import ModelFile

/// ONNX files made by the tests themselves, with results computed by hand.
struct OnnxTranslationTests {
  private typealias Maker = OnnxBuilder

  /// What a graph of inputs x (and z) and one output y makes of some numbers.
  private func run(_ builder: OnnxBuilder, _ x: [Float], z: [Float]? = nil) throws -> [Float] {
    let definition = try builder.file().network()
    var feeds = ["x": Tensor(shape: [1, x.count], values: x)]
    if let z { feeds["z"] = Tensor(shape: [1, z.count], values: z) }
    return try Network(definition).forward(feeds)[definition.outputs[0]]?.values ?? []
  }

  private static func builder(_ shape: [Int], _ initializers: [WireMessage] = [], _ nodes: [WireMessage]) -> OnnxBuilder
  {
    var builder = OnnxBuilder()
    builder.inputs = [("x", shape)]
    builder.initializers = initializers
    builder.nodes = nodes
    return builder
  }

  /// A graph, what goes in, and what comes out.
  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let builder: OnnxBuilder
    let x: [Float], y: [Float]

    fileprivate init(
      _ name: String, _ shape: [Int], _ x: [Float], _ y: [Float], _ initializers: [WireMessage] = [],
      _ nodes: WireMessage...
    ) {
      testDescription = name
      builder = OnnxTranslationTests.builder(shape, initializers, nodes)
      (self.x, self.y) = (x, y)
    }
  }

  static let examples: [Example] = [
    Example(
      "LeakyRelu's slope is 0.01 where the file leaves it out", [1, 2], [-100, 3], [-1, 3], [],
      Maker.node("LeakyRelu", ["x"])),
    Example(
      "Clip without a lower bound", [1, 3], [-9, 1, 7], [-9, 1, 2], [Maker.floats("b", [], [2])],
      Maker.node("Clip", ["x", "", "b"])),
    Example(
      "PRelu with a slope for each column", [1, 2], [-2, -2], [-1, -4], [Maker.floats("s", [2], [0.5, 2])],
      Maker.node("PRelu", ["x", "s"])),
    Example(
      "whole numbers are divided towards 0", [1, 2], [-7, 7], [-3, 3], [Maker.integers("k", [], [2])],
      Maker.node("Cast", ["x"], ["i"], [("to", .integer(7))]), Maker.node("Div", ["i", "k"], ["q"]),
      Maker.node("Cast", ["q"], ["y"], [("to", .integer(1))])),
    Example(
      "fmod has the sign of what is divided", [1, 2], [-7, 7], [-1, 1], [Maker.floats("k", [], [3])],
      Maker.node("Mod", ["x", "k"], ["y"], [("fmod", .integer(1))])),
    Example(
      "pads are all beginnings and then all ends", [1, 1, 2], [3, 5], [0, 3, 5], [Maker.floats("w", [1, 1, 1], [1])],
      Maker.node("Conv", ["x", "w"], ["y"], [("pads", .integers([1, 0]))])),
    Example(
      "what ConvTranspose puts out further", [1, 2, 1, 2], [1, 2, 0, 0], [10, 3, 20, 2],
      [Maker.floats("w", [2, 1, 1, 3], [1, 10, 1, 0, 0, 0])],
      Maker.node(
        "ConvTranspose", ["x", "w"], ["y"],
        [("strides", .integers([1, 2])), ("pads", .integers([0, 1, 0, 1])), ("output_padding", .integers([0, 1]))])),
    Example(
      "an average leaves the border out where nothing is said", [1, 2, 1, 2], [2, 4, 6, 8], [2, 3, 6, 7], [],
      Maker.node(
        "AveragePool", ["x"], ["y"], [("kernel_shape", .integers([1, 2])), ("pads", .integers([0, 1, 0, 0]))])),
    Example(
      "Gemm with factors", [1, 2], [1, 2], [17, 26],
      [Maker.floats("b", [2, 2], [1, 2, 3, 4]), Maker.floats("c", [2], [1, 2])],
      Maker.node("Gemm", ["x", "b", "c"], ["y"], [("alpha", .float(2)), ("beta", .float(3)), ("transB", .integer(0))])),
    Example(
      "MatMul and a sum with a bias", [1, 2], [1, 2], [17, 30],
      [Maker.floats("b", [2, 2], [1, 2, 3, 4]), Maker.floats("c", [2], [10, 20])],
      Maker.node("MatMul", ["x", "b"], ["m"]),
      Maker.node("Add", ["c", "m"])),
    Example(
      "a shape of pieces of a shape", [1, 6], [1, 2, 3, 4, 5, 6], [1, 3, 5, 2, 4, 6],
      [
        Maker.integers("i", [], [1]), Maker.integers("a", [1], [0]), Maker.integers("two", [], [2]),
        Maker.integers("m", [1], [-1]),
      ],
      Maker.node("Shape", ["x"], ["s"]), Maker.node("Gather", ["s", "i"], ["d"]),
      Maker.node("Div", ["d", "two"], ["h"]),
      Maker.node("Unsqueeze", ["h", "a"], ["u"]), Maker.node("Concat", ["u", "m"], ["t"], [("axis", .integer(0))]),
      Maker.node("Reshape", ["x", "t"], ["r"]), Maker.node("Transpose", ["r"])),
    Example(
      "a slice from the end, beyond all entries", [1, 4], [1, 2, 3, 4], [4, 2],
      [
        Maker.integers("s", [1], [-1]), Maker.integers("e", [1], [Int64.min]), Maker.integers("a", [1], [1]),
        Maker.integers("t", [1], [-2]),
      ],
      Maker.node("Slice", ["x", "s", "e", "a", "t"])),
    Example(
      "a slice of nothing is joined to something", [1, 3], [1, 2, 3], [1, 2, 3],
      [Maker.integers("s", [1], [0]), Maker.integers("e", [1], [0]), Maker.integers("a", [1], [1])],
      Maker.node("Slice", ["x", "s", "e", "a"], ["n"]),
      Maker.node("Concat", ["n", "x"], ["y"], [("axis", .integer(1))])),
    Example(
      "Split with a smaller last part", [1, 3], [1, 2, 3], [3], [],
      Maker.node("Split", ["x"], ["a", "y"], [("axis", .integer(1)), ("num_outputs", .integer(2))])),
    Example(
      "Gather from the end", [1, 3], [1, 2, 3], [3, 1], [Maker.integers("i", [2], [-1, 0])],
      Maker.node("Gather", ["x", "i"], ["y"], [("axis", .integer(1))])),
    Example(
      "Expand adds axes", [1, 2], [1, 2], [1, 2, 1, 2], [Maker.integers("s", [3], [2, 1, 2])],
      Maker.node("Expand", ["x", "s"])),
    Example(
      "sums keep their axes", [2, 2], [1, 2, 3, 4], [3, 7], [Maker.integers("a", [1], [-1])],
      Maker.node("ReduceSum", ["x", "a"])),
    Example(
      "LayerNormalization over the last axis", [1, 2], [1, 3], [-2, 3],
      [Maker.floats("g", [2], [2, 2]), Maker.floats("b", [2], [0, 1])],
      Maker.node("LayerNormalization", ["x", "g", "b"], ["y"], [("epsilon", .float(0))])),
    Example(
      "BatchNormalization in training, by the mean and variance of what is there", [1, 2, 1, 2], [1, 3, 2, 10],
      [-1, 3, -0.5, 0.5],
      [
        Maker.floats("g", [2], [2, 0.5]), Maker.floats("b", [2], [1, 0]), Maker.floats("m", [2], [9, 9]),
        Maker.floats("v", [2], [9, 9]),
      ],
      Maker.node(
        "BatchNormalization", ["x", "g", "b", "m", "v"], ["y", "m2", "v2"],
        [("training_mode", .integer(1)), ("epsilon", .float(1e-12))])),
    Example(
      "a kernel that is standardised beforehand", [1, 1, 2], [3, 5], [2],
      [
        Maker.floats("w", [1, 1, 2], [7, 11]), Maker.floats("o", [1], [1]), Maker.floats("z", [1], [0]),
      ],
      Maker.node(
        "BatchNormalization", ["w", "o", "z", "z", "o"], ["k"],
        [("training_mode", .integer(1)), ("epsilon", .float(1e-12))]),
      Maker.node("Conv", ["x", "k"])),
    Example(
      "blocks put back, summed where they overlap", [1, 4, 2], [1, 2, 3, 4, 5, 6, 7, 8], [1, 5, 4, 5, 13, 8],
      [Maker.integers("i", [2], [2, 3]), Maker.integers("b", [2], [2, 2])],
      Maker.node("Col2Im", ["x", "i", "b"])),
    Example(
      "padding of less than nothing cuts off", [1, 3], [1, 2, 3], [2, 3, 0, 0],
      [Maker.integers("p", [4], [0, -1, 0, 2])],
      Maker.node("Pad", ["x", "p"])),
    Example(
      "lengths that an activation makes", [1, 2], [1, 2], [1, 2, 0],
      [Maker.floats("p", [4], [-7, -8, -9, 1]), Maker.floats("l", [], [0])],
      Maker.node("Clip", ["p", "l"], ["c"]), Maker.node("Cast", ["c"], ["i"], [("to", .integer(7))]),
      Maker.node("Pad", ["x", "i"])),
    Example(
      "the nearest number, halves to the lower one", [1, 2, 1, 2], [1, 2, 3, 4], [1, 1, 2, 2, 3, 3, 4, 4],
      [Maker.floats("f", [4], [1, 1, 1, 2])], Maker.node("Resize", ["x", "", "f"])),
    Example(
      "cubic weights, and those of the border again", [1, 2], [0, 64], [-6.75, 14.5, 49.5, 70.75],
      [Maker.floats("f", [2], [1, 2])],
      Maker.node("Resize", ["x", "", "f"], ["y"], [("mode", .text("cubic"))])),
    Example(
      "the upper triangle", [2, 2], [1, 2, 3, 4], [1, 2, 0, 4], [], Maker.node("Trilu", ["x"])),
    Example(
      "the branch of a condition that is known", [1, 2], [1, -2], [-1, 2],
      [Maker.tensor("c", type: 9, [], raw: [0])], Maker.node("If", ["c"], ["y"], branches)),
  ]

  private static var branches: [(String, OnnxBuilder.Setting)] {
    var (yes, no) = (OnnxBuilder(), OnnxBuilder())
    for (type, name) in [("Relu", "then"), ("Neg", "else")] {
      var builder = OnnxBuilder()
      (builder.inputs, builder.outputs) = ([], [name])
      builder.add(type, ["x"], [name])
      if type == "Relu" { yes = builder } else { no = builder }
    }
    return [("then_branch", .graph(yes.graph)), ("else_branch", .graph(no.graph))]
  }

  @Test(arguments: examples)
  func `an operator computes what is computed by hand`(example: Example) throws {
    let y = try run(example.builder, example.x)
    #expect(y.count == example.y.count)
    for (actual, expected) in zip(y, example.y) { #expect(abs(actual - expected) <= 1e-5 * max(1, abs(expected))) }
  }

  @Test func `softmax before version 13 runs over all axes from the second on`() throws {
    var builder = OnnxTranslationTests.builder([1, 2, 2], [], [Maker.node("Softmax", ["x"])])
    builder.operatorSet = 11
    #expect(try run(builder, [0, 0, 0, 0]) == [0.25, 0.25, 0.25, 0.25])
    builder.operatorSet = 13
    #expect(try run(builder, [0, 0, 0, 0]) == [0.5, 0.5, 0.5, 0.5])
  }

  @Test func `numbers of every type are read, from bytes and from lists`() throws {
    let half: [UInt8] = [0x00, 0x3E]  // 1.5
    let brain: [UInt8] = [0xC0, 0x3F]  // 1.5
    let double = withUnsafeBytes(of: 1.5) { Array($0) }
    var tensors = [(10, half), (16, brain), (11, double)].map { Maker.tensor("c", type: $0, [], raw: $1) }
    func listed(_ type: Int, _ fill: (inout WireMessage) -> Void) -> WireMessage {
      WireMessage.made {
        $0.set(2, type)
        $0.set(8, "c")
        fill(&$0)
      }
    }
    tensors.append(listed(1) { $0[repeated: 4].floats = [1.5] })
    tensors.append(listed(10) { $0[repeated: 5].integers = [0x3E00] })
    tensors.append(listed(11) { $0.replace(10, with: [.bytes(double[...])]) })
    for tensor in tensors {
      let cast = Maker.node("Cast", ["c"], ["d"], [("to", .integer(1))])
      #expect(
        try run(OnnxTranslationTests.builder([1, 1], [tensor], [cast, Maker.node("Mul", ["x", "d"])]), [2]) == [3])
    }
    let whole = [
      (2, [UInt8(3)]), (3, [3]), (5, [3, 0]), (6, [3, 0, 0, 0]), (12, [3, 0, 0, 0]), (13, [3, 0, 0, 0, 0, 0, 0, 0]),
    ]
    var wholes = whole.map { Maker.tensor("c", type: $0, [], raw: $1) } + [Maker.integers("c", [], [3])]
    wholes.append(listed(7) { $0[repeated: 7].integers = [3] })
    wholes.append(listed(6) { $0[repeated: 5].integers = [3] })
    for tensor in wholes {
      let cast = Maker.node("Cast", ["c"], ["d"], [("to", .integer(1))])
      #expect(
        try run(OnnxTranslationTests.builder([1, 1], [tensor], [cast, Maker.node("Mul", ["x", "d"])]), [2]) == [6])
    }
  }

  @Test func `the page of ONNX files lists the operators that are known`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/onnx.md"), encoding: .utf8)
    let table = page.components(separatedBy: "| --- | --- |\n")[1].prefix { $0 != "#" }
    let listed = table.split(separator: "\n").flatMap { row in
      row.split(separator: "|").last.map { cell in cell.components(separatedBy: ", ") } ?? []
    }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    #expect(listed.sorted() == OnnxOperations.all.keys.sorted())
  }

  // MARK: One operation of several nodes

  @Test func `a product with a known matrix and a bias is one fully connected layer, and GELU one operation`() throws {
    var builder = OnnxTranslationTests.builder(
      [1, 2], [Maker.floats("w", [2, 2], [1, 0, 0, 1]), Maker.floats("b", [2], [0, 0])],
      [Maker.node("MatMul", ["x", "w"], ["m"]), Maker.node("Add", ["m", "b"], ["s"])])
    builder.initializers += [
      Maker.floats("root", [], [Float(2).squareRoot()]), Maker.floats("one", [], [1]), Maker.floats("half", [], [0.5]),
    ]
    builder.add("Div", ["s", "root"], ["d"])
    builder.add("Erf", ["d"], ["e"])
    builder.add("Add", ["e", "one"], ["a"])
    builder.add("Mul", ["s", "a"], ["p"])
    builder.add("Mul", ["p", "half"])
    #expect(try builder.file().program.operations().map(\.type) == ["linear", "gelu"])
    let y = try run(builder, [1, -1])
    #expect(zip(y, [0.841_345, -0.158_655]).allSatisfy { abs($0 - Float($1)) < 1e-5 })
    // Another number in it is another function.
    builder.initializers[2] = Maker.floats("root", [], [1.3])
    #expect(try builder.file().program.operations().map(\.type).contains("erf"))
  }

  @Test func `a product that is read twice keeps its own value`() throws {
    let builder = OnnxTranslationTests.builder(
      [1, 1], [Maker.floats("w", [1, 1], [2]), Maker.floats("b", [1], [10])],
      [Maker.node("MatMul", ["x", "w"], ["m"]), Maker.node("Add", ["m", "b"], ["s"]), Maker.node("Mul", ["m", "s"])])
    #expect(try run(builder, [3]) == [96])
  }

  // MARK: Pictures and classes

  @Test func `a picture enters by scale, mean and deviation, and scores become probabilities of the names`() throws {
    let file = try OnnxBuilder.classifier().file()
    #expect(ClassLabels(of: file) == .strings(["class 0", "class 1", "class 2"]))
    #expect(file.description.metadata.userDefined["onnx.opset"] == "17")
    guard case .image(let image)? = file.description.inputs.first?.type else {
      Issue.record("no picture")
      return
    }
    #expect((image.width, image.height, image.colorSpace) == (16, 16, .rgb))
    let pixels = (0..<768).map { (place: Int) -> UInt8 in UInt8(place * 31 % 256) }
    let picture = PixelBuffer(width: 16, height: 16, channels: 3, bytes: pixels)
    func scores(_ settings: OnnxInput) throws -> [Float] {
      let definition = try OnnxBuilder.classifier().file(settings).network()
      return try Network(definition).forward(images: [picture])[definition.outputs[0]]?.values ?? []
    }
    let usual = try scores(OnnxInput())
    #expect(abs(usual.reduce(0, +) - 1) < 1e-6)
    var plain = OnnxInput()
    (plain.scale, plain.mean, plain.deviation) = (1 / 255, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
    #expect(try scores(plain) == usual)
    plain.mean = [0.5]
    #expect(try scores(plain) != usual)
    // The same numbers, standardised here and fed as they are: of two pictures none is the one.
    var open = OnnxBuilder.classifier(nil)
    open.inputs = [("image", [1, 3, 16, 16]), ("unused", [1, 3, 16, 16])]
    let array = try open.file().network()
    let (mean, deviation): ([Float], [Float]) = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
    let numbers = (0..<3).flatMap { (channel: Int) -> [Float] in
      let values = (0..<256).map { Float(pixels[$0 * 3 + channel]) / 255 }
      return values.map { ($0 - mean[channel]) / deviation[channel] }
    }
    let fed = try Network(array).forward([
      "image": Tensor(shape: [1, numbers.count], values: numbers), "unused": Tensor(shape: [1, numbers.count]),
    ])
    let logits = try #require(fed[array.outputs[0]]?.values).map { Double($0) }
    let all = logits.map { exp($0) }.reduce(0, +)
    for (probability, logit) in zip(usual, logits) { #expect(abs(Double(probability) - exp(logit) / all) < 1e-5) }
  }

  @Test func `a length that is open is 1, a picture's 224, or as asked for`() throws {
    func sizes(_ settings: OnnxInput) throws -> [Int]? {
      let input = try OnnxBuilder.classifier(side: nil).file(settings).description.inputs[0]
      guard case .image(let image) = input.type else { return nil }
      return [image.height, image.width]
    }
    #expect(try sizes(OnnxInput()) == [224, 224])
    var settings = OnnxInput()
    settings.shape = [1, 3, 32, 48]
    #expect(try sizes(settings) == [32, 48])
    settings.shape = [1, 4, 32, 48]
    #expect(throws: ModelFileError.self) { _ = try sizes(settings) }
  }

  @Test func `names keep letters, digits and underscores`() throws {
    let names = try OnnxBuilder.classifier().file().program.operations().flatMap(\.outputs)
    #expect(names.contains("conv_Conv") && names.contains("act_Relu"))
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
    #expect(names.allSatisfy { $0.allSatisfy(allowed.contains) })
    #expect(Set(names).count == names.count)
  }

  @Test func `what a graph gives has the graph's names, also for one value twice and for what it takes`() throws {
    var builder = OnnxTranslationTests.builder([1, 2], [], [Maker.node("Relu", ["x"], ["a"])])
    for (from, to) in [("a", "y"), ("a", "/z"), ("x", "same")] { builder.add("Identity", [from], [to]) }
    builder.outputs = ["y", "/z", "same"]
    #expect(try builder.file().description.outputs.map(\.name) == ["y", "z", "same"])
    #expect(try run(builder, [-1, 2]) == [0, 2])
  }

  @Test(arguments: [
    #"{0: 'a', 1: "it's", 2: 'say "c"'}"#, #"{"0": "a", "1": "it's", "2": "say \"c\""}"#, #"['a', 'it\'s', 'say "c"']"#,
    #"["a", "it's", "say \"c\""]"#,
  ])
  func `classes are named as JSON or as Python writes them`(text: String) throws {
    var builder = OnnxBuilder.classifier()
    builder.metadata = [("stride", "32"), ("names", text)]
    #expect(ClassLabels(of: try builder.file()) == .strings(["a", "it's", "say \"c\""]))
    builder.metadata = [("names", text + "}")]
    #expect(ClassLabels(of: try builder.file()) == nil)
  }

  @Test func `a program says what it was made with, and can be made again`() throws {
    var settings = OnnxInput()
    (settings.mean, settings.deviation, settings.shape) = ([0.5], [0.25], [1, 3, 20, 20])
    settings.labels = ["a", "b", "c"]
    let builder = OnnxBuilder.classifier(nil, side: nil)
    let file = try builder.file(settings)
    let again = try builder.file(#require(OnnxInput(of: file)))
    #expect(again == file)
    // It is kept as the package it became.
    #expect(try ModelFile(bytes: file.bytes) == file)
    #expect(OnnxInput(of: try PackageBuilder.rectifier.file()) == nil)
  }
}
