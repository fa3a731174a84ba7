import Clusters
import ExperimentSupport
import Foundation
import Networks
import Synchronization
import Tensors
import TestSupport
import Testing
import Training

@testable import Experiments

/// A launcher whose ranks are threads of this process: what they come to has gone through the job folder all the same.
private final class RanksHere: JobLauncher {
  /// Submissions whose ranks are lost before they have done anything.
  let lost: Set<Int>
  let submissions = Mutex<[Int]>([])
  private let ended = DispatchGroup()

  /// How long each exchange takes at least, in seconds.
  private let pause: Double

  init(lost: Set<Int> = [], pause: Double = 0) { (self.lost, self.pause) = (lost, pause) }

  func submit(_ folder: JobFolder, ranks: Int?, attempt: Int) throws(ClusterError) -> JobFolder.Submission {
    guard let ranks else { throw .ranks(said: "only ranks") }
    submissions.withLock { $0.append(ranks) }
    if !lost.contains(attempt) {
      ended.enter()
      let thread = Thread { [ended, pause] in
        let group = ThreadRanks(ranks)
        _ = try? group.run { rank in
          try RankWorker(folder, Member(ranks: group, rank: rank, pause: pause), of: ranks).run()
        }
        ended.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    return JobFolder.Submission(number: 1, launcher: .mpi, attempt: attempt, workers: ranks, areRanks: true)
  }

  func status(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStatus {
    ended.wait(timeout: .now()) == .timedOut ? WorkerStatus(waiting: 0, running: submission.workers) : .ended
  }

  func cancel(_ submission: JobFolder.Submission) {}

  func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure {
    TaskFailure(worker: worker, node: "n1", reason: "NODE_FAIL", printed: "gone")
  }

  private final class Member: RankExchange {
    private let ranks: ThreadRanks
    let rank: Int
    private let pause: Double
    init(ranks: ThreadRanks, rank: Int, pause: Double) { (self.ranks, self.rank, self.pause) = (ranks, rank, pause) }
    var count: Int { ranks.count }
    func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int]) {
      ranks.gather(rank, numbers, parts)
      if pause > 0 { Thread.sleep(forTimeInterval: pause) }
    }
  }
}

/// What a process under the `mpirun` of another MPI finds: itself.
private final class Alone: RankExchange {
  var rank: Int { 0 }
  var count: Int { 1 }
  func gather(_ numbers: UnsafeMutablePointer<Float>, parts: [Int]) {}
}

/// A training shared by ranks: what comes back has the bits of one process.
struct RankTrainingTests {
  private final class Onlooker: TrainingObserver, StopSignal, Sendable {
    /// After how many epochs it stops the training; nil for never.
    let epochs: Int?
    let done = Mutex(0)
    let standings = Mutex<[RankStatus]>([])
    var signal: any StopSignal { self }
    var isInterrupted: Bool { epochs.map { epochs in done.withLock { $0 >= epochs } } ?? false }
    var goesOn: @Sendable () -> Bool { { [self] in !isInterrupted } }
    var goesOnWithinStep: @Sendable () -> Bool { { [self] in !isInterrupted } }

    init(epochs: Int? = nil) { self.epochs = epochs }

    func note(_ event: TrainingEvent) { if case .epochEnd = event { done.withLock { $0 += 1 } } }
    func show(_ progress: TrainingProgress) {
      if let ranks = progress.ranks { standings.withLock { $0.append(ranks) } }
    }
    func tell(_ error: any Error) -> String? { nil }
    func showEnd(_ ending: TrainingEnding, _ progress: TrainingProgress) -> (() -> Void)? { nil }
  }

  private let scratch: ScratchFolder
  private let workspace: Workspace

  init() throws {
    scratch = try ScratchFolder()
    workspace = try Workspace(petsIn: scratch)
  }

  private func model(learning layers: [String]) -> NetworkModel {
    var definition = TinyNetwork(outputs: 2).definition
    for index in definition.layers.indices {
      definition.layers[index].isUpdatable = layers.contains(definition.layers[index].name)
    }
    return NetworkModel(
      name: "hand", initial: InitialWeights(definition), outputs: NetworkOutputs(2), source: NetworkSource("tiny"))
  }

  private func settings(_ optimizer: OptimizerSettings, epochs: Int = 4) -> TrainingSettings {
    var settings = TrainingSettings(
      epochs: epochs, miniBatchSize: 32, optimizer: optimizer, schedule: .cosine(minimum: 0), seed: 1)
    settings.loss.classWeights = [1, 1.5]
    settings.loss.labelSmoothing = 0.1
    return settings
  }

  /// Trains a model; nil for the ranks trains it here.
  private func train(
    _ model: NetworkModel, _ settings: TrainingSettings, ranks: Int?, _ launcher: RanksHere = RanksHere(),
    augmentation: [Augmentation] = [], until epochs: Int? = nil, retries: Int = 1, isLeft: Bool = false
  ) throws -> (model: NetworkModel, onlooker: Onlooker) {
    let on = try workspace.selection(named: "pets.train")
    let validate = try workspace.selection(named: "pets.test")
    try workspace.catalogue.put(.network(model))
    var options = LoopOptions()
    if let ranks { options.ranks = RankPlace(cluster: "lab", count: ranks, after: model.training.last?.options.ranks) }
    let plan = TrainingPlan(
      model,
      NetworkModel.LastTraining(
        settings: settings, on: on.text, validate: [validate.text], augmentation: augmentation, options: options),
      on: on, validate: [validate], assigned: try model.assigning(on), learnt: nil,
      isResuming: model.training.isStopped, variation: nil, statement: "train hand")
    let runner = ranks.map {
      RankRunner(
        ClusterPlace(
          name: "lab", Cluster(launcher: .mpi, tasks: 2, retries: retries),
          folder: scratch.folder.appending(path: "jobs", directoryHint: .isDirectory), launcher: launcher,
          isLeft: { isLeft }), ranks: $0)
    }
    let training = try ModelTraining(plan, in: workspace, signal: NeverStops(), ranks: runner)
    let onlooker = Onlooker(epochs: epochs)
    do { try workspace.train(training) { _ in onlooker } } catch is Interruption {}
    guard case .network(let learnt)? = workspace.models["hand"] else { throw CatalogueError.unknownName("hand") }
    return (learnt, onlooker)
  }

  private func expectSame(
    _ one: NetworkModel, _ other: NetworkModel, _ label: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func values(_ model: NetworkModel) -> [EpochRecord] {
      model.training.records.map { record in
        var record = record
        record.seconds = 0
        return record
      }
    }
    #expect(one.definition == other.definition, "\(label)", sourceLocation: sourceLocation)
    #expect(values(one) == values(other), "\(label)", sourceLocation: sourceLocation)
    #expect(one.training.state == other.training.state, "\(label)", sourceLocation: sourceLocation)
  }

  @Test func `a classifier that gives scores learns with their softmax on ranks, too`() throws {
    let (whole, settings) = (model(learning: ["fc1"]), settings(.sgd(learningRate: 0.05)))
    var definition = whole.definition
    let end = definition.layers.removeLast()
    try #require(end.kind == .softmax)
    definition.outputs = end.inputs
    var scores = NetworkModel(
      name: "hand", initial: InitialWeights(definition), outputs: whole.outputs, source: whole.source)
    scores.outputs.areScores = true
    let alone = try train(scores, settings, ranks: nil).model
    #expect(alone.definition.layers == (try train(whole, settings, ranks: nil).model).definition.layers.dropLast())
    expectSame(try train(scores, settings, ranks: 2).model, alone)
  }

  @Test(arguments: [
    OptimizerSettings.sgd(learningRate: 0.05), .sgd(learningRate: 0.05, momentum: 0.9), .adam(learningRate: 0.01),
  ])
  func `a head has the bits of one process on 1, 2, 3, 4 and 8 ranks`(optimizer: OptimizerSettings) throws {
    let (start, settings) = (model(learning: ["fc1"]), settings(optimizer))
    let alone = try train(start, settings, ranks: nil).model
    #expect(alone.definition != start.definition)
    for ranks in [1, 2, 3, 4, 8] {
      // Another folder for each: equal trainings have the same one.
      try? FileManager.default.removeItem(at: scratch.folder.appending(path: "jobs"))
      let (together, onlooker) = try train(start, settings, ranks: ranks)
      expectSame(together, alone, "\(ranks) ranks")
      #expect(onlooker.standings.withLock { $0.allSatisfy { $0.ranks == ranks && $0.losses == 0 } })
      #expect(together.training.last?.options.ranks?.job?.hasPrefix("job-") == true)
    }
  }

  @Test(arguments: [[Augmentation.flipHorizontal], [.rotate(10), .crop, .color(0.1)], []])
  func `photos are varied alike, also where all of their pixels are learnt from`(ways: [Augmentation]) throws {
    for layers in [["fc1"], TinyNetwork(outputs: 2).definition.layers.map(\.name)] {
      let (start, settings) = (model(learning: layers), settings(.adam(learningRate: 0.01), epochs: 2))
      let alone = try train(start, settings, ranks: nil, augmentation: ways).model
      expectSame(try train(start, settings, ranks: 3, augmentation: ways).model, alone, "\(ways) \(layers)")
    }
  }

  @Test func `what keeps the best epoch and ends early does so on ranks`() throws {
    let start = model(learning: ["fc1"])
    var settings = settings(.sgd(learningRate: 2, momentum: 0.9), epochs: 30)
    settings.keep = .best
    settings.earlyStop = .init(patience: 3)
    expectSame(try train(start, settings, ranks: 2).model, try train(start, settings, ranks: nil).model)
  }

  @Test func `a training that is done is only read, by however many ranks it was asked for`() throws {
    let (start, settings) = (model(learning: ["fc1"]), settings(.adam(learningRate: 0.01)))
    let launcher = RanksHere()
    let first = try train(start, settings, ranks: 2, launcher).model
    expectSame(try train(start, settings, ranks: 4, launcher).model, first)
    #expect(launcher.submissions.withLock { $0 } == [2])
  }

  @Test func `stopped ranks say where they stand, and others go on to the same bits`() throws {
    let (start, settings) = (model(learning: ["fc1"]), settings(.adam(learningRate: 0.001), epochs: 600))
    let launcher = RanksHere(pause: 0.001)
    let stopped = try train(start, settings, ranks: 2, launcher, until: 1).model
    #expect(stopped.training.isStopped && !stopped.training.records.isEmpty)
    #expect(stopped.training.records.count < 600)
    let rest = try train(stopped, settings, ranks: 3, launcher).model
    expectSame(rest, try train(start, settings, ranks: nil).model)
    #expect(launcher.submissions.withLock { $0 } == [2, 3])
    // One process goes on with it, too.
    expectSame(try train(stopped, settings, ranks: nil).model, rest)
  }

  @Test func `a kernel that ends leaves the ranks at work, and the next one finds them`() throws {
    let (start, settings) = (model(learning: ["fc1"]), settings(.adam(learningRate: 0.001), epochs: 300))
    let launcher = RanksHere(pause: 0.001)
    let left = try train(start, settings, ranks: 2, launcher, until: 1, isLeft: true).model
    #expect(left.training.isStopped)
    let job = JobFolder(scratch.folder.appending(path: "jobs/\(left.training.last?.options.ranks?.job ?? "")"))
    #expect(job.exists && TrainingFolder(job).request == nil)
    #expect(job.about == JobFolder.About(statement: "", cluster: "lab", count: 300, firstEpoch: 0))
    let rest = try train(left, settings, ranks: 2, launcher).model
    expectSame(rest, try train(start, settings, ranks: nil).model)
    #expect(launcher.submissions.withLock { $0 } == [2])
  }

  @Test func `a kernel that comes back finds the training where its ranks have brought it`() throws {
    let (start, settings) = (model(learning: ["fc1"]), settings(.adam(learningRate: 0.001), epochs: 300))
    let launcher = RanksHere(pause: 0.001)
    let stopped = try train(start, settings, ranks: 2, launcher, until: 1).model
    let done = try train(stopped, settings, ranks: 2, launcher).model
    // The kernel ended before it knew: its model is the one of then.
    expectSame(try train(stopped, settings, ranks: 2, launcher).model, done)
    #expect(launcher.submissions.withLock { $0 }.count == 2)
  }

  @Test func `lost ranks are replaced, and where they are lost again it is told where the training stands`() throws {
    let (start, settings) = (model(learning: ["fc1"]), settings(.adam(learningRate: 0.01)))
    let (learnt, onlooker) = try train(start, settings, ranks: 2, RanksHere(lost: [0]))
    expectSame(learnt, try train(start, settings, ranks: nil).model)
    #expect(onlooker.standings.withLock { $0.last?.losses } == 1)
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "jobs"))
    #expect {
      _ = try train(start, settings, ranks: 2, RanksHere(lost: [0, 1, 2]))
    } throws: { error in
      guard case ExperimentError.cluster(.lostRanks(let lost)) = error else { return false }
      return lost.cluster == "lab" && lost.ranks == 2 && lost.epochs == 0 && lost.failure.reason == "NODE_FAIL"
    }
  }

  @Test func `a torn status is passed over`() throws {
    let (start, settings) = (model(learning: ["fc1"]), settings(.adam(learningRate: 0.01)))
    let launcher = RanksHere()
    let done = try train(start, settings, ranks: 2, launcher).model
    let name = try #require(done.training.last?.options.ranks?.job)
    let folder = TrainingFolder(JobFolder(scratch.folder.appending(path: "jobs/\(name)")))
    let last = try #require(folder.standings.last)
    let whole = try folder.status(last)
    for torn in [whole.dropLast(), whole.prefix(40), Data(), whole.dropLast(1) + [whole.last.map { $0 ^ 1 } ?? 0]] {
      try folder.keep(Data(torn), as: last)
      #expect(EpochState(Data(torn)) == nil)
    }
    expectSame(try train(start, settings, ranks: 2, launcher).model, done)
    #expect(launcher.submissions.withLock { $0 }.count == 2)
  }

  @Test func `a loss beyond numbers is told as on one machine`() throws {
    let start = model(learning: ["fc1"])
    var settings = settings(.sgd(learningRate: 1000), epochs: 500)
    settings.optimizer.weightDecay = 1000
    for ranks in [nil, 2] {
      #expect {
        _ = try train(start, settings, ranks: ranks)
      } throws: { error in
        if case ExperimentError.model(.diverged(model: "hand", _, isUnchanged: _, hasUnevenColumns: false)) = error {
          true
        } else {
          false
        }
      }
    }
  }

  @Test func `ranks that have not found each other do not train each alone`() throws {
    let folder = JobFolder(scratch.folder.appending(path: "jobs/alone"))
    #expect { try RankWorker(folder, Alone(), of: 2).run() } throws: {
      guard case ClusterError.ranks(let said) = $0 else { return false }
      return said == "2 processes were started, and each found 1; mpirun may belong to another MPI"
    }
  }

  @Test func `a mini-batch that is too small is refused, with numbers that fit`() throws {
    var settings = settings(.adam(learningRate: 0.01))
    settings.miniBatchSize = 9
    let start = model(learning: ["fc1"])
    #expect {
      _ = try train(start, settings, ranks: 5)
    } throws: { error in
      guard case ExperimentError.cluster(.smallBatch(9, ranks: 5, fewerRanks: 2, largerBatch: let larger)) = error
      else { return false }
      return larger == 20
    }
    expectSame(try train(start, settings, ranks: 2).model, try train(start, settings, ranks: nil).model)
  }
}
