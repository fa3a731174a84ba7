import Networks
import Tensors
import Training

/// Gives a network a fresh classifier: the layer the articles' `make_nn.py` makes.
struct ClassifierSurgery {
  /// What the network came from, for messages.
  let source: String
  /// How many outputs the new layer has.
  let classes: Int
  /// How its first parameters are drawn.
  let initialization: ParameterInitialization
  /// What they are drawn from.
  let seeds: SeedPlan

  /// The name of the tensor of probabilities.
  static let probabilities = "labelProbability"

  /// The network with a new last layer in front of its softmax; every other layer is frozen.
  ///
  /// A fully connected layer that feeds the softmax is replaced. Where something else does (SqueezeNet's `pool10`), a
  /// flatten and a fully connected layer, `flatten0` and `fullyconnected0`, are put in between.
  ///
  /// - Throws: `Fact.noClassifier` where the network does not end in a softmax.
  func operate(on network: NetworkDefinition) throws(Fault) -> NetworkDefinition {
    guard let last = network.layers.lastIndex(where: { $0.kind == .softmax }), last == network.layers.count - 1,
      let scores = network.layers[last].inputs.first
    else { throw Fault(.noClassifier(source, layers: network.layers.map(\.name))) }
    var layers = network.layers
    for index in layers.indices { layers[index].isUpdatable = false }
    var softmax = layers.removeLast()
    softmax.outputs = [Self.probabilities]
    if let maker = layers.last, maker.outputs == [scores], case .innerProduct(let old) = maker.kind {
      layers.removeLast()
      layers.append(classifier(named: maker.name, reading: maker.inputs, output: scores, channels: old.inputChannels))
    } else {
      let channels = try size(of: scores, in: network)
      let names = unused(["flatten0", "fullyconnected0"], in: layers)
      let flat = LayerDefinition(
        name: names[0], inputs: [scores], outputs: ["\(names[0])_output"], kind: .flatten(.channelFirst))
      layers.append(flat)
      let output = "\(names[1])_output"
      layers.append(classifier(named: names[1], reading: flat.outputs, output: output, channels: channels))
      softmax.inputs = [output]
    }
    softmax.name = unused(["softmax"], in: layers)[0]
    return NetworkDefinition(
      inputs: network.inputs, layers: layers + [softmax], outputs: [Self.probabilities])
  }

  private func classifier(
    named name: String, reading inputs: [String], output: String, channels: Int
  ) -> LayerDefinition {
    let product = InnerProductDefinition(
      inputChannels: channels, outputChannels: classes, weights: Tensor(shape: [classes, channels]),
      bias: Tensor(shape: [classes]))
    var layer = LayerDefinition(
      name: name, inputs: inputs, outputs: [output], kind: .innerProduct(product), isUpdatable: true)
    layer.initialize(initialization, seeds: seeds)
    return layer
  }

  private func size(of tensor: String, in network: NetworkDefinition) throws(Fault) -> Int {
    do throws(NetworkError) {
      return try network.shapes()[tensor, default: []].reduce(1, *)
    } catch {
      throw Fault(.network(source, error))
    }
  }

  /// Names no layer has yet.
  private func unused(_ names: [String], in layers: [LayerDefinition]) -> [String] {
    let taken = Set(layers.map(\.name))
    return names.map { name in
      guard taken.contains(name) else { return name }
      var number = 2
      while taken.contains("\(name)_\(number)") { number += 1 }
      return "\(name)_\(number)"
    }
  }
}
