extension ModelFile {
  /// Everything that is wrong with the model, in the order in which Core ML's open validator looks, and what that one
  /// does not notice. An empty report means: the format accepts it, and a device should.
  ///
  /// - Parameter asUpdatable: Whether to find what stands between the model and its being trained on a device: what would
  ///   be found if it said that it can be. What is missing is found as far as it can be told: without a loss, nothing is
  ///   said about the way of the gradient.
  /// - Returns: What was found.
  public func check(asUpdatable: Bool = false) -> Report {
    var model = self
    if asUpdatable { model.isUpdatable = true }
    return Report(findings: ModelCheck(model: model).findings)
  }
}

/// Looks for what is wrong with a model, a pipeline's models included.
struct ModelCheck {
  let model: ModelFile

  var findings: [Finding] {
    let kind = model.kind
    var found = versionFindings + DescriptionCheck(model: model).findings
    if kind == .unspecified, !model.isUpdatable { found.append(Finding(.whole(.kindMissing))) }
    let canBeUpdatable = kind.isNetwork || kind.isPipeline || kind == .nearestNeighborsClassifier
    if model.isUpdatable, !canBeUpdatable { found.append(Finding(.whole(.kindNotUpdatable(kind)))) }
    if kind.isNetwork {
      let layers = LayerCheck(model: model)
      found += layers.findings + layers.scoreFindings + ShapeCheck(model: model).findings
      if model.isUpdatable { found += UpdateCheck(model: model).findings }
    }
    if kind == .nearestNeighborsClassifier { found += NeighborsCheck(model: model).findings }
    if kind.isPipeline { found += PipelineCheck(model: model).findings }
    return found
  }

  private var versionFindings: [Finding] {
    let version = model.specificationVersion
    guard version > 0 else { return [Finding(.whole(.versionMissing))] }
    if version > SpecificationVersion.newest {
      return [Finding(.whole(.versionTooNew(version: version, newest: SpecificationVersion.newest)))]
    }
    if model.isUpdatable, version < SpecificationVersion.updatable {
      return [Finding(.whole(.versionTooOldToUpdate(version: version, least: SpecificationVersion.updatable)))]
    }
    let least = SpecificationVersion.least(for: model)
    guard version < least else { return [] }
    return [Finding(.whole(.versionTooOldForContent(version: version, least: least)), severity: .unnoticed)]
  }
}
