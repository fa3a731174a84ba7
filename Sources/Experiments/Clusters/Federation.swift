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
  private var training: ClientTraining { ClientTraining(candidate, configuration) }

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
  ///   - place: Where clients train; the rest is done here.
  ///   - signal: Asked whether to stop; the rounds that were done until then are answered.
  ///   - update: Told what is done so far, after every round; on a cluster also what its workers do.
  /// - Returns: What came of them.
  /// - Throws: `ExperimentError` where network and samples do not fit, a client's loss leaves the numbers, or a cluster fails.
  public func run(
    on held: HeldOut, at place: CandidatePlanPlace = .here, signal: any StopSignal,
    update: (Report, ClusterStatus?) -> Void
  ) throws -> Report {
    var sent: SentClients?
    if case .cluster = place { sent = try SentClients(candidate) }
    var report = Report(definition: configuration.starter.definition)
    report.federated.append(try status(of: report.definition, held))
    do {
      for round in 0..<plan.rounds {
        let clients = try self.round(round, from: report.definition, signal, place, &sent) { update(report, $0) }
        report.definition = Self.mean(
          of: clients, from: report.definition, weights: participants(of: round).map { plan.clients[$0].count })
        report.federated.append(try status(of: report.definition, held))
        report.rounds += 1
        update(report, nil)
      }
      if plan.isCompared { try compare(&report, held, signal) { update($0, nil) } }
    } catch is Interruption {}
    return report
  }

  // MARK: Rounds

  /// What the clients of a round have learnt.
  private func round(
    _ number: Int, from common: NetworkDefinition, _ signal: any StopSignal, _ place: CandidatePlanPlace,
    _ sent: inout SentClients?, _ update: (ClusterStatus) -> Void
  ) throws -> [ParameterSnapshot] {
    let tasks = participants(of: number).map { client in
      ClientTask(
        places: plan.clients[client], epochs: plan.local,
        seed: configuration.settings.seed &+ UInt64(number * plan.clients.count + client))
    }
    if case .cluster(let runner) = place, sent != nil {
      return try runner.train(tasks, from: common, &sent, training, signal: signal, update: update)
    }
    let trained = try ParallelTrainings(signal: signal).run(tasks.count) { place, goesOn in
      try training.train(tasks[place], from: common, while: goesOn)
    }
    guard trained.isComplete else { throw Interruption.dropped }
    return trained.outcomes
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
      let parts = try training.configuration(from: definition).parts
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
    var own = try training.configuration(from: configuration.starter.definition)
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
