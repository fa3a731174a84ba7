public import Networks

/// Everything that a training does, but for its data and its first weights: with those, the same settings give the same
/// bits.
public struct TrainingSettings: Sendable, Equatable, Codable {
  /// When training ends before its last epoch: when what is watched has not become better for so many epochs.
  public struct EarlyStop: Sendable, Equatable, Codable {
    /// How many epochs without gain are borne.
    public var patience: Int
    /// How much better counts as better.
    public var leastGain: Double

    /// Sets the patience.
    public init(patience: Int, leastGain: Double = 0) {
      self.patience = patience
      self.leastGain = leastGain
    }
  }

  /// Which parameters the training ends with.
  public enum Keep: String, Sendable, Codable, CaseIterable {
    /// Those of the last epoch.
    case lastEpoch
    /// Those of the epoch with the best value of what is watched.
    case best
  }

  /// What tells a better epoch from a worse one.
  public enum Watched: String, Sendable, Codable, CaseIterable {
    /// The mean loss of the epoch's mini-batches; less is better.
    case trainLossMean
    /// The loss on the first validation set; less is better.
    case validationLoss
    /// The accuracy on the first validation set; more is better.
    case validationAccuracy
  }

  /// How many epochs to train.
  public var epochs: Int
  /// How many samples a mini-batch holds.
  public var miniBatchSize: Int
  /// What becomes of the last mini-batch of an epoch.
  public var lastBatch: Batches.LastBatch
  /// How a gradient becomes a step, with the learning rate the schedule starts from.
  public var optimizer: OptimizerSettings
  /// How the learning rate changes.
  public var schedule: Schedule
  /// Whether each epoch has an order of its own.
  public var shuffle: Bool
  /// The seed of everything random.
  public var seed: UInt64
  /// How the loss is computed where there is a choice.
  public var loss: LossSettings
  /// What is made small. With a loss of numbers a sample of a class is to have 1 at its output and 0 at the others.
  public var lossKind: Loss
  /// What the further losses of `loss.others` compute, one for each; nil for none.
  public var otherLossKinds: [Loss]?
  /// Which parameters the training ends with.
  public var keep: Keep
  /// When it ends early; nil for never.
  public var earlyStop: EarlyStop?
  /// What `keep` and `earlyStop` look at; nil for the validation loss where there is validation, else the training loss.
  public var watched: Watched?

  /// Makes settings: Core ML's defaults, and the articles' learning rate.
  public init(
    epochs: Int = 10, miniBatchSize: Int = 8, lastBatch: Batches.LastBatch = .wrap,
    optimizer: OptimizerSettings = .sgd(learningRate: 0.001), schedule: Schedule = .constant, shuffle: Bool = true,
    seed: UInt64, loss: LossSettings = LossSettings(),
    lossKind: Loss = .crossEntropy, keep: Keep = .lastEpoch,
    earlyStop: EarlyStop? = nil, watched: Watched? = nil
  ) {
    self.epochs = epochs
    self.miniBatchSize = miniBatchSize
    self.lastBatch = lastBatch
    self.optimizer = optimizer
    self.schedule = schedule
    self.shuffle = shuffle
    self.seed = seed
    self.loss = loss
    self.lossKind = lossKind
    self.keep = keep
    self.earlyStop = earlyStop
    self.watched = watched
  }

  /// The losses as the engine computes them: of numbers those that `lossKind` and `otherLossKinds` say.
  var computedLoss: LossSettings {
    var computed = loss
    computed.ofNumbers = lossKind.ofNumbers
    for (index, kind) in (otherLossKinds ?? []).enumerated() where index < computed.others.count {
      computed.others[index].ofNumbers = kind.ofNumbers
    }
    return computed
  }

  /// The settings that are numbers, by the names users know.
  public var numbers: [(name: SettingError.Name, value: Double)] {
    let common: [(SettingError.Name, Double)] = [
      (.epochs, Double(epochs)), (.miniBatchSize, Double(miniBatchSize)), (.learningRate, optimizer.learningRate),
      (.weightDecay, optimizer.weightDecay),
    ]
    let own: [(SettingError.Name, Double)] =
      switch optimizer.rule {
      case .sgd(let momentum, _): [(.momentum, momentum)]
      case .adam(let beta1, let beta2, let eps): [(.beta1, beta1), (.beta2, beta2), (.eps, eps)]
      }
    let stop = earlyStop.map { [(SettingError.Name.patience, Double($0.patience))] } ?? []
    let smoothing: [(SettingError.Name, Double)] =
      loss.labelSmoothing == 0 ? [] : [(.labelSmoothing, Double(loss.labelSmoothing))]
    let weights = loss.classWeights.map { (SettingError.Name.classWeights, Double($0)) }
    return common + own + stop + smoothing + weights
  }

  /// What is wrong with the settings, by sense and by what a model file allows; empty where nothing is.
  public func faults(within limits: TrainingLimits = TrainingLimits()) -> [SettingError] {
    numbers.compactMap { limits.fault(of: $0.name, value: $0.value) } + schedule.faults
  }

  /// The settings that would differ and may not while a training is under way: they fix which samples a mini-batch holds
  /// and how many there are.
  public func fixedDifferences(from other: TrainingSettings) -> [String] {
    let differences: [(String, Bool)] = [
      ("epochs", epochs != other.epochs), ("miniBatchSize", miniBatchSize != other.miniBatchSize),
      ("lastBatch", lastBatch != other.lastBatch), ("shuffle", shuffle != other.shuffle), ("seed", seed != other.seed),
    ]
    return differences.filter(\.1).map(\.0)
  }
}

extension Loss {
  /// What is computed where targets are numbers; nil for what is usual there.
  fileprivate var ofNumbers: Loss? { self == .crossEntropy || self == .meanSquaredError ? nil : self }
}
