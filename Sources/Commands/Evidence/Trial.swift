import Training

/// What one training of a contender came to.
struct Trial: Sendable {
  /// Its answers to the samples it had not seen, in the order asked.
  let answers: Evaluation
  /// The mean training loss of each epoch; none for models that have no epochs.
  var losses: [Double] = []
  /// Whether the loss left the numbers; the answers are then those of the last sound epoch.
  var hasDiverged = false
}
