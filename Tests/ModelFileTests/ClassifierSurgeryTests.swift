import Networks
import Tensors
import Testing

@testable import ModelFile

@Suite struct ClassifierSurgeryTests {
  private let network = ClassifierMakingTests.network()

  @Test func `the classifier layer is found behind softmax and its like`() {
    #expect(network.classifierLayer == 5)
    #expect(network.scoreCount == 3)
    var convolutional = network
    convolutional.layers.remove(at: 5)
    convolutional.layers[5].inputs = ["f"]
    #expect(convolutional.classifierLayer == 0)
    #expect(convolutional.scoreCount == 4)
    convolutional.layers.remove(at: 2)
    convolutional.layers[2].inputs = ["r"]
    #expect(convolutional.scoreCount == nil)
    var blocked = network
    blocked.layers[6].kind = .concat
    #expect(blocked.classifierLayer == nil)
  }

  @Test func `a part has the layers its tensors need and no others`() throws {
    let part = try network.part(making: ["r"])
    #expect(part.layers.map(\.name) == ["conv", "relu"])
    #expect(part.inputs == network.inputs)
    #expect(part.outputs == ["r"])
    #expect(throws: ModelFileError.cannotExpress(.noSuchTensor("ghost"))) { _ = try network.part(making: ["ghost"]) }
  }

  @Test func `a new classifier stands on a tensor, the only thing to be trained`() throws {
    let weights = LayerKinds.numbers(5, 4)
    let changed = try network.addingClassifier(on: "g", weights: weights, bias: LayerKinds.numbers(5), scores: "scores")
    #expect(changed.layers.map(\.name) == ["conv", "relu", "pool", "flatten0", "fullyconnected0", "softmax"])
    #expect(changed.layers.filter(\.isUpdatable).map(\.name) == ["fullyconnected0"])
    #expect(changed.outputs == ["scores"])
    #expect(changed.scoreCount == 5)
    let model = try ModelFile(
      classifier: changed, labels: .integers(Array(0..<5)), update: ClassifierMakingTests.update("scores"))
    #expect(model.check().findings == [])
  }

  @Test func `taken names get a number, a taken name for the scores is refused`() throws {
    var taken = network
    taken.layers[0].name = "fullyconnected0"
    taken.layers[1].name = "flatten0"
    let changed = try taken.addingClassifier(on: "g", weights: LayerKinds.numbers(2, 4), bias: LayerKinds.numbers(2))
    #expect(
      changed.layers.map(\.name) == [
        "fullyconnected0", "flatten0", "pool", "flatten0_1", "fullyconnected0_1", "softmax",
      ])
    #expect(throws: ModelFileError.cannotExpress(.duplicateName("c"))) {
      _ = try network.addingClassifier(
        on: "g", weights: LayerKinds.numbers(2, 4), bias: LayerKinds.numbers(2), scores: "c")
    }
  }

  @Test func `new classes are rows after the others, zeros unless given`() throws {
    let grown = try network.growingClassifier(by: 2)
    guard case .innerProduct(let old) = network.layers[5].kind, case .innerProduct(let new) = grown.layers[5].kind
    else {
      Issue.record("no fully connected layer")
      return
    }
    #expect(new.outputChannels == 5)
    #expect(new.weights == Tensor(shape: [5, 4], values: old.weights.values + [Float](repeating: 0, count: 8)))
    #expect(new.bias == Tensor(shape: [5], values: (old.bias?.values ?? []) + [0, 0]))
    let given = try network.growingClassifier(
      by: 1, weights: Tensor(shape: [1, 4], repeating: 7), bias: Tensor(shape: [1], repeating: 8))
    guard case .innerProduct(let layer) = given.layers[5].kind else { return }
    #expect(layer.weights.values.suffix(5) == [old.weights.values[11], 7, 7, 7, 7])
    #expect(layer.bias?.values.last == 8)
  }

  @Test func `a convolution grows maps`() throws {
    var convolutional = network
    convolutional.layers.remove(at: 5)
    convolutional.layers[5].inputs = ["f"]
    let grown = try convolutional.growingClassifier(by: 1)
    guard case .convolution(let layer) = grown.layers[0].kind else { return }
    #expect(layer.weights.shape == [5, 3, 3, 3])
    #expect(layer.bias?.shape == [5])
    #expect(grown.scoreCount == 5)
  }

  @Test func `a network without a classifier layer cannot grow`() {
    var blocked = network
    blocked.layers[6].kind = .concat
    #expect(throws: ModelFileError.cannotExpress(.noClassifierLayer)) { _ = try blocked.growingClassifier(by: 1) }
  }
}
