import ExperimentSupport
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct ClassifierSurgeryTests {
  private func operate(
    on network: NetworkDefinition, classes: Int = 5, _ initialization: ParameterInitialization = .kaiming
  ) throws -> NetworkDefinition {
    try ClassifierSurgery(source: "tiny", classes: classes, initialization: initialization, seeds: SeedPlan(seed: 42))
      .operate(on: network)
  }

  @Test func `a fully connected layer before the softmax is replaced, all else is frozen`() throws {
    var original = TinyNetwork().definition
    for index in original.layers.indices { original.layers[index].isUpdatable = index == 0 }
    let network = try operate(on: original)
    #expect(network.layers.map(\.name) == ["conv1", "relu1", "pool1", "flat1", "fc1", "softmax"])
    #expect(network.layers.map(\.isUpdatable) == [false, false, false, false, true, false])
    #expect(network.layers[0].kind == original.layers[0].kind)
    #expect(network.layers[4].weights?.shape == [5, 16])
    #expect(network.layers[4].bias?.shape == [5])
    #expect(network.outputs == ["labelProbability"])
    #expect(try network.shapes()["labelProbability"]?.reduce(1, *) == 5)
  }

  @Test func `where something else feeds the softmax, a flatten and a fully connected layer come between`() throws {
    let network = try operate(on: TinyNetwork(outputs: 4, hasClassifier: false).definition)
    #expect(network.layers.map(\.name) == ["conv1", "relu1", "pool1", "flatten0", "fullyconnected0", "softmax"])
    #expect(network.layers[4].inputs == network.layers[3].outputs)
    #expect(network.layers[5].inputs == network.layers[4].outputs)
    #expect(network.layers[4].weights?.shape == [5, 16])
  }

  @Test func `names that are taken are not taken again`() throws {
    var original = TinyNetwork(outputs: 4, hasClassifier: false).definition
    original.layers[0].name = "flatten0"
    original.layers[1].name = "softmax"
    let names = try operate(on: original).layers.map(\.name)
    #expect(names == ["flatten0", "softmax", "pool1", "flatten0_1", "fullyconnected0", "softmax_1"])
  }

  @Test func `the operation can be repeated on its result`() throws {
    let once = try operate(on: TinyNetwork().definition)
    let twice = try operate(on: once, classes: 3)
    #expect(twice.layers.map(\.name) == once.layers.map(\.name))
    #expect(twice.layers[4].weights?.shape == [3, 16])
  }

  @Test func `init=zero draws nothing`() throws {
    let layer = try operate(on: TinyNetwork().definition, .zero).layers[4]
    #expect(layer.weights?.values.allSatisfy { $0 == 0 } == true)
    #expect(layer.bias?.values.allSatisfy { $0 == 0 } == true)
  }

  @Test func `the last layer is replaced where the softmax is left to others`() throws {
    var original = TinyNetwork().definition
    original.layers.removeLast()
    original.outputs = original.layers.last?.outputs ?? []
    let network = try operate(on: original)
    #expect(network.layers.map(\.name) == ["conv1", "relu1", "pool1", "flat1", "fc1", "softmax"])
    #expect(network.layers.map(\.isUpdatable) == [false, false, false, false, true, false])
    #expect(try network.shapes()["labelProbability"]?.reduce(1, *) == 5)
  }

  @Test func `a network that ends in neither softmax nor fully connected layer is refused`() {
    var network = TinyNetwork().definition
    network.layers.removeLast(2)
    #expect {
      _ = try operate(on: network)
    } throws: { error in
      guard case .model(.noClassifier("tiny", let layers))? = error as? ExperimentError else { return false }
      return layers == ["conv1", "relu1", "pool1", "flat1"]
    }
  }

  @Test func `the trainable part begins at the new layer`() throws {
    let parts = try TrainableParts(of: operate(on: TinyNetwork().definition), source: "tiny")
    #expect(parts.trunk.layer == "flat1")
    #expect(parts.tail.layers.map(\.name) == ["fc1", "softmax"])
    #expect(parts.boundary == "flat1_out")
    #expect(parts.boundaryShape.reduce(1, *) == 16)
  }

  @Test(arguments: ["pool1", "pool1_out"]) func `a cut keeps what the layer needs and nothing else`(
    layer: String
  ) throws {
    let extractor = try Extractor.cut(TinyNetwork().definition, after: layer, source: "tiny")
    #expect(extractor.definition.layers.map(\.name) == ["conv1", "relu1", "pool1"])
    #expect(extractor.definition.outputs == ["pool1_out"])
    #expect(extractor.layer == "pool1")
    #expect(try extractor.featureCount() == 16)
    #expect(try extractor.image().width == 16)
  }
}
