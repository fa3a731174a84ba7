public import Networks
public import Training

/// The weights that a network began with, to which `reset` and `from=start` return.
public struct InitialWeights: Sendable {
  /// The layers with these weights.
  public var definition: NetworkDefinition
  /// Where they come from.
  public var origin: WeightsOrigin
  /// The seed they were drawn from; nil where they were not drawn.
  public var seed: UInt64?
  /// How they are drawn, where they are drawn anew.
  public var initialization: ParameterInitialization

  /// Puts them together.
  public init(
    _ definition: NetworkDefinition, origin: WeightsOrigin = .drawn, seed: UInt64? = nil,
    initialization: ParameterInitialization = .kaiming
  ) {
    self.definition = definition
    self.origin = origin
    self.seed = seed
    self.initialization = initialization
  }

  /// Draws those of the trainable layers anew.
  mutating func draw(seed: UInt64) {
    let plan = SeedPlan(seed: seed)
    for index in definition.layers.indices where definition.layers[index].isUpdatable {
      definition.layers[index].initialize(initialization, seeds: plan)
    }
    origin = .drawn
    self.seed = seed
  }

  /// Sees to it that they know nothing of photos that are to be held out.
  ///
  /// - Parameter model: Whose they are.
  /// - Throws: `EvidenceDiagnostic.startKnowsPhotos` where they were fitted to photos.
  public func checkKnowNoSamples(of model: String) throws(ExperimentError) {
    guard !origin.knowsSamples else { throw ExperimentError.evidence(.startKnowsPhotos(model)) }
  }
}
