/// How the network that a model's features come from differs from the copy that the model keeps.
public enum FeatureStaleness: Sendable, Equatable {
  /// Its layers or weights are others now.
  case changed(FeatureBasis)
  /// It has no such layer any more.
  case layerGone(FeatureBasis)

  /// What the features rest on.
  public var basis: FeatureBasis {
    switch self {
    case .changed(let basis), .layerGone(let basis): basis
    }
  }
}
