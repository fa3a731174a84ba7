import Networks
import Tensors
import Training

/// What a client does in a round: it trains the common network on its own samples.
struct ClientTask: Sendable, Equatable, Codable {
  /// Its samples, by their places.
  let places: [Int]
  let epochs: Int
  let seed: UInt64
}

/// How clients train, on any machine: samples and settings are those of a candidate and its configuration.
struct ClientTraining: Sendable {
  private let candidate: Candidate
  private let configuration: NetworkConfiguration

  init(_ candidate: Candidate, _ configuration: NetworkConfiguration) {
    (self.candidate, self.configuration) = (candidate, configuration)
  }

  /// The network before the first round.
  var start: NetworkDefinition { configuration.starter.definition }
  /// How many samples there are.
  var samples: Int { candidate.truths.count }

  /// What a client has learnt.
  ///
  /// - Throws: `Interruption` where it was stopped; `ExperimentError` where its loss leaves the numbers.
  func train(
    _ client: ClientTask, from common: NetworkDefinition, while goesOn: () -> Bool
  ) throws -> ParameterSnapshot {
    var own = try configuration(from: common)
    (own.settings.epochs, own.settings.seed) = (client.epochs, client.seed)
    let task = try candidate.task(own, client.places)
    let ending = try task.run { event in
      if case .miniBatchEnd = event { return goesOn() }
      return true
    }
    guard ending != .stopped else { throw Interruption.dropped }
    if case .diverged(let divergence) = ending { throw error(divergence) }
    return ParameterSnapshot(task.update.network)
  }

  /// A client's loss has left the numbers.
  func error(_ divergence: Divergence) -> ExperimentError {
    .model(.diverged(model: candidate.name, divergence, isUnchanged: true))
  }

  /// How the common network of a round is trained.
  func configuration(from definition: NetworkDefinition) throws -> NetworkConfiguration {
    let starter = configuration.starter
    return NetworkConfiguration(
      starter: starter,
      parts: try TrainableParts(of: starter, as: definition.withFixedStandardization),
      settings: configuration.settings, augmentation: configuration.augmentation, names: configuration.names,
      outputs: configuration.outputs)
  }
}
