extension Workspace {
  /// How the network that a model's features come from has changed since they were taken.
  ///
  /// - Parameter model: The model; it answers by its own copy of the layers, whatever has become of the network.
  /// - Returns: Nil where the network is as it was or not there, for features of a file, and for a network that only began
  ///   with another's layers.
  public func featureStaleness(of model: Model) -> FeatureStaleness? {
    guard let basis = model.basis, basis.network != model.name, case .network? = models[basis.network] else {
      return nil
    }
    if case .hybrid = model { return nil }
    if case .network(let network) = model, network.initial.origin.regression == nil { return nil }
    guard let whole = try? library.extractor(of: basis.network, layer: basis.layer),
      let now = basis.isPooled ? try? whole.pooled() : whole
    else { return .layerGone(basis) }
    return now.fingerprint.value == basis.digest ? nil : .changed(basis)
  }
}
