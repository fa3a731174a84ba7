import Networks
import Training

/// The part of a network that is run once per photo and not trained: from the image to the features of one layer.
struct Extractor: Sendable {
  /// The layers, with one image input and one output: the features.
  let definition: NetworkDefinition
  /// What users call the model it was cut from: `squeezenet`.
  let source: String
  /// The layer whose output the features are.
  let layer: String
  /// What features are remembered under: equal extractors have equal fingerprints.
  let fingerprint: Fingerprint

  /// Makes an extractor of a network.
  init(_ definition: NetworkDefinition, source: String, layer: String) {
    self.definition = definition
    self.source = source
    self.layer = layer
    fingerprint = Fingerprint(of: definition)
  }

  /// Cuts a network after a layer, leaving out what that layer does not need.
  ///
  /// - Throws: `Fact.unknownLayer` where there is no such layer.
  static func cut(_ network: NetworkDefinition, after layer: String, source: String) throws(Fault) -> Extractor {
    guard let place = network.layers.lastIndex(where: { $0.name == layer || $0.outputs.contains(layer) }) else {
      throw Fault(.unknownLayer(layer, file: source, known: network.layers.map(\.name)))
    }
    let last = network.layers[place]
    let output = last.outputs.contains(layer) ? layer : last.outputs[0]
    var wanted: Set<String> = [output]
    var layers: [LayerDefinition] = []
    for candidate in network.layers[...place].reversed() where !wanted.isDisjoint(with: candidate.outputs) {
      layers.insert(candidate, at: 0)
      wanted.formUnion(candidate.inputs)
    }
    let inputs = network.inputs.filter { wanted.contains($0.name) }
    return Extractor(
      NetworkDefinition(inputs: inputs, layers: layers, outputs: [output]), source: source, layer: last.name)
  }

  /// How many features it finds in a photo.
  ///
  /// - Throws: `Fact.network` where the network cannot be built.
  func featureCount() throws(Fault) -> Int {
    do throws(NetworkError) {
      return try definition.shapes()[definition.outputs[0], default: []].reduce(1, *)
    } catch {
      throw Fault(.network(source, error))
    }
  }

  /// The image it reads: its one input, which must be an image of fixed size.
  ///
  /// - Throws: `Fact.noImageInput`.
  func image() throws(Fault) -> (name: String, width: Int, height: Int) {
    guard definition.inputs.count == 1, let input = definition.inputs.first, input.image != nil,
      input.shape.count == 3
    else { throw Fault(.noImageInput(source)) }
    return (input.name, input.shape[2], input.shape[1])
  }
}
