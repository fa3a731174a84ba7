extension ModelFile {
  /// Everything that is wrong with the model, in the order in which Core ML's open validator looks, and what that one
  /// does not notice. An empty report means: the format accepts it, and a device should.
  public func check() -> Report { Report(findings: findings()) }

  func findings() -> [Finding] {
    var found = versionFindings + DescriptionCheck(model: self).findings
    if kind == .unspecified, !isUpdatable { found.append(Finding(.whole(.kindMissing))) }
    let canBeUpdatable = kind.isNetwork || kind.isPipeline || kind == .nearestNeighborsClassifier
    if isUpdatable, !canBeUpdatable { found.append(Finding(.whole(.kindNotUpdatable(kind)))) }
    if kind.isNetwork {
      let layers = LayerCheck(model: self)
      found += layers.findings + layers.scoreFindings + ShapeCheck(model: self).findings
      if isUpdatable { found += UpdateCheck(model: self).findings }
    }
    if kind == .nearestNeighborsClassifier { found += NeighborsCheck(model: self).findings }
    if kind.isPipeline { found += PipelineCheck(model: self).findings }
    return found
  }

  private var versionFindings: [Finding] {
    let version = specificationVersion
    guard version > 0 else { return [Finding(.whole(.versionMissing))] }
    if version > ModelFile.newestVersion {
      return [Finding(.whole(.versionTooNew(version: version, newest: ModelFile.newestVersion)))]
    }
    if isUpdatable, version < ModelFile.updatableVersion {
      return [Finding(.whole(.versionTooOldToUpdate(version: version, least: ModelFile.updatableVersion)))]
    }
    let least = leastSpecificationVersion
    guard version < least else { return [] }
    return [Finding(.whole(.versionTooOldForContent(version: version, least: least)), severity: .unnoticed)]
  }
}
