import ModelFile
import Pictures

/// A neural network as it is kept: its parts write their keys side by side.
struct KeptNetwork: Sendable {
  let definition: KeptDefinition
  let initial: KeptInitialWeights
  private let outputs: KeptOutputs
  private let source: KeptSource
  let training: KeptTraining
  private let update: KeptUpdateRules
  /// Absent in what was kept before there was such a thing.
  private let scaling: CropAndScale?

  /// Takes a network apart.
  init(_ model: NetworkModel, _ packer: inout NumberPacker) {
    definition = KeptDefinition(model.definition, &packer)
    initial = KeptInitialWeights(model.initial, of: definition, &packer)
    outputs = KeptOutputs(model.outputs)
    source = KeptSource(model.source)
    training = KeptTraining(model.training, &packer)
    update = KeptUpdateRules(model.update)
    scaling = model.scaling
  }

  /// Puts the network together again.
  ///
  /// - Throws: `KeepingError`.
  func model(
    named name: String, file: ModelFile?, _ reader: inout NumberReader
  ) throws(KeepingError) -> NetworkModel {
    let layers = try definition.definition(structure: nil, &reader)
    let weights = try initial.value(of: definition, isLoaded: source.isLoaded, &reader)
    var model = NetworkModel(
      name: name, initial: weights, outputs: outputs.value, source: source.value(file), scaling: scaling)
    model.definition = layers
    model.training = try training.value(&reader)
    model.update = update.value
    return model
  }
}

extension KeptNetwork: Codable {
  private enum Key: CodingKey { case definition, scaling }

  init(from decoder: any Decoder) throws {
    let own = try decoder.container(keyedBy: Key.self)
    definition = try own.decode(KeptDefinition.self, forKey: .definition)
    scaling = try own.decodeIfPresent(CropAndScale.self, forKey: .scaling)
    initial = try KeptInitialWeights(from: decoder)
    outputs = try KeptOutputs(from: decoder)
    source = try KeptSource(from: decoder)
    training = try KeptTraining(from: decoder)
    update = try KeptUpdateRules(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    var own = encoder.container(keyedBy: Key.self)
    try own.encode(definition, forKey: .definition)
    try own.encodeIfPresent(scaling, forKey: .scaling)
    try initial.encode(to: encoder)
    try outputs.encode(to: encoder)
    try source.encode(to: encoder)
    try training.encode(to: encoder)
    try update.encode(to: encoder)
  }
}
