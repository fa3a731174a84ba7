public import Experiments

extension FeatureBasis {
  /// How a model's description says it.
  public var fact: (String, String) {
    ("features", "a copy of the layers of \(network) up to \(layer), as they were when it was made")
  }
}
