import Clusters
import Foundation
import Networks
import RunStore
import Tensors
import Training

/// A round of federated averaging as the job of a cluster: a task for each client that takes part. The samples are the same in every
/// round, the common network is not.
struct ClientJob: TaskJob {
  private let format: Int
  private let engine: String
  private let kind: JobKind
  private let pack: ContentHash?
  private let candidate: SentCandidate
  private let common: ContentHash
  private let clients: [ClientTask]

  static let format = 1

  var tasks: Int { clients.count }
  var isSound: Bool { clients.allSatisfy { !$0.places.isEmpty && $0.epochs > 0 } }

  /// Describes a round.
  ///
  /// - Parameters:
  ///   - clients: What clients do.
  ///   - sent: The samples of all.
  ///   - common: The digest of the common network's numbers.
  init(_ clients: [ClientTask], _ sent: SentClients, common: ContentHash) {
    (format, engine, kind) = (Self.format, Engine.name, .clients)
    (pack, candidate) = (sent.pack.isEmpty ? nil : sent.hash, sent.candidate)
    (self.common, self.clients) = (common, clients)
  }

  func ready(in folder: JobFolder) throws -> (_ task: Int) throws -> Data {
    let contents = ContentStore(stateFolder: folder.url)
    var reader = NumberReader(contents: contents, pack: pack)
    let candidate = try candidate.candidate(&reader)
    guard case .network(let configuration) = candidate.configuration else { throw KeepingError.damaged }
    let training = ClientTraining(candidate, configuration)
    var start = training.start
    guard clients.allSatisfy({ $0.places.allSatisfy((0..<training.samples).contains) }),
      let data = try? contents.get(common), case .learnt(let network)? = ClientResult(data, of: start)
    else { throw KeepingError.damaged }
    for (key, tensor) in network.tensors { start.setParameter(key, to: tensor) }
    return { [clients, start] task in
      do {
        return ClientResult.learnt(try training.train(clients[task], from: start) { true }).data
      } catch ExperimentError.model(.diverged(model: _, let divergence, isUnchanged: _, hasUnevenColumns: _)) {
        return ClientResult.diverged(divergence).data
      }
    }
  }
}

/// The samples of all clients, as they are sent.
struct SentClients {
  let candidate: SentCandidate
  let pack: Data
  let hash: ContentHash
  /// The folder of the last round, whose samples the next one shares.
  fileprivate var last: JobFolder?

  /// Takes a candidate apart.
  ///
  /// - Throws: `ClusterDiagnostic.streamed`; what reading the samples throws.
  init(_ candidate: Candidate) throws(ExperimentError) {
    var packer = JobPacker()
    self.candidate = try SentCandidate(candidate, &packer)
    pack = packer.numbers.data
    hash = ContentHash(of: pack)
  }

  /// Puts them into a job folder: as a second name of the last round's, where that is possible.
  fileprivate func put(in folder: JobFolder) throws {
    guard !pack.isEmpty else { return }
    let store = ContentStore(stateFolder: folder.url)
    if let last {
      let (from, to) = (ContentStore(stateFolder: last.url).place(of: hash), store.place(of: hash))
      try? FileManager.default.createDirectory(
        at: to.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      if (try? FileManager.default.linkItem(at: from, to: to)) != nil { return }
    }
    try store.put(pack)
  }
}

extension ClusterRunner {
  /// Has clients train the common network of a round.
  ///
  /// - Throws: `ExperimentError.cluster`, `Interruption`; as `ClientTraining.train`.
  func train(
    _ clients: [ClientTask], from common: NetworkDefinition, _ sent: inout SentClients?, _ training: ClientTraining,
    signal: any StopSignal, update: (ClusterStatus) -> Void
  ) throws -> [ParameterSnapshot] {
    guard let samples = sent else { return [] }
    let numbers = ClientResult.learnt(ParameterSnapshot(common.parameters)).data
    var gathering = ClientGathering(
      ClientJob(clients, samples, common: ContentHash(of: numbers)), of: training.start)
    sent?.last = folder(of: gathering.job)
    let failure = try run(&gathering, [numbers], files: { try samples.put(in: $0) }, signal: signal) { update($1) }
    if let failure { throw ExperimentError.cluster(.failed(failure)) }
    return try gathering.outcomes.map { outcome -> ParameterSnapshot in
      switch outcome {
      case .learnt(let snapshot): return snapshot
      case .diverged(let divergence): throw training.error(divergence)
      case nil: throw Interruption.dropped
      }
    }
  }
}

/// What of a round's clients has come in.
private struct ClientGathering: TaskCollector {
  private let description: ClientJob
  private let network: NetworkDefinition
  private(set) var outcomes: [ClientResult?]

  init(_ job: ClientJob, of network: NetworkDefinition) {
    (description, self.network) = (job, network)
    outcomes = Array(repeating: nil, count: job.tasks)
  }

  var job: any TaskJob { description }
  var done: Int { outcomes.count { $0 != nil } }
  var count: Int { outcomes.count }
  var noun: String { "client" }

  mutating func take(_ result: Data, of task: Int) -> Bool {
    guard let outcome = ClientResult(result, of: network) else { return false }
    outcomes[task] = outcome
    return true
  }
}
