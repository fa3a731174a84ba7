import Foundation
public import Networks
public import Pictures
import Tensors
public import Training

/// A neural network under a name, with everything the session knows of it.
public struct NetworkModel: Sendable {
  /// What the user calls it.
  public let name: String
  /// Its layers with the parameters as they stand.
  public var definition: NetworkDefinition
  /// The weights that it began with.
  public var initial: InitialWeights
  /// What its outputs stand for.
  public var outputs: NetworkOutputs
  /// Where it comes from.
  public var source: NetworkSource
  /// How photos are brought to the size it reads; nil as their dataset says.
  public var scaling: CropAndScale?
  /// What training came to so far.
  public var training = TrainingHistory()
  /// How it is to be trained further.
  public var update = UpdateRules()

  /// A network as it was made, with the weights that it begins with: nothing was learnt yet.
  public init(
    name: String, initial: InitialWeights, outputs: NetworkOutputs, source: NetworkSource, scaling: CropAndScale? = nil
  ) {
    self.name = name
    definition = initial.definition
    self.initial = initial
    self.scaling = scaling
    self.outputs = outputs
    self.source = source
  }

  /// What a network learnt from, and how.
  public struct LastTraining: Sendable, Codable {
    /// The settings used.
    public internal(set) var settings: TrainingSettings
    /// The split learnt from, as typed.
    public let on: String
    /// The splits it was checked on, as typed.
    public let validate: [String]
    /// How photos were varied.
    public let augmentation: [Augmentation]
    /// What went on beside it.
    public internal(set) var options: LoopOptions
    /// The learning rates that were set on the way, the last of which the settings have; nil where none was.
    public internal(set) var rateChanges: [RateChange]?
    /// The settings as they were before the first of these changes; nil where there was none.
    public internal(set) var settingsBefore: TrainingSettings?

    /// Puts it together.
    public init(
      settings: TrainingSettings, on: String, validate: [String], augmentation: [Augmentation], options: LoopOptions,
      rateChanges: [RateChange]? = nil, settingsBefore: TrainingSettings? = nil
    ) {
      self.settings = settings
      self.on = on
      self.validate = validate
      self.augmentation = augmentation
      self.options = options
      self.rateChanges = rateChanges
      self.settingsBefore = settingsBefore
    }

    /// What goes on when a stopped training is taken up: a learning rate that is another by then was set where it stopped.
    ///
    /// - Parameters:
    ///   - state: Where it stopped.
    ///   - settings: How it goes on.
    /// - Returns: The rates that were set on the way, and the settings before the first of them; nil where there was none.
    public func rates(
      goingOnFrom state: TrainingState, with settings: TrainingSettings
    ) -> (changes: [RateChange]?, before: TrainingSettings?) {
      let rate = settings.optimizer.learningRate
      // Where a schedule moves the rate, what was given is the rate of its start.
      guard rate != self.settings.optimizer.learningRate, settings.schedule == .constant,
        self.settings.schedule == .constant
      else { return (rateChanges, settingsBefore) }
      let change = RateChange(epoch: state.epochs, batch: state.batch, learningRate: rate)
      return ((rateChanges ?? []) + [change], settingsBefore ?? self.settings)
    }
  }
}
