public import Networks
import Tensors

/// Everything that a training needs to be taken up again, but for its data and the network's fixed parts: a value that
/// can be written down at any mini-batch, also in its midst.
public struct TrainingCheckpoint: Sendable, Equatable, Codable {
  /// What the training does.
  public let settings: TrainingSettings
  /// Where it stands.
  public let state: TrainingState
  /// The parameters it has learnt so far, and those of the best epoch where it keeps them.
  public let parameters: ParameterSnapshot, best: ParameterSnapshot?

  /// Puts it together.
  public init(
    settings: TrainingSettings, state: TrainingState, parameters: ParameterSnapshot, best: ParameterSnapshot?
  ) {
    (self.settings, self.state, self.parameters, self.best) = (settings, state, parameters, best)
  }
}

extension UpdateSession {
  /// What is needed to go on from here.
  public var checkpoint: TrainingCheckpoint {
    TrainingCheckpoint(
      settings: settings, state: state, parameters: ParameterSnapshot(network), best: bestParameters)
  }

  /// Takes a training up again where a checkpoint was made: puts its parameters into the network, and goes on with the
  /// same bits, given the same data.
  ///
  /// `TrainingError` is thrown where the checkpoint belongs to another number of samples or mini-batches, or its
  /// parameters are not the network's; then nothing is changed.
  public convenience init(
    network: Network, checkpoint: TrainingCheckpoint, source: any SampleSource, validation: [ValidationSet] = []
  ) throws(TrainingError) {
    try checkpoint.parameters.check(against: network)
    let before = ParameterSnapshot(network)
    checkpoint.parameters.restore(to: network)
    do {
      try self.init(
        network: network, settings: checkpoint.settings, state: checkpoint.state, best: checkpoint.best,
        source: source, validation: validation)
    } catch {
      before.restore(to: network)
      throw error
    }
  }
}
