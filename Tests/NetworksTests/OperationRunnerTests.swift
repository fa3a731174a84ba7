import Operations
import Tensors
import Testing

@testable import Networks

/// Operations between the layers of a network: maps in, maps out, several samples and threads.
@Suite struct OperationRunnerTests {
  /// A convolution, attention over its pixels, and a concat of the two as maps.
  private let definition: NetworkDefinition = {
    let map = TensorForm([1, 4, 5, 6], isMap: true)
    let pixels = TensorForm([1, 5, 6, 4])
    let (rows, heads) = (TensorForm([1, 30, 4]), TensorForm([1, 2, 30, 2]))
    let toPixels = Rearrangement.transposed([1, 4, 5, 6], order: [0, 2, 3, 1])
    let toHeads = Rearrangement.transposed([1, 30, 2, 2], order: [0, 2, 1, 3])
    let back = Rearrangement.transposed([1, 2, 30, 2], order: [0, 1, 3, 2])
    func layer(_ name: String, _ inputs: [String], _ operation: TensorOperation) -> LayerDefinition {
      LayerDefinition(name: name, inputs: inputs, outputs: [name], kind: .operation(operation))
    }
    return NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [3, 5, 6])],
      layers: [
        LayerDefinition(
          name: "convolution", inputs: ["x"], outputs: ["map"],
          kind: .convolution(
            ConvolutionDefinition(
              outputChannels: 4, kernelSize: Extent(3, 3), padding: .same(topLeftHeavy: false),
              weights: random([4, 3, 3, 3], seed: 1),
              bias: nil))),
        layer(
          "pixels", ["map"],
          TensorOperation("transpose", .move(toPixels.moves, fill: nil), [.input(map)], results: [pixels])),
        layer("rows", ["pixels"], TensorOperation("reshape", .rename, [.input(pixels)], results: [rows])),
        layer(
          "linear", ["rows"],
          TensorOperation(
            "linear", .linear, [.input(rows), .constant(random([4, 4], seed: 2)), .constant(random([4], seed: 3))],
            results: [rows])),
        layer(
          "split", ["linear"],
          TensorOperation("reshape", .rename, [.input(rows)], results: [TensorForm([1, 30, 2, 2])])),
        layer(
          "heads", ["split"],
          TensorOperation(
            "transpose", .move(toHeads.moves, fill: nil), [.input(TensorForm([1, 30, 2, 2]))], results: [heads])),
        layer(
          "attention", ["heads", "heads", "heads"],
          TensorOperation(
            "scaled_dot_product_attention", .attention(masksByTruth: false),
            [.input(heads), .input(heads), .input(heads)], results: [heads])),
        layer(
          "channels", ["attention"],
          TensorOperation(
            "transpose", .move(back.moves, fill: nil), [.input(heads)], results: [TensorForm([1, 2, 2, 30])])),
        layer(
          "made", ["channels"],
          TensorOperation(
            "reshape", .move(OperationRunnerTests.toMap, fill: nil), [.input(TensorForm([1, 2, 2, 30]))], results: [map]
          )),
        LayerDefinition(name: "concat", inputs: ["map", "made"], outputs: ["concat"], kind: .concat),
        LayerDefinition(name: "sum", inputs: ["map", "made"], outputs: ["sum"], kind: .add(constant: 0)),
      ],
      outputs: ["concat", "sum", "linear"])
  }()

  /// [1, 2, 2, 30] as the map [1, 4, 5, 6]: the first axes are the channels, the last the pixels.
  private static let toMap: [Move] = [
    Move(
      lengths: [4, 5, 6], from: .init(start: [0, 0, 0, 0], [.init(2), .init(3, step: 6), .init(3)]),
      to: .init(start: [0, 0, 0, 0], [.init(1), .init(2), .init(3)]))
  ]

  @Test func `operations read and make maps as they lie, in batches of any size`() throws {
    let x = random([3, 3, 5, 6], seed: 5)
    let network = try Network(definition, threads: 2)
    let made = try network.forward(["x": x])
    #expect(made["concat"]?.shape == [3, 8, 5, 6] && made["linear"]?.shape == [3, 120])
    for sample in 0..<3 {
      let alone = try Network(definition, threads: 1).forward(
        ["x": Tensor(shape: [1, 3, 5, 6], values: Array(x.row(sample)))])
      for name in ["concat", "sum", "linear"] {
        #expect(made[name]?.row(sample) == alone[name].map { ArraySlice($0.values) }, "\(name)")
      }
    }
  }

  @Test func `a chain of operations computes what each does by itself`() throws {
    let x = random([1, 3, 5, 6], seed: 6)
    let made = try Network(definition).forward(["x": x], outputs: ["map", "rows", "linear", "attention", "concat"])
    let map = try #require(made["map"])
    // Pixel by pixel, the channels together.
    let rows = (0..<30).flatMap { pixel in (0..<4).map { map.values[$0 * 30 + pixel] } }
    #expect(made["rows"]?.values == rows)
    guard case .operation(let linear) = definition.layers[3].kind,
      case .operation(let attention) = definition.layers[6].kind
    else { return #expect(Bool(false)) }
    let sums = linear.results(of: [Tensor(shape: [1, 30, 4], values: rows)])[0]
    #expect(made["linear"]?.values == sums.values)
    let heads = Tensor(
      shape: [1, 2, 30, 2],
      values: (0..<2).flatMap { (head: Int) -> [Float] in
        (0..<30).flatMap { (row: Int) -> [Float] in (0..<2).map { sums.values[row * 4 + head * 2 + $0] } }
      })
    let mixed = attention.results(of: [heads, heads, heads])[0]
    #expect(made["attention"]?.values == mixed.values)
    let channels = (0..<2).flatMap { (head: Int) -> [Float] in
      (0..<2).flatMap { (channel: Int) -> [Float] in (0..<30).map { mixed.values[head * 60 + $0 * 2 + channel] } }
    }
    #expect(made["concat"]?.values == map.values + channels)
  }

  @Test func `what does not fit is told before anything runs`() throws {
    var wrong = definition
    wrong.layers[1].inputs = ["x"]
    #expect(throws: NetworkError.shapeMismatch(layer: "pixels", expected: [4, 5, 6], actual: [3, 5, 6])) {
      try Network(wrong)
    }
    wrong = definition
    wrong.layers[6].inputs = ["heads"]
    #expect(throws: NetworkError.wrongTensorCount(layer: "attention", expected: 3, actual: 1)) { try Network(wrong) }
  }
}
