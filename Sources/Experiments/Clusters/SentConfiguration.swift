import Tensors
import Training

/// A configuration as it is sent to a worker: settings as they are, networks and features by reference to content.
indirect enum SentConfiguration: Sendable, Codable {
  case neighbors(SentNeighbors)
  case network(SentNetwork)
  case linear(LogisticRegression)
  case ridge(l2: Double, rescales: Bool)
  case hybrid(SentHybrid)
  case baseline(SentBaseline, isStandardized: Bool)

  /// The settings of a k-NN model that remembers nothing.
  struct SentNeighbors: Sendable, Codable {
    let dimension: Int, numberOfNeighbors: Int
    let weighting: NearestNeighbors.Weighting
    let metric: DistanceMetric
    /// The size of the leaves of a kdTree; nil for the linear index.
    let leafSize: Int?
    let defaultLabel: String
    let isStandardized: Bool, answersNumbers: Bool
  }

  /// A network before any training, and how it is trained.
  struct SentNetwork: Sendable, Codable {
    let name: String
    let starter: KeptNetwork
    let settings: TrainingSettings
    let augmentation: [Augmentation]
    let names: [String]
    let outputs: [Int]
  }

  /// Two candidates and their mixture.
  struct SentHybrid: Sendable, Codable {
    let weight: Double
    let search: WeightSearch?
    let first: SentCandidate, second: SentCandidate
    let groups: [Int]?
  }

  enum SentBaseline: String, Sendable, Codable { case nearestCentroid, majority, mean }
}

extension SentConfiguration {
  /// Takes a configuration apart.
  ///
  /// - Throws: as `SentCandidate`.
  init(_ configuration: CandidateConfiguration, _ packer: inout JobPacker) throws(ExperimentError) {
    switch configuration {
    case .neighbors(let memory):
      self = .neighbors(
        SentNeighbors(
          dimension: memory.dimension, numberOfNeighbors: memory.numberOfNeighbors, weighting: memory.weighting,
          metric: memory.metric, leafSize: memory.index.leafSize, defaultLabel: memory.defaultLabel,
          isStandardized: memory.isStandardized, answersNumbers: memory.answersNumbers))
    case .network(let configuration):
      self = .network(
        SentNetwork(
          name: configuration.starter.name, starter: KeptNetwork(configuration.starter, &packer.numbers),
          settings: configuration.settings,
          augmentation: configuration.augmentation, names: configuration.names, outputs: configuration.outputs))
    case .linear(let settings): self = .linear(settings)
    case .ridge(let settings): self = .ridge(l2: settings.l2, rescales: settings.rescales)
    case .hybrid(let configuration):
      self = .hybrid(
        SentHybrid(
          weight: configuration.mixture.weight, search: configuration.search,
          first: try SentCandidate(configuration.first, &packer),
          second: try SentCandidate(configuration.second, &packer), groups: configuration.groups))
    case .baseline(let baseline, let isStandardized):
      let sent: SentBaseline =
        switch baseline {
        case .nearestCentroid: .nearestCentroid
        case .majority: .majority
        case .mean: .mean
        }
      self = .baseline(sent, isStandardized: isStandardized)
    }
  }

  /// Puts the configuration together again.
  ///
  /// - Throws: `KeepingError`, `ExperimentError` where a network cannot be cut as it was.
  func configuration(_ reader: inout NumberReader) throws -> CandidateConfiguration {
    switch self {
    case .neighbors(let sent):
      guard sent.dimension > 0, sent.numberOfNeighbors > 0, sent.leafSize ?? 1 > 0 else { throw KeepingError.damaged }
      var memory = NearestNeighbors(
        dimension: sent.dimension, numberOfNeighbors: sent.numberOfNeighbors, weighting: sent.weighting,
        metric: sent.metric, defaultLabel: sent.defaultLabel)
      memory.isStandardized = sent.isStandardized
      memory.answersNumbers = sent.answersNumbers
      memory.index = sent.leafSize.map { .kdTree(leafSize: $0) } ?? .linear
      return .neighbors(memory)
    case .network(let sent):
      let starter = try sent.starter.model(named: sent.name, file: nil, &reader)
      return .network(
        NetworkConfiguration(
          starter: starter, parts: try TrainableParts(of: starter), settings: sent.settings,
          augmentation: sent.augmentation, names: sent.names, outputs: sent.outputs))
    case .linear(let settings): return .linear(settings)
    case .ridge(let l2, let rescales): return .ridge(RidgeRegression(l2: l2, rescales: rescales))
    case .hybrid(let sent):
      return .hybrid(
        HybridConfiguration(
          mixture: Mixture(weight: sent.weight), search: sent.search, first: try sent.first.candidate(&reader),
          second: try sent.second.candidate(&reader), groups: sent.groups))
    case .baseline(let sent, let isStandardized):
      let baseline: Baseline =
        switch sent {
        case .nearestCentroid: .nearestCentroid
        case .majority: .majority
        case .mean: .mean
        }
      return .baseline(baseline, isStandardized: isStandardized)
    }
  }
}

extension NearestNeighbors.Index {
  /// The size of the leaves of a kdTree; nil for the linear index.
  fileprivate var leafSize: Int? { if case .kdTree(let size) = self { size } else { nil } }
}
