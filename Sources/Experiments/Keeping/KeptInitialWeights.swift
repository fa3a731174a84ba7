import Networks
import Training

/// The weights a network began with, as they are kept.
struct KeptInitialWeights: Sendable, Codable {
  /// The layers with these weights, without their structure where that is the network's.
  let starter: KeptDefinition
  private let seed: UInt64?
  private let initialization: ParameterInitialization
  /// What found them, in what was kept before `origin` was noted.
  private let starterFit: LogisticRegression?
  /// Absent in what was kept before there was such a thing.
  private let origin: WeightsOrigin?

  /// Takes weights apart; `network` is the network as it stands.
  init(_ value: InitialWeights, of network: KeptDefinition, _ packer: inout NumberPacker) {
    var starter = KeptDefinition(value.definition, &packer)
    // Training changes numbers only, so the two are as a rule alike.
    if starter.structure == network.structure { starter.structure = nil }
    self.starter = starter
    (seed, initialization) = (value.seed, value.initialization)
    (starterFit, origin) = (value.origin.regression, value.origin)
  }

  /// Puts the weights together again.
  ///
  /// - Throws: `KeepingError`.
  func value(
    of network: KeptDefinition, isLoaded: Bool, _ reader: inout NumberReader
  ) throws(KeepingError) -> InitialWeights {
    InitialWeights(
      try starter.definition(structure: network.structure, &reader),
      origin: origin ?? starterFit.map { .fitted($0) } ?? (isLoaded ? .file : .drawn), seed: seed,
      initialization: initialization)
  }
}
