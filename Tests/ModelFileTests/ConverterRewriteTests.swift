import Networks
import Tensors
import Testing

@testable import ModelFile

/// What converters write in the general form, built field by field.
struct ConverterRewriteTests {
  private typealias Build = Builders

  private static func floats(_ values: [Float]) -> WireMessage {
    Build.message { $0[repeated: 1].floats = values }
  }

  private static func constant(_ name: String, _ shape: [Int], _ values: [Float]) -> WireMessage {
    Build.layer(
      name, [], [name], type: 1070,
      Build.message {
        $0[repeated: 1].integers = shape
        $0.set(2, message: floats(values))
      })
  }

  /// x [3] → product with a 3 × 2 matrix → softmaxND, as coremltools' converters write it.
  private static func converted(_ layers: [WireMessage], axis: Int = -1, shape: [Int] = [3]) throws -> ModelFile {
    let softmax = Build.layer(
      "probabilities", ["z"], ["p"], type: 950, Build.message { $0.set(1, axis) })
    return try Build.network(
      inputs: [Build.arrayFeature("x", shape)], outputs: [Build.arrayFeature("p", [2])], layers: layers + [softmax],
      exactShapes: true)
  }

  /// The matrix as [outputs, inputs], which is how the layer with its own weights stores it.
  private static let matrix: [Float] = [1, 2, 3, -4, 5, -6]
  private static let bias: [Float] = [0.5, -0.25]

  private static let own = Build.layer(
    "product", ["x"], ["z"], type: 1045,
    Build.message {
      $0.set(5, 3)
      $0.set(6, 2)
      $0.set(7, true)
      $0.set(8, message: floats(matrix))
      $0.set(9, message: floats(bias))
    })

  @Test func `a product with its own matrix becomes a fully connected layer, softmaxND a softmax`() throws {
    let file = try Self.converted([Self.own])
    #expect(throws: ModelFileError.self) { try file.network() }
    let rewritten = RewrittenModel(file)
    let (model, rewrites) = (rewritten.model, rewritten.rewrites)
    #expect(
      rewrites == [
        Rewrite(layer: "product", from: "batchedMatmul", to: "innerProduct"),
        Rewrite(layer: "probabilities", from: "softmaxND", to: "softmax"),
      ])
    let network = try model.network()
    #expect(network.layers.map(\.kind.label) == ["innerProduct", "softmax"])
    #expect(network.layers[0].weights == Tensor(shape: [2, 3], values: Self.matrix))
    #expect(network.layers[0].bias == Tensor(shape: [2], values: Self.bias))
    let scores = try Network(network).forward(["x": Tensor(shape: [1, 3], values: [1, 0.5, -1])])["p"]?.values ?? []
    // z = (1 + 1 - 3 + 0.5, -4 + 2.5 + 6 - 0.25) = (-0.5, 4.25)
    #expect(abs(scores[1] - 1 / (1 + 0.008651695)) < 1e-6)
    #expect(try RunnableModel(file).definition == network)
  }

  @Test func `what was rewritten can be made trainable, and the validator's rules are met`() throws {
    let model = try RewrittenModel(Self.converted([Self.own])).model
    let update = UpdateParameters(
      .categoricalCrossEntropy, reading: "p",
      optimizer: .sgd(
        learningRate: DoubleParameter(0.01), miniBatchSize: IntegerParameter(4), momentum: DoubleParameter(0)),
      epochs: IntegerParameter(1))
    var network = try model.network()
    network.layers[0].isUpdatable = true
    let updatable = try ModelFile(
      classifier: network, labels: .strings(["a", "b"]), update: update, from: model)
    #expect(updatable.check().findings == [])
    #expect(updatable.layers.map(\.type) == ["innerProduct", "softmax"])
  }

  @Test(arguments: [false, true])
  func `a product with a constant tensor, and a constant added to it, become one layer`(isTransposed: Bool) throws {
    let stored: [Float] = isTransposed ? Self.matrix : [1, -4, 2, 5, 3, -6]
    let file = try Self.converted([
      Self.constant("W", isTransposed ? [2, 3] : [1, 3, 2], stored), Self.constant("b", [2], Self.bias),
      Build.layer(
        "product", ["x", "W"], ["xw"], type: 1045, Build.message { $0.set(2, isTransposed) }),
      Build.layer("sum", ["b", "xw"], ["z"], type: 880),
    ])
    let rewritten = RewrittenModel(file)
    let (model, rewrites) = (rewritten.model, rewritten.rewrites)
    #expect(rewrites.map(\.layer) == ["product", "probabilities", "sum"])
    #expect(rewrites.last?.to == nil)
    #expect(try model.network() == RewrittenModel(Self.converted([Self.own])).model.network())
  }

  @Test func `what only turns maps into a vector becomes flatten`() throws {
    let flat = Build.layer(
      "flat", ["x"], ["f"], type: 1140, Build.message { $0[repeated: 1].integers = [1, 3] })
    let product = Build.message { wire in
      wire.set(1, "product")
      wire[repeated: 2].texts = ["f"]
      wire[repeated: 3].texts = ["z"]
      wire.set(1045, message: LayerRecord(Self.own).content)
    }
    let rewritten = try RewrittenModel(Self.converted([flat, product], shape: [3, 1, 1]))
    let (model, rewrites) = (rewritten.model, rewritten.rewrites)
    #expect(rewrites.map(\.to) == ["flatten", "innerProduct", "softmax"])
    #expect(try model.network().layers[0].kind == .flatten(.channelFirst))
  }

  @Test func `what does not mean the same stays as it is`() throws {
    // Over maps the last axis is not that of the channels.
    let maps = try Build.network(
      inputs: [Build.arrayFeature("x", [2, 3, 4])],
      layers: [Build.layer("s", ["x"], ["p"], type: 950, Build.message { $0.set(1, -1) })])
    #expect(RewrittenModel(maps).model == maps)
    // A product of two tensors that are made is no layer with weights.
    let two = try Self.converted([Build.layer("product", ["x", "x"], ["z"], type: 1045)])
    #expect(RewrittenModel(two).rewrites.isEmpty)
    let transposed = try Self.converted([
      Self.constant("W", [3, 2], Self.matrix),
      Build.layer("product", ["x", "W"], ["z"], type: 1045, Build.message { $0.set(1, true) }),
    ])
    #expect(RewrittenModel(transposed).rewrites.isEmpty)
  }

  @Test(arguments: SharedModels.paths.filter { !$0.contains("invalid") })
  func `a model in the older form is the very same`(path: String) throws {
    let model = try SharedModels.model(path)
    #expect(RewrittenModel(model).rewrites.isEmpty)
    #expect(RewrittenModel(model).model == model)
  }
}
