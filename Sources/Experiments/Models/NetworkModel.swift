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
    public let options: LoopOptions
    /// The learning rates that were set on the way, the last of which the settings have; nil where none was.
    public internal(set) var rateChanges: [RateChange]?

    /// Puts it together.
    public init(
      settings: TrainingSettings, on: String, validate: [String], augmentation: [Augmentation], options: LoopOptions,
      rateChanges: [RateChange]? = nil
    ) {
      self.settings = settings
      self.on = on
      self.validate = validate
      self.augmentation = augmentation
      self.options = options
      self.rateChanges = rateChanges
    }
  }
}
