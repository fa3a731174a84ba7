import Training

/// Trains elsewhere in the place of a session, and brings the session to where the training stands: its network, its state
/// and its settings are those of the last standing that came back.
///
/// It belongs to the thread of the training.
protocol TrainingDriver: AnyObject {
  /// How the processes stand that train.
  var status: RankStatus { get }

  /// The name of its job folder.
  var job: String { get }

  /// Waits for what happens next, and says it. `trainingBegin` comes again whenever `standing` has changed.
  ///
  /// - Parameter session: What is brought to where the training stands. Where its `goesOn` says no, the training is stopped.
  /// - Returns: What happened; nil when there is nothing left.
  /// - Throws: `ExperimentError`; `Divergence`, `Stopped` as `UpdateSession.next`.
  func next(_ session: UpdateSession) throws -> TrainingEvent?

  /// Asks for another learning rate from one of the next mini-batches on.
  func change(learningRate: Double)
}
