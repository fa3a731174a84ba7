import Networks

extension TrainableParts {
  /// Cuts a network below its lowest updatable layer; one without updatable layers is cut before its last.
  ///
  /// - Throws: `ExperimentError` where the network cannot be built, or where more than one tensor crosses the cut.
  public init(of model: NetworkModel) throws(ExperimentError) {
    try self.init(of: model.definition, source: model.source.name, scaling: model.scaling)
  }
}
