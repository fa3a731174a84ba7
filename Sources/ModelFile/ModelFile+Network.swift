public import Networks

extension ModelFile {
  /// The layers of a network, of types known here or not, in order of execution; none in models of other kinds.
  public var layers: [LayerRecord] { kind.isNetwork ? content[repeated: 1].messages.map(LayerRecord.init) : [] }

  /// The network as the engine knows it: inputs with their preprocessing, layers with their numbers in single precision,
  /// and as outputs a classifier's scores and whatever else the model gives that a layer makes.
  ///
  /// - Throws: `wrongKind` when the model is neither a network nor a program, `program` with what is wrong in that,
  ///   `unsupportedLayers` with all the layers the engine does not know, `layer` or `input` with what contradicts itself.
  public func network() throws(ModelFileError) -> NetworkDefinition {
    if kind == .mlProgram { return try program.network() }
    guard kind.isNetwork else {
      throw .wrongKind(kind, wanted: [.neuralNetwork, .neuralNetworkClassifier, .neuralNetworkRegressor])
    }
    let layers = layers
    let unknown = layers.filter { $0.type != nil && !$0.isKnown }
    guard unknown.isEmpty else { throw .unsupportedLayers(unknown.map(\.layerName)) }
    let inputs = try neuralNetwork.inputs()
    var definitions: [LayerDefinition] = []
    definitions.reserveCapacity(layers.count)
    for layer in layers { definitions.append(try layer.definition()) }
    return NetworkDefinition(inputs: inputs, layers: definitions, outputs: neuralNetwork.outputs(of: layers))
  }

  /// What a network says besides its layers; empty in models of other kinds.
  public var neuralNetwork: NetworkRecord { NetworkRecord(file: self) }
}
