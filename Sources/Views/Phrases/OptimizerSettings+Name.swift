public import Networks

extension OptimizerSettings {
  /// What users call it.
  public var name: String {
    guard case .adam = rule else { return "sgd" }
    return isDecayDecoupled ? "adamW" : "adam"
  }
}
