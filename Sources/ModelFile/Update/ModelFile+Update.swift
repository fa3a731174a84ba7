import Networks

extension ModelFile {
  /// How the network is to be trained further; nil when the file does not say, or the model is no network. Setting it
  /// changes no layer's flag: `updating(layers:with:)` does both.
  public var updateParameters: UpdateParameters? {
    get { kind.isNetwork ? content.message(10).map(UpdateParameters.init) : nil }
    set {
      guard kind.isNetwork, newValue != updateParameters else { return }
      content.set(10, message: newValue?.encoded(over: content.message(10)))
    }
  }

  /// The model with these layers, and only these, to be trained further. Works on networks with layers this program cannot
  /// run, too.
  ///
  /// Numbers of the layers to be trained become single precision. So do all in half precision: devices would otherwise
  /// compute, and learn, in half precision throughout, which is why Core ML's own tools refuse such networks.
  ///
  /// - Parameters:
  ///   - names: The layers: convolutions or fully connected.
  ///   - parameters: The loss, the optimiser and what may be chosen.
  /// - Returns: The updatable model, with training inputs and the version that takes.
  /// - Throws: `wrongKind` for a model that is no network, `cannotExpress` for layers that are not there or cannot be
  ///   trained, `layer` for one that contradicts itself.
  public func updating(layers names: [String], with parameters: UpdateParameters) throws(ModelFileError) -> ModelFile {
    guard kind.isNetwork else {
      throw .wrongKind(kind, wanted: [.neuralNetwork, .neuralNetworkClassifier, .neuralNetworkRegressor])
    }
    let records = layers
    for name in names where !records.contains(where: { $0.name == name }) { throw .cannotExpress(.noSuchLayer(name)) }
    var wires: [WireMessage] = []
    for record in records {
      guard names.contains(record.name) else {
        wires.append(LayerRecord(record.withoutHalfPrecision()).frozen())
        continue
      }
      guard record.typeNumber == 100 || record.typeNumber == 140 else {
        throw .cannotExpress(.notUpdatable(layer: record.name))
      }
      var layer = try record.definition()
      layer.isUpdatable = true
      wires.append(try layer.encoded(over: record, precision: .asStored))
    }
    var content = content
    content[repeated: 1].messages = wires
    content.set(10, message: parameters.encoded(over: content.message(10)))
    var result = self
    result.content = content
    try ModelFile.finish(&result, update: parameters)
    return result
  }
}

extension LayerRecord {
  /// The layer without the flags that let it be trained.
  fileprivate func frozen() -> WireMessage {
    guard isUpdatable, let typeNumber else { return wire }
    var result = wire
    result.set(10, false)
    var holder = content
    for (number, _) in weightFields where typeNumber != 130 {
      guard var weights = holder.message(number) else { continue }
      weights.set(50, false)
      holder.set(number, message: weights)
    }
    result.set(typeNumber, message: holder)
    return result
  }
}
