public import ModelFile
public import Training

/// How a network is to be trained further, as its file, `update` or `set` say: defaults, and what may be chosen.
public struct UpdateRules: Sendable {
  /// How it is to be trained on a device, and what may be chosen here and there: from its file, or from `update`; nil where
  /// neither said anything.
  public var parameters: UpdateParameters?
  /// What they allow for the settings of a training.
  public var limits = TrainingLimits()
  /// Who said what may be chosen, where it was not the file it was made from.
  public var limitsSource: String?
  /// The settings that a training has where it names none; nil where nobody said so.
  public var defaults: TrainingSettings?
  /// Whether a seed is among those.
  public var hasSeed = false

  /// Rules that say nothing.
  public init() {}
}
