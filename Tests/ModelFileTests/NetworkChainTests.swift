import Networks
import Tensors
import Testing
import Training

@testable import ModelFile

struct NetworkChainTests {
  private func dense(
    _ name: String, _ input: String, _ output: String, _ inputs: Int, _ outputs: Int, learns: Bool = false
  ) -> LayerDefinition {
    let weights = (0..<inputs * outputs).map { Float(($0 * 7 + name.count) % 5) - 2 }
    return LayerDefinition(
      name: name, inputs: [input], outputs: [output],
      kind: .innerProduct(
        InnerProductDefinition(
          inputChannels: inputs, outputChannels: outputs, weights: Tensor(shape: [outputs, inputs], values: weights),
          bias: Tensor(shape: [outputs]))), isUpdatable: learns)
  }

  private func array(_ name: String, _ count: Int) -> FeatureDescription {
    FeatureDescription(name: name, type: .multiArray(ArrayFeature(shape: [count], dataType: .float32)))
  }

  /// x → dense → relu → h.
  private func eyes() throws -> ModelFile {
    try ModelFile(
      network: NetworkDefinition(
        inputs: [NetworkInput(name: "x", shape: [4])],
        layers: [
          dense("dense", "x", "z", 4, 6),
          LayerDefinition(name: "relu", inputs: ["z"], outputs: ["h"], kind: .activation(.relu)),
        ], outputs: ["h"]), outputs: [array("h", 6)])
  }

  private static let update = UpdateParameters(
    .categoricalCrossEntropy, reading: "p",
    optimizer: .sgd(
      learningRate: DoubleParameter(0.1), miniBatchSize: IntegerParameter(2, allowed: .set([2])),
      momentum: DoubleParameter(0)), epochs: IntegerParameter(3, allowed: .set([3])))

  /// h → dense → softmax → p; its layer and a tensor are called as in the first model.
  private func head() throws -> ModelFile {
    try ModelFile(
      classifier: NetworkDefinition(
        inputs: [NetworkInput(name: "h", shape: [6])],
        layers: [
          dense("dense", "h", "z", 6, 3, learns: true),
          LayerDefinition(name: "softmax", inputs: ["z"], outputs: ["p"], kind: .softmax),
        ], outputs: ["p"]), labels: .strings(["a", "b", "c"]), update: Self.update)
  }

  private func pipeline() throws -> ModelFile {
    try ModelFile(pipeline: [("eyes", eyes()), ("head", head())])
  }

  @Test func `names that a model before has taken are put under the name of the model`() throws {
    let chain = try pipeline().pipeline.chain()
    #expect(chain.definition.inputs.map(\.name) == ["x"])
    #expect(chain.definition.layers.map(\.name) == ["dense", "relu", "head/dense", "softmax"])
    #expect(chain.definition.layers.map(\.inputs) == [["x"], ["z"], ["h"], ["head/z"]])
    #expect(chain.definition.layers.map(\.outputs) == [["z"], ["h"], ["head/z"], ["p"]])
    #expect(chain.definition.outputs == ["p"])
    #expect(chain.lastLayers == ["head/dense", "softmax"])
  }

  @Test func `the row answers what its models answer one after the other`() throws {
    let file = try pipeline()
    let x = Tensor(shape: [2, 4], values: [1, -2, 3, 0.5, -1, 2, 0, 4])
    let h = try #require(try Network(file.pipeline.models[0].network()).forward(["x": x])["h"])
    let p = try #require(try Network(file.pipeline.models[1].network()).forward(["h": h])["p"])
    let whole = try #require(try Network(RunnableModel(file).definition).forward(["x": x])["p"])
    #expect(whole.values.map(\.bitPattern) == p.values.map(\.bitPattern))
  }

  @Test func `what becomes of the layers goes back to their models`() throws {
    let file = try pipeline()
    let chain = try file.pipeline.chain()
    var whole = chain.definition
    #expect(try chain.split(whole) == file.pipeline.models.map { try $0.network() })
    whole.layers[2].bias = Tensor(shape: [3], values: [1, 2, 3])
    whole.layers[0].isUpdatable = true
    let parts = chain.split(whole)
    #expect(parts[0].layers.map(\.isUpdatable) == [true, false])
    #expect(parts[1].layers.map(\.name) == ["dense", "softmax"] && parts[1].layers[0].bias?.values == [1, 2, 3])
  }

  @Test func `an array of another form is written as the one that is read`() throws {
    let image = NetworkInput(name: "x", shape: [2, 2, 2])
    let maps = try ModelFile(
      network: NetworkDefinition(
        inputs: [image], layers: [LayerDefinition(name: "r", inputs: ["x"], outputs: ["h"], kind: .activation(.relu))],
        outputs: ["h"]), outputs: [array("h", 8)])
    let vector = try ModelFile(
      network: NetworkDefinition(
        inputs: [NetworkInput(name: "h", shape: [8])], layers: [dense("d", "h", "y", 8, 2)], outputs: ["y"]),
      outputs: [array("y", 2)])
    let chain = try ModelFile(pipeline: [("maps", maps), ("vector", vector)]).pipeline.chain()
    #expect(chain.definition.layers.map(\.name) == ["r", "h as [8]", "d"])
    #expect(try chain.definition.shapes()["h as [8]"] == [8])
  }

  @Test func `a model that nothing feeds, and one that is no network, are named`() throws {
    let orphan = try ModelFile(pipeline: [("head", head()), ("eyes", eyes())])
    #expect(throws: ModelFileError.input(name: "x", .notGiven)) { _ = try orphan.pipeline.chain() }
    let memory = try ModelFile(nearestNeighbors: NearestNeighbors(dimension: 6))
    #expect(
      throws: ModelFileError.wrongKind(
        .nearestNeighborsClassifier, wanted: [.neuralNetwork, .neuralNetworkClassifier, .neuralNetworkRegressor])
    ) { _ = try ModelFile(pipeline: [("near", memory), ("eyes", eyes())]).pipeline.chain() }
  }

  @Test(arguments: [ModelKind.pipeline, .pipelineClassifier, .pipelineRegressor])
  func `other models in the same places leave names, kind and everything else`(kind: ModelKind) throws {
    let made = try pipeline()
    var wire = made.wire
    let row = made.pipeline.wire
    wire.remove(200)
    var nameless = row
    nameless[repeated: 2].texts = []
    wire.set(
      try #require(kind.number),
      message: kind == .pipeline ? nameless : Builders.message { $0.set(1, message: nameless) })
    let file = ModelFile(wire)
    #expect(file.kind == kind && file.pipeline.isChainOfNetworks && file.pipeline.names == [])
    #expect(file.pipeline.shownNames == ["model 0", "model 1"])
    #expect(try file.pipeline.replacing(file.pipeline.models) == file)
    var last = file.pipeline.models[1]
    last.description.metadata.author = "Ada"
    let changed = try file.pipeline.replacing([file.pipeline.models[0], last])
    #expect(
      changed.kind == kind && changed.pipeline.lastModel == last
        && changed.pipeline.models[0] == file.pipeline.models[0])
    #expect(changed.description == file.description && changed.isUpdatable)
  }
}
