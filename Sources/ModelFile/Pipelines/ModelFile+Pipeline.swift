extension ModelFile {
  /// The models of a pipeline, in order; none in models of other kinds.
  public var models: [ModelFile] { pipeline[repeated: 1].messages.map { ModelFile($0) } }

  /// The names of a pipeline's models: as many as models, or none.
  public var modelNames: [String] { pipeline[repeated: 2].texts }

  /// A name for each of a pipeline's models: the file's, or where it has none `model 0` and so on.
  public var shownModelNames: [String] {
    let (names, count) = (modelNames, models.count)
    return names.count == count ? names : (0..<count).map { "model \($0)" }
  }

  /// The model that learns and gives the answer: the last of a pipeline, else this one.
  public var lastModel: ModelFile { models.last ?? self }

  /// Whether it is a row of networks and nothing else.
  public var isChainOfNetworks: Bool { kind.isPipeline && !models.isEmpty && models.allSatisfy(\.kind.isNetwork) }

  /// A pipeline's networks as one; those of a pipeline that ends in a classifier by nearest neighbours without that one.
  ///
  /// - Throws: `wrongKind` for a model among them that is no network, `input` for one that nothing before it feeds, and what
  ///   is wrong with a network.
  public func chain() throws(ModelFileError) -> NetworkChain {
    let all = models
    let networks = all.last?.kind == .nearestNeighborsClassifier ? Array(all.dropLast()) : all
    return try NetworkChain(networks, names: shownModelNames, inputs: description.inputs.map(\.name))
  }

  var pipeline: WireMessage {
    switch kind {
    case .pipeline: content
    case .pipelineClassifier, .pipelineRegressor: content.message(1) ?? WireMessage()
    default: WireMessage()
    }
  }
}
