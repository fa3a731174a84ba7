extension ModelFile {
  /// The models of a pipeline, in order; none in models of other kinds.
  public var models: [ModelFile] { pipeline.messages(1).map { ModelFile($0) } }

  /// The names of a pipeline's models: as many as models, or none.
  public var modelNames: [String] { pipeline.texts(2) }

  var pipeline: WireMessage {
    switch kind {
    case .pipeline: content
    case .pipelineClassifier, .pipelineRegressor: content.message(1) ?? WireMessage()
    default: WireMessage()
    }
  }
}
