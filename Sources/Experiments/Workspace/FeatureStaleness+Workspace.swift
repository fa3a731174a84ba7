extension FeatureStaleness {
  /// How the network that a model's features come from has changed since they were taken.
  ///
  /// Nil where the network is as it was or not there, for features of a file, and for a network that only began with another's
  /// layers.
  ///
  /// - Parameters:
  ///   - model: The model; it answers by its own copy of the layers, whatever has become of the network.
  ///   - workspace: Where the network is.
  public init?(of model: Model, in workspace: Workspace) {
    guard let basis = model.basis, basis.network != model.name,
      case .network? = workspace.models[basis.network]
    else { return nil }
    if case .hybrid = model { return nil }
    if case .network(let network) = model, network.initial.origin.regression == nil { return nil }
    guard let whole = try? workspace.library.extractor(of: basis.network, layer: basis.layer),
      let now = basis.isPooled ? try? whole.pooled() : whole
    else {
      self = .layerGone(basis)
      return
    }
    guard now.plainDigest != basis.digest else { return nil }
    self = .changed(basis)
  }
}
