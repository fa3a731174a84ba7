/// What one training of a candidate came to.
public struct FoldResult: Sendable, Equatable, Codable {
  /// Its answers to the samples it had not seen, in the order asked.
  public let answers: HeldOutAnswers
  /// The mean training loss of each epoch; none for models that have no epochs.
  public var losses: [Double] = []
  /// Whether the loss left the numbers; the answers are then those of the last sound epoch.
  public var hasDiverged = false
}
