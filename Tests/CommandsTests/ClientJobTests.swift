import Clusters
import Foundation
import Networks
import RunStore
import Synchronization
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Clients of a federation as the tasks of a cluster: what they have learnt goes through job folders, and has the bits of one machine.
struct ClientJobTests {
  /// Workers that are this process.
  private final class Here: JobLauncher {
    /// What is done to a job folder after the first submission.
    let after: @Sendable (JobFolder) -> Void
    let submissions = Mutex(0)

    init(after: @escaping @Sendable (JobFolder) -> Void = { _ in }) { self.after = after }

    func submit(_ folder: JobFolder, ranks: Int?, attempt: Int) throws(ClusterError) -> JobFolder.Submission {
      submissions.withLock { $0 += 1 }
      for number in 0..<2 { _ = try? TaskWorker(folder, share: WorkerShare(number: number, of: 2)).run() }
      if attempt == 0 { after(folder) }
      return JobFolder.Submission(number: 1, launcher: .slurm, attempt: attempt, workers: 2)
    }

    func status(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStatus { .ended }
    func cancel(_ submission: JobFolder.Submission) {}
    func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure {
      TaskFailure(worker: worker, node: "n1", reason: "TIMEOUT", printed: "too late")
    }
  }

  private let scratch: TemporaryFolder
  private let notebook: Notebook

  init() throws {
    scratch = try TemporaryFolder()
    notebook = try Notebook()
    let lines = (0..<90).map { "\($0 * 7 % 11),\($0 * 5 % 13),\("xyz".dropFirst($0 % 3).prefix(1))" }
    try notebook.write(Array("a,b,kind\n\(lines.joined(separator: "\n"))\n".utf8), to: "data.csv")
    notebook.run("dataset data csv=\"data.csv\" target=kind split=[0.8, 0.2] seed=1")
    notebook.run(
      "network net input=[2] seed=7 { innerProduct 6 activation=relu; dropout 0.2; innerProduct 3; softmax }")
  }

  /// Rounds of three clients.
  private func run(_ launcher: (any JobLauncher)?, rate: Double = 0.05, rounds: Int = 3) throws -> Federation.Report {
    try notebook.workbench.withWorkspace { workspace in
      let (on, held) = (try workspace.selection(named: "data.train"), try workspace.selection(named: "data.test"))
      guard case .network(let given)? = workspace.models["net"] else { throw CatalogueError.unknownName("net") }
      let model = try given.standardized(by: on)
      var settings = model.defaults(seed: 4)
      (settings.miniBatchSize, settings.optimizer) = (8, .sgd(learningRate: rate, momentum: 0.9))
      let configuration = try NetworkConfiguration(model, on: on, settings: settings)
      let inference = workspace.inference()
      let clients = try #require(try ClientDivision.equal(3).clients(of: on, seed: 4))
      let federation = Federation(
        try inference.candidate("net", configuration, on: on), configuration,
        Federation.Plan(clients: clients, rounds: rounds, local: 2, fraction: 1, isCompared: false))
      let place = launcher.map {
        ClusterRunner(ClusterPlace(name: "lab", Cluster(launcher: .slurm, tasks: 2), folder: scratch.url, launcher: $0))
      }
      return try federation.run(
        on: .init(try inference.featureRows(of: held, through: configuration.parts), truths: held.truths),
        at: place.map { .cluster($0) } ?? .here, signal: NeverStops()
      ) { _, _ in }
    }
  }

  private var folders: [JobFolder] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: scratch.url, includingPropertiesForKeys: nil).map(JobFolder.init)
    }
  }

  @Test func `rounds have the bits of one machine, and are found again`() throws {
    let (alone, launcher) = (try run(nil), Here())
    let together = try run(launcher)
    #expect(together.definition == alone.definition && together.federated == alone.federated)
    #expect(together.rounds == 3)
    #expect(try folders.count == 3 && launcher.submissions.withLock { $0 } == 3)
    let again = Here()
    #expect(try run(again).definition == alone.definition)
    #expect(again.submissions.withLock { $0 } == 0)
  }

  @Test func `the samples lie on the disk once`() throws {
    _ = try run(Here())
    var names: [String: Set<Int>] = [:]
    for folder in try folders {
      let contents = folder.place("contents")
      for case let file as URL in try #require(
        FileManager.default.enumerator(at: contents, includingPropertiesForKeys: nil))
      {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        guard attributes[.type] as? FileAttributeType == .typeRegular, !file.lastPathComponent.hasPrefix(".") else {
          continue
        }
        names[file.lastPathComponent, default: []].insert(try #require(attributes[.systemFileNumber] as? Int))
      }
    }
    // The samples and three networks, each in one file however many folders name it.
    #expect(names.count == 4 && names.values.allSatisfy { $0.count == 1 })
  }

  @Test func `a torn result is trained again`() throws {
    let alone = try run(nil, rounds: 1)
    let whole = Mutex<Data?>(nil)
    let launcher = Here { folder in
      let data = (try? folder.result(of: 1)) ?? Data()
      whole.withLock { $0 = data }
      try? data.dropLast().write(to: folder.place("results/000001"))
    }
    #expect(try run(launcher, rounds: 1).definition == alone.definition)
    #expect(launcher.submissions.withLock { $0 } == 2)
    let folder = try #require(try folders.first)
    #expect(try folder.result(of: 1) == whole.withLock { $0 })
    let network = alone.definition
    let data = try folder.result(of: 1)
    #expect(ClientResult(data, of: network) != nil)
    for torn in [data.dropLast(4), data.prefix(30), Data(), data.dropLast(1) + [data.last.map { $0 ^ 1 } ?? 0]] {
      #expect(ClientResult(Data(torn), of: network) == nil)
    }
    var other = network
    other.layers.removeLast(2)
    #expect(ClientResult(data, of: other) == nil)
  }

  @Test func `a loss beyond numbers is told as on one machine`() throws {
    for launcher in [nil, Here()] {
      #expect {
        _ = try run(launcher, rate: 1e30)
      } throws: { error in
        if case ExperimentError.model(.diverged(model: "net", _, isUnchanged: true, hasUnevenColumns: _)) = error {
          true
        } else {
          false
        }
      }
    }
  }

  @Test func `clients that fail again are told`() throws {
    let lost: @Sendable (JobFolder) -> Void = { $0.dropResult(of: 2) }
    final class Losing: JobLauncher {
      let here = Here()
      let lost: @Sendable (JobFolder) -> Void
      init(_ lost: @escaping @Sendable (JobFolder) -> Void) { self.lost = lost }
      func submit(_ folder: JobFolder, ranks: Int?, attempt: Int) throws(ClusterError) -> JobFolder.Submission {
        let made = try here.submit(folder, ranks: ranks, attempt: attempt)
        lost(folder)
        return made
      }
      func status(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStatus { .ended }
      func cancel(_ submission: JobFolder.Submission) {}
      func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure {
        here.failure(of: worker, in: submission, folder)
      }
    }
    #expect {
      _ = try run(Losing(lost))
    } throws: { error in
      guard case ExperimentError.cluster(.failed(let failure)) = error else { return false }
      return failure.missing == 1 && failure.count == 3 && failure.noun == "client"
    }
  }
}
