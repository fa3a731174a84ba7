/// Whether a layer can learn.
public enum LayerTrainability: Sendable, Equatable {
  /// Here and on a device.
  case everywhere
  /// Here; on a device the gradient stops at another layer.
  case here(stoppedBy: String, type: String)
  /// Here; no device trains layers of this type.
  case onlyHere
  /// Here; it belongs to a program, which no device trains.
  case inProgram
  /// Here, where its name is given: its numbers may be those of a mask.
  case byName
  /// Nowhere: it has nothing to learn.
  case nothing
  /// Nowhere: it has numbers, but of a type that is not trained.
  case fixed
  /// Nowhere: it does not lead to the scores.
  case unused
  /// Nowhere: no gradient passes through another layer on the way to the scores.
  case blocked(by: String, type: String)
  /// Nowhere here: it cannot be run.
  case unknown
}
