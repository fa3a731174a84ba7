import Networks

extension TrainableParts {
  /// Cuts a network below its lowest updatable layer; one without updatable layers is cut before its last.
  ///
  /// - Throws: `ExperimentError` where the network cannot be built, or where more than one tensor crosses the cut.
  public init(of model: NetworkModel) throws(ExperimentError) {
    try self.init(of: model, as: model.definition)
  }

  /// Cuts a model's network as it is with other weights, or other layers that learn.
  ///
  /// - Throws: as above.
  init(of model: NetworkModel, as definition: NetworkDefinition) throws(ExperimentError) {
    try self.init(
      of: definition, source: model.source.name, scaling: model.scaling, areScores: model.outputs.areScores)
  }

  /// The last layer of a regressor, and the layers below it, which are taken as they are.
  ///
  /// - Throws: `LoopDiagnostic.noHead` where it does not end in a fully connected layer.
  public init(headOf model: NetworkModel) throws(ExperimentError) {
    var definition = model.definition
    guard let last = definition.layers.last, case .innerProduct = last.kind else {
      throw .loop(.noHead(model.name, last: definition.layers.last?.name ?? ""))
    }
    for index in definition.layers.indices {
      definition.layers[index].isUpdatable = index == definition.layers.count - 1
    }
    try self.init(of: model, as: definition.withFixedStandardization)
  }
}
