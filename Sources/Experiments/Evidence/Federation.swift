public import Networks
import Tensors
import Training

/// Federated averaging, simulated on one machine: in every round some clients train the common network on their own samples, and
/// the mean of their changes, weighted by their numbers of samples, is the next one.
///
/// Source: McMahan et al., "Communication-efficient learning of deep networks from decentralized data", 2017 (FedAvg).
///
/// The mean is that of `NetworkDelta`: exact, and in any order of clients. A client's training depends on the seed, the round and
/// the client alone.
public struct Federation: Sendable {
  private let candidate: Candidate
  private let configuration: NetworkConfiguration
  private let plan: Plan

  /// What is to be done.
  public struct Plan: Sendable {
    /// The samples of each client, by their places.
    public let clients: [[Int]]
    /// How many rounds, and how many epochs a client trains in each.
    public let rounds: Int, local: Int
    /// The share of the clients that take part in a round.
    public let fraction: Double
    /// Whether the network is trained on all samples together as well, for as many epochs.
    public let isCompared: Bool

    /// States it.
    ///
    /// Precondition: no client is without samples; `fraction` is above 0, and at most 1.
    public init(clients: [[Int]], rounds: Int, local: Int, fraction: Double, isCompared: Bool) {
      (self.clients, self.rounds, self.local, self.fraction) = (clients, rounds, local, fraction)
      self.isCompared = isCompared
    }

    /// How many clients take part in a round.
    public var participants: Int { min(clients.count, max(1, Int((Double(clients.count) * fraction).rounded()))) }
  }

  /// How a network answers after a round.
  public struct RoundResult: Sendable, Equatable {
    /// The accuracy, and the mean loss.
    public let accuracy: Double, loss: Double
  }

  /// What came of the rounds so far.
  public struct Report: Sendable {
    /// After each round, and before the first.
    public internal(set) var federated: [RoundResult] = []
    /// The same of the training on all samples, after as many epochs; none where it is not compared.
    public internal(set) var central: [RoundResult] = []
    /// How many rounds are done.
    public internal(set) var rounds = 0
    /// The common network.
    public internal(set) var definition: NetworkDefinition
  }

  /// Prepares rounds of a network: samples and features are those of the candidate, settings those of the configuration.
  public init(_ candidate: Candidate, _ configuration: NetworkConfiguration, _ plan: Plan) {
    (self.candidate, self.configuration, self.plan) = (candidate, configuration, plan)
  }

  /// Does the rounds.
  ///
  /// - Parameters:
  ///   - held: What the network is asked after every round.
  ///   - signal: Asked whether to stop; the rounds that were done until then are answered.
  ///   - update: Told what is done so far, after every round.
  /// - Returns: What came of them.
  /// - Throws: `ExperimentError` where network and samples do not fit, or a client's loss leaves the numbers.
  public func run(
    on held: HeldOut, signal: any StopSignal, update: (Report) -> Void
  ) throws -> Report {
    var report = Report(definition: configuration.starter.definition)
    report.federated.append(try status(of: report.definition, held))
    do {
      for round in 0..<plan.rounds {
        report.definition = try self.round(round, from: report.definition, signal)
        report.federated.append(try status(of: report.definition, held))
        report.rounds += 1
        update(report)
      }
      if plan.isCompared { try compare(&report, held, signal, update) }
    } catch is Interruption {}
    return report
  }

  // MARK: Rounds

  private func round(
    _ number: Int, from common: NetworkDefinition, _ signal: any StopSignal
  ) throws -> NetworkDefinition {
    let chosen = participants(of: number)
    let configuration = try self.configuration(from: common)
    let trained = try ParallelTrainings(signal: signal).run(chosen.count) { place, goesOn in
      let client = chosen[place]
      var own = configuration
      own.settings.epochs = plan.local
      own.settings.seed = configuration.settings.seed &+ UInt64(number * plan.clients.count + client)
      return try train(own, plan.clients[client], goesOn)
    }
    guard trained.isComplete else { throw Interruption.dropped }
    return Self.mean(of: trained.outcomes, from: common, weights: chosen.map { plan.clients[$0].count })
  }

  /// A network moved by the mean of what its clients have learnt: that of `NetworkDelta`, without files.
  private static func mean(
    of clients: [ParameterSnapshot], from common: NetworkDefinition, weights: [Int]
  ) -> NetworkDefinition {
    let weights = MeanWeights(weights, of: clients.count)
    let before = common.parameters
    var next = common
    for key in clients.first?.tensors.keys.sorted(by: { ($0.layer, $0.part.rawValue) < ($1.layer, $1.part.rawValue) })
      ?? []
    {
      guard let old = before[key] else { continue }
      let changes = clients.map { client in
        client.tensors[key].map { new in zip(new.values, old.values).map { Double($0) - Double($1) } }
      }
      next.setParameter(key, to: Tensor(shape: old.shape, values: weights.moved(old.values, by: changes)))
    }
    return next
  }

  /// The clients of a round, in order: all, or so many by lot.
  private func participants(of round: Int) -> [Int] {
    let all = Array(plan.clients.indices)
    guard plan.participants < all.count else { return all }
    var random = SeedPlan(seed: configuration.settings.seed).generator(for: .subsets, round)
    return random.permutation(all.count).prefix(plan.participants).sorted()
  }

  private func train(
    _ configuration: NetworkConfiguration, _ places: [Int]?, _ goesOn: () -> Bool
  ) throws -> ParameterSnapshot {
    let task = try candidate.task(configuration, places)
    let ending = try task.run { event in
      if case .miniBatchEnd = event { return goesOn() }
      return true
    }
    guard ending != .stopped else { throw Interruption.dropped }
    if case .diverged(let divergence) = ending {
      throw ExperimentError.model(.diverged(model: candidate.name, divergence, isUnchanged: true))
    }
    return ParameterSnapshot(task.update.network)
  }

  private func configuration(from definition: NetworkDefinition) throws -> NetworkConfiguration {
    let starter = configuration.starter
    return NetworkConfiguration(
      starter: starter,
      parts: try TrainableParts(
        of: definition.withFixedStandardization, source: starter.source.name, scaling: starter.scaling,
        answersScores: TrainableParts.answersScores(starter)),
      settings: configuration.settings, augmentation: configuration.augmentation, names: configuration.names,
      outputs: configuration.outputs)
  }

  // MARK: Beside it

  /// Samples that no client has.
  public struct HeldOut {
    /// What the part of the network that learns reads of them.
    let rows: FeatureRows
    /// Their classes.
    let truths: [String]

    /// Puts it together.
    public init(_ rows: FeatureRows, truths: [String]) { (self.rows, self.truths) = (rows, truths) }
  }

  private func status(of definition: NetworkDefinition, _ held: HeldOut) throws -> RoundResult {
    try ExperimentError.naming(candidate.name) {
      let parts = try configuration(from: definition).parts
      return try status(parts, on: try Network(parts.tail), held)
    }
  }

  private func status(_ parts: TrainableParts, on network: Network, _ held: HeldOut) throws -> RoundResult {
    let outputs = try parts.probabilities(of: held.rows, at: Array(held.truths.indices), on: network)
    let evaluation = try Evaluation(probabilities: outputs, labels: configuration.names, truths: held.truths)
    return RoundResult(accuracy: evaluation.accuracy, loss: evaluation.loss ?? .nan)
  }

  /// The training of the same network on all samples, from the same weights, for as many epochs as the clients trained.
  private func compare(
    _ report: inout Report, _ held: HeldOut, _ signal: any StopSignal, _ update: (Report) -> Void
  ) throws {
    var own = try configuration(from: configuration.starter.definition)
    own.settings.epochs = plan.rounds * plan.local
    report.central.append(report.federated[0])
    let task = try candidate.task(own, plan.clients.flatMap(\.self).sorted())
    let goesOn = signal.goesOn
    let ending = try task.run { event in
      if case .miniBatchEnd = event { return goesOn() }
      guard case .epochEnd(let record) = event, record.epoch.isMultiple(of: plan.local) else { return true }
      report.central.append(try status(own.parts, on: task.update.network, held))
      update(report)
      return true
    }
    if case .stopped = ending { throw Interruption.dropped }
  }
}
