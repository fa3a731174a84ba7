public import Networks

/// What happens while training, in Core ML's order: the beginning; the end of each mini-batch and of each epoch; the
/// completion.
public enum TrainingEvent: Sendable, Equatable {
  /// Training begins, or is taken up again.
  case trainingBegin
  /// A mini-batch is done: the epoch over the model's life and the mini-batch within it, from 0, how many mini-batches an
  /// epoch has, and the mean loss of this one before its step.
  case miniBatchEnd(epoch: Int, index: Int, of: Int, loss: Float)
  /// An epoch is done.
  case epochEnd(EpochRecord)
  /// Training is complete; with the record of the last epoch, where one was done since it was begun or taken up.
  case completed(EpochRecord?)
}

/// What is known of an epoch.
public struct EpochRecord: Sendable, Equatable, Codable {
  /// How many epochs the model had been trained after this one, over its life: the first is 1.
  public var epoch: Int
  /// The learning rate of the last mini-batch.
  public var learningRate: Double
  /// The loss of the last mini-batch, which is what Core ML reports.
  public var trainLoss: Double
  /// The mean of the losses of all mini-batches.
  public var trainLossMean: Double
  /// The share of training samples that were answered rightly just before the network learned from them, 0…1; nil for
  /// numbers. Samples that a wrapped mini-batch repeats count as often as they were used.
  public var trainAccuracy: Double?
  /// How the network does on each validation set after the epoch.
  public var validations: [ValidationRecord]
  /// How long the epoch took, validation included, since training was begun or taken up.
  public var seconds: Double
  /// The settings behind it.
  public var seed: UInt64, miniBatchSize: Int, optimizer: OptimizerSettings
  /// How the samples were varied, as one would type it; nil where they were not, or where nobody said.
  public var variation: String?

  /// Describes an epoch.
  public init(
    epoch: Int, learningRate: Double, trainLoss: Double, trainLossMean: Double, trainAccuracy: Double?,
    validations: [ValidationRecord], seconds: Double, seed: UInt64, miniBatchSize: Int, optimizer: OptimizerSettings
  ) {
    self.epoch = epoch
    self.learningRate = learningRate
    self.trainLoss = trainLoss
    self.trainLossMean = trainLossMean
    self.trainAccuracy = trainAccuracy
    self.validations = validations
    self.seconds = seconds
    self.seed = seed
    self.miniBatchSize = miniBatchSize
    self.optimizer = optimizer
  }

  /// The loss on the first validation set.
  public var validationLoss: Double? { validations.first?.loss }
  /// The accuracy on the first validation set.
  public var validationAccuracy: Double? { validations.first?.accuracy }

  /// The value of what tells a better epoch from a worse one, and whether less of it is better.
  func value(of watched: TrainingSettings.Watched?) -> (value: Double, lessIsBetter: Bool) {
    switch watched {
    case .validationAccuracy: (validationAccuracy ?? -.infinity, false)
    case .trainLossMean: (trainLossMean, true)
    case .validationLoss, nil: (validationLoss ?? trainLossMean, true)
    }
  }
}
