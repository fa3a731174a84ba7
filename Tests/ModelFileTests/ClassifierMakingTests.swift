import Networks
import Tensors
import Testing

@testable import ModelFile

@Suite struct ClassifierMakingTests {
  private static let rate = DoubleParameter(0.01, allowed: .range(minimum: 0, maximum: 1))

  static func update(_ scores: String = "p") -> UpdateParameters {
    UpdateParameters(
      .categoricalCrossEntropy, reading: scores,
      optimizer: .sgd(
        learningRate: rate, miniBatchSize: IntegerParameter(5, allowed: .set([5])),
        momentum: DoubleParameter(0, allowed: .range(minimum: 0, maximum: 1))),
      epochs: IntegerParameter(2, allowed: .set([2])))
  }

  /// An image, a convolution, global average, a fully connected layer, softmax.
  static func network(classes: Int = 3, updatable: Bool = true) -> NetworkDefinition {
    NetworkDefinition(
      inputs: [
        NetworkInput(
          name: "image", shape: [3, 6, 8],
          image: ImagePreprocessing(colorSpace: .bgr, channelScale: 0.5, biases: [1, 2, 3]))
      ],
      layers: [
        LayerDefinition(
          name: "conv", inputs: ["image"], outputs: ["c"],
          kind: .convolution(
            ConvolutionDefinition(
              outputChannels: 4, kernelSize: Extent(3, 3), weights: LayerKinds.numbers(4, 3, 3, 3),
              bias: LayerKinds.numbers(4)))),
        LayerDefinition(name: "relu", inputs: ["c"], outputs: ["r"], kind: .activation(.relu)),
        LayerDefinition(
          name: "pool", inputs: ["r"], outputs: ["g"],
          kind: .pooling(
            PoolingDefinition(statistic: .average, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true))),
        LayerDefinition(name: "drop", inputs: ["g"], outputs: ["d"], kind: .dropout(probability: 0.5)),
        LayerDefinition(name: "flat", inputs: ["d"], outputs: ["f"], kind: .flatten(.channelFirst)),
        LayerDefinition(
          name: "dense", inputs: ["f"], outputs: ["z"],
          kind: .innerProduct(
            InnerProductDefinition(
              inputChannels: 4, outputChannels: classes, weights: LayerKinds.numbers(classes, 4),
              bias: LayerKinds.numbers(classes))),
          isUpdatable: updatable),
        LayerDefinition(name: "softmax", inputs: ["z"], outputs: ["p"], kind: .softmax),
      ], outputs: ["p"])
  }

  private static let labels = ClassLabels.strings(["a", "b", "✊"])

  @Test func `a classifier made from nothing is what was asked for`() throws {
    let network = ClassifierMakingTests.network(updatable: false)
    let model = try ModelFile(classifier: network, labels: ClassifierMakingTests.labels)
    #expect(model.kind == .neuralNetworkClassifier)
    #expect(model.specificationVersion == 1)
    #expect(!model.isUpdatable)
    #expect(model.updateParameters == nil)
    #expect(ClassLabels(of: model) == ClassifierMakingTests.labels)
    #expect(model.neuralNetwork.scoreTensor == "p")
    #expect(try model.network() == network.withoutDropout())
    let description = model.description
    #expect(description.inputs.map(\.type) == [.image(ImageFeature(width: 8, height: 6, colorSpace: .bgr))])
    #expect(description.outputs.map(\.name) == ["p", "label"])
    #expect(description.outputs.map(\.type) == [.dictionary(.string), .string])
    #expect(description.predictedFeatureName == "label")
    #expect(description.predictedProbabilitiesName == "p")
    #expect(description.trainingInputs == [])
    #expect(model.check().findings == [])
  }

  @Test func `an updatable one has flags, training inputs, parameters and version`() throws {
    let update = ClassifierMakingTests.update()
    let model = try ModelFile(
      classifier: ClassifierMakingTests.network(), labels: ClassifierMakingTests.labels,
      predictedFeatureName: "classLabel", predictedProbabilitiesName: "probabilities", update: update,
      metadata: ModelMetadata(author: "me", license: "none"))
    #expect(model.specificationVersion == 4)
    #expect(model.isUpdatable)
    #expect(model.updateParameters == update)
    #expect(model.layers.filter(\.isUpdatable).map(\.name) == ["dense"])
    #expect(model.description.trainingInputs.map(\.name) == ["image", "classLabel"])
    #expect(model.description.outputs.map(\.name) == ["probabilities", "classLabel"])
    #expect(model.neuralNetwork.scoreTensor == "p")
    #expect(model.description.metadata.author == "me")
    #expect(model.check().findings == [])
  }

  @Test func `numbers as labels make the label a number`() throws {
    let model = try ModelFile(
      classifier: ClassifierMakingTests.network(), labels: .integers([5, -1, 7]), update: ClassifierMakingTests.update()
    )
    #expect(ClassLabels(of: model) == .integers([5, -1, 7]))
    #expect(model.description.outputs.map(\.type) == [.dictionary(.int64), .int64])
    #expect(model.check().findings == [])
  }

  @Test func `what cannot be is refused`() {
    let network = ClassifierMakingTests.network()
    func problem(_ network: NetworkDefinition, labels: Int = 3, update: UpdateParameters? = nil) -> ModelFileError? {
      #expect(throws: ModelFileError.self) {
        _ = try ModelFile(
          classifier: network, labels: .integers(Array(0..<labels)), update: update)
      }
    }
    #expect(problem(network, labels: 4) == .cannotExpress(.labelCount(labels: 4, scores: 3)))
    var changed = network
    changed.outputs = []
    #expect(problem(changed) == .cannotExpress(.noOutput))
    #expect(
      problem(ClassifierMakingTests.network(updatable: false), update: ClassifierMakingTests.update())
        == .cannotExpress(.nothingUpdatable))
    changed = network
    changed.layers[1].isUpdatable = true
    #expect(problem(changed, update: ClassifierMakingTests.update()) == .cannotExpress(.notUpdatable(layer: "relu")))
  }

  @Test func `a model made again from itself is the same, byte for byte`() throws {
    for update in [nil, ClassifierMakingTests.update()] {
      let model = try ModelFile(
        classifier: ClassifierMakingTests.network(), labels: ClassifierMakingTests.labels, update: update)
      let again = try ModelFile(
        classifier: try model.network(), labels: ClassifierMakingTests.labels, update: update, from: model)
      #expect(again == model)
    }
  }

  @Test func `a trained layer changes, everything else keeps its bytes`() throws {
    let model = try ModelFile(
      classifier: ClassifierMakingTests.network(), labels: ClassifierMakingTests.labels,
      update: ClassifierMakingTests.update())
    var trained = try model.network()
    guard case .innerProduct(var dense) = trained.layers[4].kind else {
      Issue.record("no fully connected layer")
      return
    }
    dense.weights.values[0] = 99
    trained.layers[4].kind = .innerProduct(dense)
    let saved = try ModelFile(
      classifier: trained, labels: ClassifierMakingTests.labels, update: model.updateParameters, from: model)
    #expect(try saved.network() == trained)
    #expect(saved.storage.byteCount == model.storage.byteCount)
    #expect(zip(saved.bytes, model.bytes).count { $0 != $1 } <= 4)
  }

  @Test func `a model that was updatable can be frozen`() throws {
    let model = try ModelFile(
      classifier: ClassifierMakingTests.network(), labels: ClassifierMakingTests.labels,
      update: ClassifierMakingTests.update())
    let frozen = try ModelFile(classifier: try model.network(), labels: ClassifierMakingTests.labels, from: model)
    #expect(!frozen.isUpdatable)
    #expect(frozen.updateParameters == nil)
    #expect(frozen.description.trainingInputs == [])
    #expect(!frozen.layers.contains { $0.isUpdatable || $0.weights.contains { $0.parameters.isUpdatable } })
    #expect(frozen.check().findings == [])
  }

  @Test func `half precision stays in a frozen network and goes from one that learns`() throws {
    let half = try ModelFile(
      classifier: ClassifierMakingTests.network(), labels: ClassifierMakingTests.labels, precision: .float16)
    #expect(half.specificationVersion == 2)
    let network = try half.network()
    let kept = try ModelFile(classifier: network, labels: ClassifierMakingTests.labels, from: half)
    #expect(kept == half)
    var learning = network
    learning.layers[4].isUpdatable = true
    let updatable = try ModelFile(
      classifier: learning, labels: ClassifierMakingTests.labels, update: ClassifierMakingTests.update(), from: half)
    #expect(updatable.layers.flatMap { $0.weights.map(\.parameters.encoding) }.allSatisfy { $0 == .float32 })
    #expect(try updatable.network() == learning)
    #expect(updatable.specificationVersion == 4)
    #expect(updatable.check().findings == [])
  }

  @Test func `what a model takes in memory is counted with its numbers in single precision`() throws {
    let network = ClassifierMakingTests.network()
    let single = try ModelFile(classifier: network, labels: ClassifierMakingTests.labels, precision: .float32)
    #expect(UnpackedSize(of: single).byteCount == single.storage.byteCount)
    for precision in [WeightPrecision.float32, .float16, .linear(bits: 8), .linear(bits: 1), .lookupTable(bits: 4)] {
      let file = try ModelFile(classifier: network, labels: ClassifierMakingTests.labels, precision: precision)
      #expect(abs(UnpackedSize(of: file).byteCount - single.storage.byteCount) < 2000, "\(precision)")
      let twice = try ModelFile(pipeline: [(name: "a", model: file), (name: "b", model: file)])
      #expect(abs(UnpackedSize(of: twice).byteCount - 2 * single.storage.byteCount) < 5000)
    }
  }

  @Test func `quantised numbers stay in layers that do not learn`() throws {
    let small = try ModelFile(
      classifier: ClassifierMakingTests.network(), labels: ClassifierMakingTests.labels, precision: .linear(bits: 4))
    #expect(small.specificationVersion == 3)
    var learning = try small.network()
    learning.layers[4].isUpdatable = true
    let updatable = try ModelFile(
      classifier: learning, labels: ClassifierMakingTests.labels, update: ClassifierMakingTests.update(), from: small)
    #expect(updatable.layers[0].weights.map(\.parameters.encoding) == [.linear(bits: 4), .linear(bits: 4)])
    #expect(updatable.layers[4].weights.map(\.parameters.encoding) == [.float32, .float32])
    #expect(try updatable.network() == learning)
    #expect(updatable.check().findings == [])
  }

  @Test func `another precision than the original's replaces it`() throws {
    let half = try ModelFile(
      classifier: ClassifierMakingTests.network(), labels: ClassifierMakingTests.labels, precision: .float16)
    let table = try ModelFile(
      classifier: try half.network(), labels: ClassifierMakingTests.labels, precision: .lookupTable(bits: 8), from: half
    )
    #expect(table.layers[0].weights.map(\.parameters.encoding) == [.lookupTable(bits: 8), .lookupTable(bits: 8)])
    let single = try ModelFile(
      classifier: try half.network(), labels: ClassifierMakingTests.labels, precision: .float32, from: half)
    #expect(try single.network() == half.network())
    #expect(single.layers[0].weights.map(\.parameters.encoding) == [.float32, .float32])
  }

  @Test func `a changed preprocessing is written, one that stays keeps its bytes`() throws {
    let model = try ModelFile(classifier: ClassifierMakingTests.network(), labels: ClassifierMakingTests.labels)
    var network = try model.network()
    network.inputs[0].image?.biases = [-1, -2, -3]
    let changed = try ModelFile(classifier: network, labels: ClassifierMakingTests.labels, from: model)
    #expect(try changed.network().inputs == network.inputs)
    network.inputs[0].image = ImagePreprocessing(
      colorSpace: .bgr, channelScale: 1, meanImage: [Float](repeating: 3, count: 144))
    let mean = try ModelFile(classifier: network, labels: ClassifierMakingTests.labels, from: model)
    #expect(try mean.network().inputs == network.inputs)
    #expect(mean.neuralNetwork.preprocessing.count == 1)
  }

  @Test func `plain networks and regressors are trained towards arrays`() throws {
    let network = ClassifierMakingTests.network()
    let output = FeatureDescription(name: "p", type: .multiArray(ArrayFeature(shape: [3], dataType: .float32)))
    let plain = try ModelFile(network: network, outputs: [output], update: ClassifierMakingTests.update())
    #expect(plain.kind == .neuralNetwork)
    #expect(
      plain.description.trainingInputs.last
        == FeatureDescription(name: "p_true", type: .multiArray(ArrayFeature(shape: [1], dataType: .int32))))
    #expect(plain.check().findings == [])
    var linear = network
    linear.layers.removeLast()
    linear.outputs = ["z"]
    let numbers = FeatureDescription(name: "z", type: .multiArray(ArrayFeature(shape: [3], dataType: .float32)))
    var squares = ClassifierMakingTests.update()
    squares.losses[0] = LossLayer(name: "l", kind: .meanSquaredError, input: "z", target: "z_true")
    let regressor = try ModelFile(network: linear, outputs: [numbers], isRegressor: true, update: squares)
    #expect(regressor.kind == .neuralNetworkRegressor)
    #expect(
      regressor.description.trainingInputs.last
        == FeatureDescription(name: "z_true", type: .multiArray(ArrayFeature(shape: [3], dataType: .double))))
    #expect(regressor.check().findings == [])
  }
}
