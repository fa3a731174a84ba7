public import Experiments

extension ModelKeeper.Conflict {
  /// What the reader is told.
  public var sentence: String {
    "⚠️ Another kernel on this notebook has changed \(name) meanwhile: there it is \(told). For later sessions that one is "
      + "kept as \(name), and this kernel's as \(keptAs)."
  }
}
