import Networks
import Tensors
import Testing

@testable import ModelFile

@Suite struct LayerWriterTests {
  @Test(arguments: LayerKinds.all)
  func `every kind of layer is written and read back`(layer: LayerDefinition) throws {
    let record = LayerRecord(try layer.encoded(over: nil, precision: .asStored))
    #expect(try record.definition() == layer)
  }

  @Test(arguments: LayerKinds.all)
  func `a layer that has not changed keeps its bytes, unknown fields included`(layer: LayerDefinition) throws {
    let base = try withUnknownFields(layer)
    #expect(try layer.encoded(over: LayerRecord(base), precision: .asStored) == base)
  }

  @Test(arguments: LayerKinds.all)
  func `a renamed layer keeps everything else`(layer: LayerDefinition) throws {
    let base = try withUnknownFields(layer)
    var renamed = layer
    renamed.name += " again"
    renamed.inputs = renamed.inputs.map { $0 + "'" }
    let record = LayerRecord(try renamed.encoded(over: LayerRecord(base), precision: .asStored))
    #expect(try record.definition() == renamed)
    #expect(record.content == LayerRecord(base).content)
    #expect(record.wire.unsigned(999) == 7)
  }

  @Test func `defaults that a file leaves out stay out`() throws {
    var content = WireMessage()
    content.set(1, 1)
    content.set(2, 1)
    content.set(50, message: WireMessage())
    content.set(90, message: WeightParameters.float32([Float](repeating: 1, count: 9)))
    var wire = WireMessage()
    wire.set(1, "c")
    wire[repeated: 2].texts = ["a"]
    wire[repeated: 3].texts = ["y"]
    wire.set(100, message: content)
    var layer = try LayerRecord(wire).definition()
    layer.name = "d"
    let record = LayerRecord(try layer.encoded(over: LayerRecord(wire), precision: .asStored))
    #expect(record.content == content)
  }

  @Test func `new weights replace old ones and nothing else`() throws {
    let layer = LayerKinds.all[3]
    let base = try withUnknownFields(layer)
    var changed = layer
    changed.kind = .innerProduct(
      InnerProductDefinition(
        inputChannels: 5, outputChannels: 3, weights: Tensor(shape: [3, 5], repeating: 4), bias: LayerKinds.numbers(3)))
    let record = LayerRecord(try changed.encoded(over: LayerRecord(base), precision: .asStored))
    #expect(try record.definition() == changed)
    #expect(record.content.message(21) == LayerRecord(base).content.message(21))
    #expect(record.content.unsigned(998) == 8)
  }

  @Test func `half precision beside changed numbers becomes single`() throws {
    let layer = LayerKinds.all[3]
    let half = LayerRecord(try layer.encoded(over: nil, precision: .float16))
    #expect(half.weights.map(\.parameters.encoding) == [.float16, .float16])
    var changed = layer
    changed.kind = .innerProduct(
      InnerProductDefinition(
        inputChannels: 5, outputChannels: 3, weights: Tensor(shape: [3, 5], repeating: 4), bias: LayerKinds.numbers(3)))
    let record = LayerRecord(try changed.encoded(over: half, precision: .asStored))
    #expect(record.weights.map(\.parameters.encoding) == [.float32, .float32])
    #expect(try record.definition() == changed)
  }

  @Test(arguments: [
    (WeightPrecision.float16, WeightParameters.Encoding.float16), (.linear(bits: 5), .linear(bits: 5)),
    (.lookupTable(bits: 3), .lookupTable(bits: 3)), (.float32, .float32), (.asStored, .float32),
  ])
  func `the precision asked for is the one written`(
    precision: WeightPrecision, encoding: WeightParameters.Encoding
  ) throws {
    for layer in LayerKinds.all {
      let record = LayerRecord(try layer.encoded(over: nil, precision: precision))
      // An activation's own numbers are few and not quantised.
      let wanted = record.type == "activation" && precision != .float16 ? .float32 : encoding
      #expect(record.weights.allSatisfy { $0.parameters.encoding == wanted })
      _ = try record.definition()
    }
  }

  @Test func `what is to be trained is single precision and marked`() throws {
    var layer = LayerKinds.all[3]
    layer.isUpdatable = true
    for precision in [WeightPrecision.float16, .linear(bits: 8), .asStored] {
      let record = LayerRecord(try layer.encoded(over: nil, precision: precision))
      #expect(record.isUpdatable)
      #expect(record.weights.allSatisfy { $0.parameters.encoding == .float32 && $0.parameters.isUpdatable })
    }
    layer.isUpdatable = false
    let marked = LayerRecord(try layer.encoded(over: nil, precision: .asStored))
    #expect(marked.weights.allSatisfy { !$0.parameters.isUpdatable })
  }

  @Test(arguments: [
    (WeightPrecision.float16, Float.infinity, true), (.float16, 65519, true), (.float16, 65520, false),
    (.float16, -1e9, false), (.linear(bits: 8), .infinity, false), (.linear(bits: 8), .nan, false),
    (.linear(bits: 1), 3e38, true), (.linear(bits: 8), -3e38, true), (.lookupTable(bits: 8), .nan, false),
    (.float32, .infinity, true), (.asStored, .infinity, true),
  ])
  func `numbers that cannot be stored as asked are refused`(precision: WeightPrecision, value: Float, fits: Bool) throws
  {
    var layer = LayerKinds.all[3]
    layer.kind = .innerProduct(
      InnerProductDefinition(
        inputChannels: 1, outputChannels: 2, weights: Tensor(shape: [2, 1], values: [1, value]), bias: nil))
    if fits {
      _ = try LayerRecord(try layer.encoded(over: nil, precision: precision)).definition()
    } else {
      #expect(throws: ModelFileError.cannotExpress(.numbers(layer: "layer3"))) {
        _ = try layer.encoded(over: nil, precision: precision)
      }
    }
  }

  @Test func `numbers further apart than single precision reaches cannot be spaced evenly`() throws {
    var layer = LayerKinds.all[3]
    layer.kind = .innerProduct(
      InnerProductDefinition(
        inputChannels: 3, outputChannels: 1, weights: Tensor(shape: [1, 3], values: [-3e38, 0, 3e38]), bias: nil))
    for bits in 1...8 {
      #expect(throws: ModelFileError.cannotExpress(.numbers(layer: "layer3"))) {
        _ = try layer.encoded(over: nil, precision: .linear(bits: bits))
      }
    }
    let table = LayerRecord(try layer.encoded(over: nil, precision: .lookupTable(bits: 2)))
    #expect(try table.definition() == layer)
  }

  @Test func `dropout cannot be written`() {
    let layer = LayerDefinition(name: "d", inputs: ["a"], outputs: ["b"], kind: .dropout(probability: 0.5))
    #expect(throws: ModelFileError.cannotExpress(.layerKind(layer: "d"))) {
      _ = try layer.encoded(over: nil, precision: .asStored)
    }
  }

  /// The layer as written, with a field more than the format has in the layer and in its content.
  private func withUnknownFields(_ layer: LayerDefinition) throws -> WireMessage {
    var wire = try layer.encoded(over: nil, precision: .asStored)
    let number = try #require(layer.kind.typeNumber)
    var content = wire.message(number) ?? WireMessage()
    content.set(998, 8)
    wire.set(number, message: content)
    wire.set(999, 7)
    return wire
  }
}
