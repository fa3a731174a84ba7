/// The user asked to stop, and the work did: how far it had come.
public enum Interruption: Error, Sendable, Equatable {
  /// Nothing is left of the work.
  case dropped
  /// A network was asked about the samples of a table; nothing was changed.
  case asking(network: String)
  /// So many of the photos went through a network; their features stay known.
  case running(Int, of: Int, through: String)
  /// So many of the photos were read.
  case reading(Int, of: Int)
  /// So many of the photos were read to see whether they can be, before anything was changed.
  case checking(Int, of: Int)
  /// The samples of a dataset were judged by one another; nothing was changed.
  case judging
  /// A model's confidences were measured on held-out samples; nothing was changed.
  case calibrating(model: String)
  /// So many of the hands were drawn.
  case drawing(Int, of: Int)
  /// So many of the trainings that evidence needs were done.
  case trainings(Int, of: Int)
  /// A model's last training was done again up to an epoch; the model is as it was.
  case replaying(model: String, epoch: Int)
  /// A model was stopped in training; what it learnt is kept.
  case training(model: String, TrainingPlace)
}

/// How far a training has come.
public struct TrainingPlace: Sendable, Equatable {
  /// How many epochs of the network's life are complete.
  public let epochs: Int
  /// How many mini-batches of the present epoch are done, and how many it has.
  public let batch: Int, batchesPerEpoch: Int

  /// Describes a place.
  public init(epochs: Int, batch: Int, batchesPerEpoch: Int) {
    (self.epochs, self.batch, self.batchesPerEpoch) = (epochs, batch, batchesPerEpoch)
  }
}
