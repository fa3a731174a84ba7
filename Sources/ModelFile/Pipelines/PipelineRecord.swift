/// The row of models inside a pipeline's file (format message `Pipeline`); it is empty in files of other kinds.
public struct PipelineRecord: Sendable, Equatable {
  /// The pipeline's file.
  let file: ModelFile

  /// The models, in order.
  public var models: [ModelFile] { wire[repeated: 1].messages.map { ModelFile($0) } }

  /// The model that learns and gives the answer: the last one, and of a model of another kind that itself.
  public var lastModel: ModelFile { models.last ?? file }

  /// The names of the models: as many as models, or none.
  public var names: [String] { wire[repeated: 2].texts }

  /// A name for each of the models: the file's, or where it has none `model 0` and so on.
  public var shownNames: [String] {
    let (names, count) = (names, models.count)
    return names.count == count ? names : (0..<count).map { "model \($0)" }
  }

  /// Whether it is a row of networks and nothing else.
  public var isChainOfNetworks: Bool { !models.isEmpty && models.allSatisfy(\.kind.isNetwork) }

  /// The networks as one; those of a pipeline that ends in a classifier by nearest neighbours without that one.
  ///
  /// - Throws: `wrongKind` for a model among them that is no network, `input` for one that nothing before it feeds, and what
  ///   is wrong with a network.
  public func chain() throws(ModelFileError) -> NetworkChain {
    let all = models
    let networks = all.last?.kind == .nearestNeighborsClassifier ? Array(all.dropLast()) : all
    return try NetworkChain(networks, names: shownNames, inputs: file.description.inputs.map(\.name))
  }

  var wire: WireMessage {
    switch file.kind {
    case .pipeline: file.content
    case .pipelineClassifier, .pipelineRegressor: file.content.message(1) ?? WireMessage()
    default: WireMessage()
    }
  }
}

extension ModelFile {
  /// The row of models of a pipeline; empty in models of other kinds.
  public var pipeline: PipelineRecord { PipelineRecord(file: self) }
}
