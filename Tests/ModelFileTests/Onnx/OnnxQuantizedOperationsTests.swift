import Networks
import Tensors
import Testing

@testable import ExperimentSupport
@testable import ModelFile

/// Quantised operators, with results computed by hand.
struct OnnxQuantizedOperationsTests {
  private typealias Maker = OnnxBuilder

  private func answers(
    _ shape: [Int], _ x: [Float], _ initializers: [WireMessage], _ nodes: [WireMessage]
  ) throws -> [Float] {
    var builder = OnnxBuilder()
    builder.inputs = [("x", shape)]
    builder.initializers = initializers
    builder.nodes = nodes
    let network = try builder.file().program.network()
    let made = try Network(network).forward(["x": Tensor(shape: [1] + network.inputs[0].shape, values: x)])
    return made[network.outputs[0]]?.values ?? []
  }

  private func scale(_ name: String, _ scales: Float...) -> WireMessage {
    Maker.floats(name, scales.count == 1 ? [] : [scales.count], scales)
  }

  private func unsigned(_ name: String, _ shape: [Int], _ numbers: UInt8...) -> WireMessage {
    Maker.tensor(name, type: 2, shape, raw: numbers)
  }

  private func signed(_ name: String, _ shape: [Int], _ numbers: Int8...) -> WireMessage {
    Maker.tensor(name, type: 3, shape, raw: numbers.map { UInt8(bitPattern: $0) })
  }

  @Test func `numbers are rounded to even, shifted, and held in the range of the zero point's type`() throws {
    let nodes = [
      Maker.node("QuantizeLinear", ["x", "s", "z"], ["q"]), Maker.node("DequantizeLinear", ["q", "s", "z"]),
    ]
    let x: [Float] = [-1, 0.5, 1.25, 300, -300]
    #expect(
      try answers([1, 5], x, [scale("s", 0.5), unsigned("z", [], 10)], nodes) == [-1, 0.5, 1, 122.5, -5])
    #expect(try answers([1, 5], x, [scale("s", 0.5), signed("z", [], 10)], nodes) == [-1, 0.5, 1, 58.5, -69])
    // Without a zero point 8 bits without sign.
    let plain = [Maker.node("QuantizeLinear", ["x", "s"], ["q"]), Maker.node("DequantizeLinear", ["q", "s"])]
    #expect(try answers([1, 5], x, [scale("s", 2)], plain) == [0, 0, 2, 300, 0])
    let named = Maker.node("QuantizeLinear", ["x", "s"], ["y"], [("output_dtype", .integer(5))])
    #expect(try answers([1, 2], [1e6, -1e6], [scale("s", 1)], [named]) == [32_767, -32_768])
  }

  @Test func `known weights have a scale for each entry of an axis`() throws {
    let weights = signed("w", [2, 2], 1, -2, 3, 127)
    func decoded(_ axis: Int, _ zeros: WireMessage) throws -> [Float] {
      let node = Maker.node("DequantizeLinear", ["w", "s", "z"], ["d"], [("axis", .integer(axis))])
      return try answers(
        [2, 2], [0, 0, 0, 0], [weights, scale("s", 1, 2), zeros], [node, Maker.node("Add", ["x", "d"])])
    }
    #expect(try decoded(0, signed("z", [2], 1, 0)) == [0, -3, 6, 254])
    #expect(try decoded(1, signed("z", [2], 0, 1)) == [1, -6, 3, 252])
  }

  @Test func `the scale of numbers at run time spans all of them and 0`() throws {
    let nodes = [
      Maker.node("DynamicQuantizeLinear", ["x"], ["q", "s", "z"]), Maker.node("DequantizeLinear", ["q", "s", "z"]),
    ]
    let made = try answers([1, 3], [-0.5, 0, 2.05], [], nodes)
    let wanted: [Float] = [-0.5, 0, 2.05]
    #expect(zip(made, wanted).allSatisfy { abs($0 - $1) < 1e-5 })
    let places = try answers(
      [1, 3], [-0.5, 0, 2.05], [], [Maker.node("DynamicQuantizeLinear", ["x"], ["y", "s", "z"])])
    #expect(places == [0, 50, 255])
    #expect(try answers([1, 2], [0, 0], [], nodes) == [0, 0])
    #expect(
      try answers([1, 2], [3, 5], [], [Maker.node("DynamicQuantizeLinear", ["x"], ["y", "s", "z"])]) == [153, 255])
  }

  @Test func `products of whole numbers are exact`() throws {
    // [2, 4] · [[1, −4], [100, −130]].
    let whole = Maker.node("QuantizeLinear", ["x", "one"], ["q"])
    let product = Maker.node("MatMulInteger", ["q", "w", "zx", "zw"])
    let made = try answers(
      [1, 2], [3, 5],
      [scale("one", 1), signed("w", [2, 2], 1, -2, 100, -128), unsigned("zx", [], 1), signed("zw", [2], 0, 2)],
      [whole, product])
    #expect(made == [402, -528])
    let convolved = try answers(
      [1, 2, 1, 2], [3, 5, 0, 1],
      [scale("one", 1), signed("w", [1, 2, 1, 1], 2, -3), unsigned("zx", [], 1), signed("zw", [], 1)],
      [whole, Maker.node("ConvInteger", ["q", "w", "zx", "zw"])])
    // 2 · 1 + −1 · −4, and 4 · 1 + 0 · −4.
    #expect(convolved == [6, 4])
  }

  @Test func `quantised convolutions and products are rounded as their result says`() throws {
    let whole = Maker.node("QuantizeLinear", ["x", "sx", "zx"], ["q"])
    let settings = [
      scale("sx", 0.5), unsigned("zx", [], 2), scale("sy", 0.25), unsigned("zy", [], 10),
      Maker.tensor("b", type: 6, [2], raw: [4, 0, 0, 0, 0, 0, 0, 0]),
    ]
    // Two outputs of one channel, each with its scale: q − 2 is x / 0.5; the border is 0.
    let kernels = [signed("w", [2, 1, 2], 1, 3, -2, 1), scale("sw", 0.5, 0.125), signed("zw", [2], 0, 0)]
    let convolution = Maker.node(
      "QLinearConv", ["q", "sx", "zx", "w", "sw", "zw", "sy", "zy", "b"], ["y"], [("pads", .integers([1, 0]))])
    // Sums 4 + 3 · 2, 4 + 2 + 3 · 4; -0 + 2, -4 + 4, each times 0.5 · scale / 0.25, and 10.
    #expect(try answers([1, 1, 2], [1, 2], settings + kernels, [whole, convolution]) == [20, 28, 10, 10])
    let matrix = [signed("w", [2, 2], 1, 3, -2, 1), scale("sw", 0.5, 0.125), signed("zw", [], 0)]
    let product = Maker.node("QLinearMatMul", ["q", "sx", "zx", "w", "sw", "zw", "sy", "zy"])
    // Sums 2 − 8 and 6 + 4.
    #expect(try answers([1, 2], [1, 2], settings + matrix, [whole, product]) == [4, 12])
  }

  @Test func `what quantisation says that is not known here is refused`() throws {
    let blocks = Maker.node("DequantizeLinear", ["w", "s"], ["d"], [("block_size", .integer(2))])
    #expect(
      throws: ModelFileError.program(
        ProgramError(.setting("block_size", value: "2"), at: LayerName(name: "d", type: "DequantizeLinear")))
    ) {
      try answers(
        [1, 2], [0, 0], [signed("w", [1, 2], 1, 2), scale("s", 1)], [blocks, Maker.node("Add", ["x", "d"])])
    }
    let eighths = Maker.node("QuantizeLinear", ["x", "s"], ["y"], [("output_dtype", .integer(17))])
    #expect(
      throws: ModelFileError.program(
        ProgramError(.setting("output_dtype", value: "17"), at: LayerName(name: "y", type: "QuantizeLinear")))
    ) { try answers([1, 2], [0, 0], [scale("s", 1)], [eighths]) }
  }
}
