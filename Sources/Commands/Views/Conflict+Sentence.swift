import Experiments

extension ModelKeeper.Conflict {
  /// What the reader is told.
  var sentence: String {
    "⚠️ Another kernel on this notebook has changed \(name) meanwhile: there it is \(told). For later sessions that one is "
      + "kept as \(name), and this kernel's as \(keptAs)."
  }
}
