import Networks
import Operations
import Tensors
import Testing

@testable import ModelFile

/// Layers that Core ML refuses as they are, said in others: what comes out is the same, to the bit.
@Suite struct StorableNetworkTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    /// The shape of the input.
    let shape: [Int]
    let layers: [LayerDefinition]
    /// What is stored: `name: type inputs → outputs`.
    let stored: [String]
  }

  private static func layer(
    _ name: String, _ inputs: [String], _ kind: LayerKind, output: String? = nil
  ) -> LayerDefinition {
    LayerDefinition(name: name, inputs: inputs, outputs: [output ?? name], kind: kind)
  }

  private static func memory(_ cell: RecurrentDefinition.Cell, gates: Int, isBoth: Bool = false) -> LayerKind {
    let weights = RecurrentWeights(
      input: LayerKinds.numbers(gates * 2, 1), recursion: LayerKinds.numbers(gates * 2, 2),
      bias: LayerKinds.numbers(gates * 2))
    return .recurrent(
      RecurrentDefinition(
        cell: cell, inputSize: 1, outputSize: 2, parameters: weights, backward: isBoth ? weights : nil))
  }

  private static let steps = layer("steps", ["x"], .reshape(targetShape: [3, 1, 1, 1], order: .channelFirst))
  private static let lstm = RecurrentDefinition.Cell.longShortTerm(LongShortTermDefinition())

  private static func channels(_ function: PairFunction, _ numbers: [Float]) -> LayerKind {
    let form = TensorForm([1, 2, 2, 3], isMap: true)
    return .operation(
      TensorOperation(
        "op", .combine(function), [.input(form), .constant(Tensor(shape: [1, 2, 1, 1], values: numbers))],
        results: [form]))
  }

  static let cases: [Case] = [
    Case(
      testDescription: "factors and offsets of a program's channels", shape: [2, 2, 3],
      layers: [layer("m", ["x"], channels(.multiply, [2, -1])), layer("a", ["m"], channels(.add, [0.5, 3]))],
      stored: ["m: scale [x] → [m]", "a: bias [m] → [a]"]),
    Case(
      testDescription: "a simple recurrent layer", shape: [3],
      layers: [steps, layer("r", ["steps"], memory(.simple(.tanh), gates: 1))],
      stored: [
        "steps: reshape [x] → [steps]", "r_h_in: loadConstant [] → [r_h_in]",
        "r: simpleRecurrent [steps, r_h_in] → [r, r_h_out]",
      ]),
    Case(
      testDescription: "a memory of maps", shape: [2, 2, 3],
      layers: [
        layer("steps", ["x"], .permute(axes: [3, 1, 2, 0])),
        layer(
          "r", ["steps"],
          .recurrent(
            RecurrentDefinition(
              cell: .simple(.tanh), inputSize: 4, outputSize: 2,
              parameters: RecurrentWeights(input: LayerKinds.numbers(2, 4), recursion: LayerKinds.numbers(2, 2))))),
      ],
      stored: [
        "steps: permute [x] → [steps]", "r_h_in: loadConstant [] → [r_h_in]", "r_row: flatten [steps] → [r_row]",
        "r: simpleRecurrent [r_row, r_h_in] → [r, r_h_out]",
      ]),
    Case(
      testDescription: "gated", shape: [3],
      layers: [steps, layer("g", ["steps"], memory(.gated(gate: .sigmoid, output: .tanh), gates: 3))],
      stored: ["steps: reshape [x] → [steps]", "g: gru [steps] → [g, g_h_out]"]),
    Case(
      testDescription: "long short-term", shape: [3], layers: [steps, layer("l", ["steps"], memory(lstm, gates: 4))],
      stored: ["steps: reshape [x] → [steps]", "l: uniDirectionalLSTM [steps] → [l, l_h_out, l_c_out]"]),
    Case(
      testDescription: "both ways", shape: [3],
      layers: [steps, layer("b", ["steps"], memory(lstm, gates: 4, isBoth: true))],
      stored: [
        "steps: reshape [x] → [steps]",
        "b: biDirectionalLSTM [steps] → [b, b_h_out, b_c_out, b_h_out_back, b_c_out_back]",
      ]),
    Case(
      testDescription: "a normalisation without factors", shape: [2, 2, 3],
      layers: [
        layer(
          "n", ["x"],
          .batchNormalization(
            BatchNormalizationDefinition(
              channels: 2, gamma: nil, beta: nil, mean: LayerKinds.numbers(2),
              variance: Tensor(shape: [2], repeating: 2))))
      ], stored: ["n: batchnorm [x] → [n]"]),
    Case(
      testDescription: "nothing to join", shape: [2, 2, 3], layers: [layer("c", ["x"], .concat)],
      stored: ["c: permute [x] → [c]"]),
    Case(
      testDescription: "nothing to split", shape: [2, 2, 3], layers: [layer("c", ["x"], .split)],
      stored: ["c: permute [x] → [c]"]),
    Case(
      testDescription: "numbers of maps", shape: [2, 2, 3],
      layers: [
        layer(
          "p", ["x"],
          .innerProduct(
            InnerProductDefinition(inputChannels: 12, outputChannels: 2, weights: LayerKinds.numbers(2, 12), bias: nil))
        )
      ], stored: ["p_row: flatten [x] → [p_row]", "p: innerProduct [p_row] → [p]"]),
    Case(
      testDescription: "places from the end", shape: [2, 5, 3],
      layers: [layer("s", ["x"], .slice(SliceDefinition(axis: .height, start: -3, end: -1)))],
      stored: ["s: slice [x] → [s]"]),
    Case(
      testDescription: "pixels shuffled", shape: [8, 2, 3],
      layers: [layer("s", ["x"], .reorganize(ReorganizeDefinition(mode: .pixelShuffle, blockSize: 2)))],
      stored: [
        "s_place0: slice [x] → [s_place0]", "s_place1: slice [x] → [s_place1]", "s_place2: slice [x] → [s_place2]",
        "s_place3: slice [x] → [s_place3]",
        "s_order: concat [s_place0, s_place1, s_place2, s_place3] → [s_order]", "s: reorganizeData [s_order] → [s]",
      ]),
    Case(
      testDescription: "pixels of one map shuffled", shape: [4, 2, 3],
      layers: [layer("s", ["x"], .reorganize(ReorganizeDefinition(mode: .pixelShuffle, blockSize: 2)))],
      stored: ["s: reorganizeData [x] → [s]"]),
    Case(
      testDescription: "corner to corner", shape: [2, 2, 3],
      layers: [
        layer("u", ["x"], .resample(ResampleDefinition(size: .factor(height: 2, width: 3), grid: .strictEndpoints)))
      ], stored: ["u: resizeBilinear [x] → [u]"]),
    Case(
      testDescription: "products of maps", shape: [4, 2, 3],
      layers: [layer("t", ["x"], .activation(.tanh)), layer("d", ["x", "t"], .dot(cosine: true))],
      stored: [
        "t: activation [x] → [t]", "d_column: reshape [x] → [d_column]", "d_steps: permute [d_column] → [d_steps]",
        "d_column_1: reshape [t] → [d_column_1]", "d_steps_1: permute [d_column_1] → [d_steps_1]",
        "d: dot [d_steps, d_steps_1] → [d_products]", "d_places: permute [d_products] → [d_places]",
        "d_map: reshape [d_places] → [d]",
      ]),
  ]

  private func network(_ layers: [LayerDefinition], _ shape: [Int]) -> NetworkDefinition {
    NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: shape)], layers: layers, outputs: [layers[layers.count - 1].outputs[0]])
  }

  private func file(_ network: NetworkDefinition, from original: ModelFile? = nil) throws -> ModelFile {
    let shape = try network.shapes()[network.outputs[0]] ?? []
    return try ModelFile(
      network: network,
      outputs: [
        FeatureDescription(
          name: network.outputs[0], type: .multiArray(ArrayFeature(shape: shape, dataType: .float32)))
      ], from: original)
  }

  @Test(arguments: cases) func `what is stored is accepted and makes the same bits`(entry: Case) throws {
    let network = network(entry.layers, entry.shape)
    let file = try file(network)
    #expect(file.layers.map { "\($0.name): \($0.type ?? "") \($0.list)" } == entry.stored)
    #expect(file.check().findings == [])
    let input = Tensor(
      shape: [2] + entry.shape, values: LayerKinds.numbers(2 * entry.shape.reduce(1, *)).values)
    let output = network.outputs[0]
    let own = try #require(try Network(network).forward(["x": input], outputs: [output])[output])
    let stored = try #require(try Network(file.network()).forward(["x": input], outputs: [output])[output])
    #expect(stored.values.map(\.bitPattern) == own.values.map(\.bitPattern))
    // Once more from what was loaded: nothing further is added.
    #expect(try self.file(file.network(), from: file) == file)
  }

  @Test func `a layer that was refused as it lay is written anew`() throws {
    let base = try file(network([Self.layer("p", ["x"], .permute(axes: [0, 1, 2, 3]))], [2, 2, 3]))
    var content = base.content
    var layer = content[repeated: 1].messages[0]
    layer.set(310, message: WireMessage())
    content[repeated: 1].messages = [layer]
    var refused = base
    refused.content = content
    #expect(!refused.check().isAccepted)
    #expect(try file(refused.network(), from: refused) == base)
  }

  @Test func `dropouts are left out, and who reads one reads what it read`() throws {
    func dropout(_ name: String, _ input: String) -> LayerDefinition {
      Self.layer(name, [input], .dropout(probability: 0.5))
    }
    let network = network(
      [
        Self.layer("t", ["x"], .activation(.tanh)), dropout("one", "t"), dropout("two", "one"),
        Self.layer("sum", ["two", "t", "one"], .add(constant: 0)), dropout("last", "sum"),
      ], [3])
    let stored = try StorableNetwork(network, from: nil).definition
    #expect(stored.layers.map(\.name) == ["t", "sum"])
    #expect(stored.layers[1].inputs == ["t", "t", "t"])
    #expect(stored.outputs == ["sum"])
    let file = try file(NetworkDefinition(inputs: network.inputs, layers: network.layers, outputs: ["sum"]))
    #expect(try file.network() == stored)
    #expect(file.check().findings == [])
  }

  @Test func `a layer that no file holds is told where it is to be written as it is`() {
    let network = network([Self.layer("drop", ["x"], .dropout(probability: 0.5))], [3])
    #expect(throws: ModelFileError.cannotExpress(.layerKind(layer: "drop"))) {
      try network.encoded(over: WireMessage(), precision: .asStored, holdsHalfPrecision: true)
    }
  }

  @Test func `names that are taken are passed over`() throws {
    let layers = [
      Self.layer("r_h_out", ["x"], .reshape(targetShape: [3, 1, 1, 1], order: .channelFirst)),
      Self.layer("r", ["r_h_out"], Self.memory(.gated(gate: .sigmoid, output: .tanh), gates: 3)),
    ]
    #expect(try file(network(layers, [3])).layers.last?.outputs == ["r", "r_h_out_1"])
  }

  @Test func `a picture's pixels are shuffled as they are`() throws {
    let shuffle = LayerKind.reorganize(ReorganizeDefinition(mode: .pixelShuffle, blockSize: 2))
    let network = NetworkDefinition(
      inputs: [NetworkInput(name: "image", shape: [3, 4, 4], image: ImagePreprocessing(colorSpace: .rgb))],
      layers: [
        Self.layer("c", ["image"], .concat),
        Self.layer("four", ["c"], .padding(PaddingDefinition(filling: .reflection, margins: Margins()))),
        Self.layer("j", ["four", "c", "four", "c"], .concat), Self.layer("s", ["j"], shuffle),
      ], outputs: ["s"])
    let file = try file(network)
    #expect(file.layers.map(\.type) == ["permute", "padding", "concat", "reorganizeData"])
    #expect(try file.network().layers.last?.kind == shuffle)
    #expect(file.check().isAccepted)
  }

  @Test(arguments: [
    ResampleDefinition(size: .factor(height: 2, width: 2), grid: .centers),
    ResampleDefinition(size: .factor(height: 1.5, width: 2), grid: .nearest),
  ])
  func `enlarging in ways that arrays do not have is told`(definition: ResampleDefinition) throws {
    let network = network([Self.layer("up", ["x"], .resample(definition))], [2, 4, 4])
    #expect(throws: ModelFileError.cannotExpress(.exactShapes(layer: "up"))) { try file(network) }
  }
}

extension LayerRecord {
  fileprivate var list: String {
    "[\(inputs.joined(separator: ", "))] → [\(outputs.joined(separator: ", "))]"
  }
}
