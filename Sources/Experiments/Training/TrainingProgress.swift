import Pictures
public import Training

/// How far a training has come: a value that the page is drawn from.
public struct TrainingProgress {
  /// What is being done.
  public let plan: TrainingPlan
  /// How many mini-batches an epoch has.
  public let batchesPerEpoch: Int
  /// All epochs of the network's life so far.
  public private(set) var records: [EpochRecord]
  /// The mini-batches done of the present epoch.
  public private(set) var batch = 0
  /// The loss of the last mini-batch.
  public private(set) var lastLoss: Float?
  /// The loss of the first mini-batch of this training.
  public private(set) var firstLoss: Float?
  /// Whether a mini-batch was done.
  public private(set) var isUnderWay = false
  /// How many epochs the network had before this training.
  public let epochsBefore: Int
  /// What is to be said of the loss of a training that ended with its last weights; nil where nothing is, and before the end.
  public internal(set) var rise: LossRise?
  /// The last checkpoint written, as a path, and how many were.
  public private(set) var checkpoint: String?, checkpointCount = 0
  /// How the processes stand that train; nil where this one does.
  public internal(set) var ranks: RankStatus?
  /// The learning rates that were set on the way.
  public internal(set) var rateChanges: [RateChange] = []
  private let start = ContinuousClock.now

  init(plan: TrainingPlan, batchesPerEpoch: Int) {
    self.plan = plan
    self.batchesPerEpoch = batchesPerEpoch
    records = plan.model.training.records
    epochsBefore = plan.state?.firstEpoch ?? 0
  }

  /// Takes note of what happened.
  mutating func take(_ event: TrainingEvent) {
    switch event {
    case .trainingBegin, .completed: break
    case .miniBatchEnd(_, let index, _, let loss):
      batch = index + 1
      firstLoss = firstLoss ?? loss
      lastLoss = loss
      isUnderWay = true
    case .epochEnd(var record):
      record.variation = plan.variation
      records.append(record)
      batch = 0
      // Of a training elsewhere not every mini-batch is told.
      lastLoss = Float(record.trainLoss)
      isUnderWay = true
    }
  }

  /// Takes note of a checkpoint.
  mutating func noteCheckpoint(_ path: String) {
    checkpoint = path
    checkpointCount += 1
  }

  /// Forgets the epochs beyond these.
  mutating func keep(epochs: Int) {
    records.removeAll { $0.epoch > epochs }
    batch = 0
  }

  /// How many epochs of this training are done.
  public var epochsDone: Int { (records.last?.epoch ?? 0) - epochsBefore }

  /// How many epochs this training has.
  public var epochs: Int { plan.settings.epochs }

  /// How many seconds it has taken.
  public var seconds: Double { (ContinuousClock.now - start).seconds }

  /// A fault met in the midst: of a photo that cannot be read any more it is told how far training had come.
  func telling(_ error: any Error) -> any Error {
    guard case .source(.photo(let name, let cause, _))? = error as? ExperimentError else { return error }
    return ExperimentError.loop(.photoLost(name, cause.problem, model: plan.model.name, place))
  }

  /// How far it has come.
  public var place: TrainingPlace {
    TrainingPlace(epochs: epochsBefore + epochsDone, batch: batch, batchesPerEpoch: batchesPerEpoch)
  }
}
