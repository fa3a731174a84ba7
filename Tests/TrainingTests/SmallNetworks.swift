import Networks
import Tensors
import Training

/// Networks and data small enough to reason about.
enum SmallNetworks {
  /// A fully connected layer that training may change, and softmax.
  static func head(
    inputs: Int, classes: Int, seed: UInt64, initialization: ParameterInitialization = .kaiming
  ) -> NetworkDefinition {
    var layer = LayerDefinition(
      name: "fullyconnected0", inputs: ["features"], outputs: ["scores"],
      kind: .innerProduct(
        InnerProductDefinition(
          inputChannels: inputs, outputChannels: classes, weights: Tensor(shape: [classes, inputs]),
          bias: Tensor(shape: [classes]))),
      isUpdatable: true)
    layer.initialize(initialization, seeds: SeedPlan(seed: seed))
    return NetworkDefinition(
      inputs: [NetworkInput(name: "features", shape: [inputs])],
      layers: [
        layer, LayerDefinition(name: "softmax", inputs: ["scores"], outputs: ["probabilities"], kind: .softmax),
      ], outputs: ["probabilities"])
  }

  /// Two layers with a rectifier between them, and no softmax: for numbers as targets.
  static func regressor(seed: UInt64) -> NetworkDefinition {
    func layer(_ name: String, _ input: String, _ output: String, _ from: Int, _ to: Int) -> LayerDefinition {
      var layer = LayerDefinition(
        name: name, inputs: [input], outputs: [output],
        kind: .innerProduct(
          InnerProductDefinition(
            inputChannels: from, outputChannels: to, weights: Tensor(shape: [to, from]), bias: Tensor(shape: [to]))),
        isUpdatable: true)
      layer.initialize(.kaiming, seeds: SeedPlan(seed: seed))
      return layer
    }
    return NetworkDefinition(
      inputs: [NetworkInput(name: "features", shape: [4])],
      layers: [
        layer("first", "features", "hidden", 4, 8),
        LayerDefinition(name: "relu", inputs: ["hidden"], outputs: ["rectified"], kind: .activation(.relu)),
        layer("second", "rectified", "answer", 8, 2),
      ], outputs: ["answer"])
  }

  /// The head with half of the features dropped while training.
  static func forgetful(seed: UInt64) -> NetworkDefinition {
    var definition = head(inputs: 4, classes: 3, seed: seed)
    definition.layers[0].inputs = ["kept"]
    let dropout = LayerDefinition(
      name: "dropout", inputs: ["features"], outputs: ["kept"], kind: .dropout(probability: 0.5))
    definition.layers.insert(dropout, at: 0)
    return definition
  }

  /// So many samples of four numbers in three classes, drawn from a seed.
  static func samples(_ count: Int, seed: UInt64 = 1) throws -> InMemorySamples {
    var generator = SeededGenerator(seed: seed)
    let features = Tensor(shape: [count, 4], values: (0..<count * 4).map { _ in generator.uniform(-1, 1) })
    return try InMemorySamples(
      inputs: ["features": features], targets: .classes((0..<count).map { _ in generator.below(3) }))
  }
}
