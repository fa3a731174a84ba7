import Clusters
import Foundation
import RunStore
import Synchronization
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

/// A launcher whose workers are this process: what a task comes to has gone through the job folder all the same.
private final class WorkersHere: JobLauncher {
  /// What goes wrong with workers, by the number of the submission.
  let faults: [Int: @Sendable (JobFolder) -> Void]
  let submissions = Mutex<[Int]>([])
  let cancelled = Mutex(0)
  private let isAtWork: Bool

  init(faults: [Int: @Sendable (JobFolder) -> Void] = [:], isAtWork: Bool = false) {
    (self.faults, self.isAtWork) = (faults, isAtWork)
  }

  func submit(_ folder: JobFolder, ranks: Int?, attempt: Int) throws(ClusterError) -> JobFolder.Submission {
    submissions.withLock { $0.append(attempt) }
    if let fault = faults[attempt] {
      fault(folder)
    } else {
      for number in 0..<2 { _ = try? TaskWorker(folder, share: WorkerShare(number: number, of: 2)).run() }
    }
    return JobFolder.Submission(number: 1, launcher: .slurm, attempt: attempt, workers: 2)
  }

  func status(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStatus {
    isAtWork ? WorkerStatus(waiting: 1, running: 1) : .ended
  }

  func cancel(_ submission: JobFolder.Submission) { cancelled.withLock { $0 += 1 } }

  func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure {
    TaskFailure(worker: worker, node: "n1", reason: "TIMEOUT", printed: "too late")
  }
}

private struct Stopped: StopSignal {
  var isInterrupted: Bool { true }
  var goesOn: @Sendable () -> Bool { { false } }
  var goesOnWithinStep: @Sendable () -> Bool { { false } }
}

struct ClusterRunnerTests {
  private let scratch: TemporaryFolder
  private let notebook: Notebook

  init() throws {
    scratch = try TemporaryFolder()
    notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=3 learningRate=0.05 augment=flipHorizontal")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=2; train near on=pets.train")
  }

  private func plan(_ names: [String], repetitions: Int = 2) throws -> CandidatePlan {
    try notebook.workbench.withWorkspace { workspace in
      let pets = try workspace.selection(named: "pets")
      let candidates = try names.map { name in
        try workspace.inference().candidate(try #require(workspace.models[name]), on: pets)
      }
      let baselines = candidates.first?.baselines ?? []
      let evaluationProtocol = try EvaluationProtocol(.folds, on: pets, folds: 5, repeats: repetitions, seed: 3)
      return CandidatePlan(candidates + baselines, evaluationProtocol.trials)
    }
  }

  private func runner(_ launcher: any JobLauncher, isLeft: Bool = false) -> ClusterRunner {
    ClusterRunner(
      ClusterPlace(
        name: "lab", Cluster(launcher: .slurm, tasks: 2, retries: 1), folder: scratch.url, launcher: launcher,
        isLeft: { isLeft }))
  }

  private func run(
    _ plan: CandidatePlan, _ launcher: any JobLauncher, signal: any StopSignal = NeverStops()
  ) throws -> CandidatePlanReport {
    try plan.run(on: .cluster(runner(launcher)), signal: signal) { _, _ in }
  }

  @Test func `networks, k-NN models and baselines have the bits of one machine`() throws {
    let plan = try plan(["hand", "near"])
    let here = try plan.run(on: .here, signal: NeverStops()) { _, _ in }
    let there = try run(plan, WorkersHere())
    #expect(here.isComplete && there.isComplete)
    #expect(here.outcomes == there.outcomes)
    #expect(plan.count == 40)
  }

  @Test func `hybrids and fits have the bits of one machine`() throws {
    notebook.run("fit line from=tiny on=pets.train; hybrid both of=[hand, near] folds=3")
    let plan = try plan(["line", "both"], repetitions: 1)
    let there = try run(plan, WorkersHere())
    #expect(there.outcomes == (try plan.run(on: .here, signal: NeverStops()) { _, _ in }).outcomes)
  }

  @Test func `regressors and tables have the bits of one machine`() throws {
    let lines = (0..<40).map { "\($0 % 7),\($0 % 5),\(Double($0 % 7) * 1.5 - Double($0 % 5))" }
    try notebook.write(Array("a,b,price\n\(lines.joined(separator: "\n"))\n".utf8), to: "houses.csv")
    notebook.run("dataset houses csv=\"houses.csv\" target=price split=[0.7, 0.3] seed=1")
    notebook.run("network deep input=[2] seed=7 { innerProduct 4 activation=relu; innerProduct 1 }")
    notebook.run(
      "train deep on=houses.train epochs=3 learningRate=0.01; knn about standardize=true; fit line on=houses.train")
    notebook.run("train about on=houses.train")
    let plan = try notebook.workbench.withWorkspace { workspace in
      let all = try workspace.selection(named: "houses")
      let candidates = try ["deep", "about", "line"].map {
        try workspace.inference().candidate(try #require(workspace.models[$0]), on: all)
      }
      return CandidatePlan(
        candidates, try EvaluationProtocol(.folds, on: all, folds: 4, repeats: 1, seed: 3).trials)
    }
    let there = try run(plan, WorkersHere())
    #expect(there.isComplete)
    #expect(there.outcomes == (try plan.run(on: .here, signal: NeverStops()) { _, _ in }).outcomes)
  }

  @Test func `what is done is never done again`() throws {
    let plan = try plan(["near"])
    let (first, second) = (WorkersHere(), WorkersHere())
    #expect(try run(plan, first).isComplete)
    let mark = Mutex<ClusterStatus?>(nil)
    let again = try plan.run(on: .cluster(runner(second)), signal: NeverStops()) { _, standing in
      mark.withLock { $0 = standing }
    }
    #expect(again.isComplete)
    #expect(first.submissions.withLock { $0 } == [0])
    #expect(second.submissions.withLock { $0 } == [])
    #expect(mark.withLock { $0?.found } == plan.count)
  }

  @Test func `what a worker has not done is tried again`() throws {
    let plan = try plan(["near"])
    let launcher = WorkersHere(faults: [
      0: { folder in _ = try? TaskWorker(folder, share: WorkerShare(number: 0, of: 2)).run() }
    ])
    let report = try run(plan, launcher)
    #expect(report.isComplete)
    #expect(launcher.submissions.withLock { $0 } == [0, 1])
  }

  @Test func `what a lost worker has left is shared by all workers, and tasks of other jobs are none`() throws {
    let plan = try plan(["near"])
    let shares = Mutex<[[Int]]>([])
    let launcher = WorkersHere(faults: [
      0: { folder in _ = try? TaskWorker(folder, share: WorkerShare(number: 0, of: 2)).run() },
      1: { folder in
        for number in 0..<2 {
          let before = folder.finished
          _ = try? TaskWorker(folder, share: WorkerShare(number: number, of: 2)).run()
          shares.withLock { $0.append(folder.finished.subtracting(before).sorted()) }
        }
      },
    ])
    #expect(try run(plan, launcher).isComplete)
    let counts = shares.withLock { $0.map(\.count) }
    #expect(counts.reduce(0, +) == plan.count / 2 && counts.allSatisfy { $0 > 0 })
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: scratch.path).first)
    let folder = JobFolder(scratch.url.appending(path: name, directoryHint: .isDirectory))
    try WantedTasks(folder).note([-1, plan.count, 0])
    folder.dropResult(of: 0)
    #expect(try TaskWorker(folder, share: WorkerShare(number: 0, of: 1)).run() == 1)
  }

  @Test func `a torn result is done again`() throws {
    let plan = try plan(["near"])
    let launcher = WorkersHere(faults: [
      0: { folder in
        for number in 0..<2 { _ = try? TaskWorker(folder, share: WorkerShare(number: number, of: 2)).run() }
        try? Data("[{\"answers\"".utf8).write(to: folder.place("results/000003"))
        try? Data("[]".utf8).write(to: folder.place("results/000004"))
      }
    ])
    let report = try run(plan, launcher)
    #expect(report.outcomes == (try plan.run(on: .here, signal: NeverStops()) { _, _ in }).outcomes)
    #expect(launcher.submissions.withLock { $0 } == [0, 1])
  }

  @Test func `answers to other samples are not taken`() throws {
    let plan = try plan(["near"])
    let result = CandidateJob.result([try plan.run(0) { true }])
    #expect(CandidateJob.outcomes(result, of: plan, 0..<1)?.count == 1)
    #expect(CandidateJob.outcomes(result, of: plan, 0..<2) == nil)
    let (candidate, count) = (plan.candidates[0], plan.candidates[0].truths.count)
    let one = CandidatePlan([candidate], [(Folds.Split(learning: Array(1..<count), held: [0]), 0)])
    #expect(CandidateJob.outcomes(result, of: one, 0..<1) == nil)
    #expect(CandidateJob.outcomes(Data("nothing".utf8), of: plan, 0..<1) == nil)
  }

  @Test func `trainings that fail again are told, and the rest is answered`() throws {
    let plan = try plan(["near"])
    let half: @Sendable (JobFolder) -> Void = { folder in
      _ = try? TaskWorker(folder, share: WorkerShare(number: 0, of: 2)).run()
    }
    let report = try run(plan, WorkersHere(faults: [0: half, 1: half]))
    #expect(!report.isComplete)
    // The second submission shares out what the first has left.
    let missing = plan.count / 2 / 2
    #expect(report.done == plan.count - missing)
    #expect(
      report.failure
        == ClusterFailure(
          cluster: "lab", missing: missing, count: plan.count,
          first: TaskFailure(worker: 1, node: "n1", reason: "TIMEOUT", printed: "too late")))
  }

  @Test func `whoever interrupts ends the workers, and the same plan goes on`() throws {
    let plan = try plan(["near"])
    let launcher = WorkersHere(
      faults: [0: { folder in _ = try? TaskWorker(folder, share: WorkerShare(number: 0, of: 2)).run() }],
      isAtWork: true)
    let report = try run(plan, launcher, signal: Stopped())
    #expect(!report.isComplete && report.failure == nil)
    #expect(report.done == plan.count / 2)
    #expect(launcher.cancelled.withLock { $0 } == 1)
    let next = WorkersHere()
    #expect(try run(plan, next).isComplete)
    #expect(next.submissions.withLock { $0 } == [1])
  }

  @Test func `a kernel that ends leaves the workers at work`() throws {
    let launcher = WorkersHere(faults: [0: { _ in }], isAtWork: true)
    let report = try plan(["near"]).run(on: .cluster(runner(launcher, isLeft: true)), signal: Stopped()) { _, _ in }
    #expect(!report.isComplete)
    #expect(launcher.cancelled.withLock { $0 } == 0)
  }

  @Test func `a job of another engine is refused`() throws {
    let plan = try plan(["near"])
    #expect(try run(plan, WorkersHere()).isComplete)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: scratch.path).first)
    let folder = JobFolder(scratch.url.appending(path: name, directoryHint: .isDirectory))
    let text = String(decoding: try folder.job(), as: UTF8.self)
    try Data(text.replacing("\"engine\":\"\(Engine.name)\"", with: "\"engine\":\"0.0.1\"").utf8)
      .write(to: folder.place("job"))
    #expect(throws: ClusterError.otherEngine(job: "0.0.1", here: Engine.name)) {
      try TaskWorker(folder, share: WorkerShare(number: 0, of: 1)).run()
    }
  }

  @Test func `job folders of long ago are removed once others are made`() throws {
    #expect(try run(try plan(["near"]), WorkersHere()).isComplete)
    #expect(try run(try plan(["hand"]), WorkersHere()).isComplete)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    #expect(names.count == 2)
    let results = "\(scratch.path)/\(names[0])/results"
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -15 * 24 * 3600)], ofItemAtPath: results)
    #expect(try run(try plan(["near"], repetitions: 1), WorkersHere(isAtWork: true), signal: NeverStops()).isComplete)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count == 3, "its workers may be at work")
    #expect(try run(try plan(["near"], repetitions: 3), WorkersHere()).isComplete)
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(!left.contains(names[0]) && left.contains(names[1]))
  }

  @Test func `a job folder is its user's alone`() throws {
    #expect(try run(try plan(["near"]), WorkersHere()).isComplete)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: scratch.path).first)
    let mode = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/\(name)")[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func `damaged jobs are refused, and nothing dies`() throws {
    let plan = try plan(["hand", "near"], repetitions: 1)
    let job = try CandidateJob(plan) { (data) throws(ExperimentError) in ContentHash(of: data) }.data
    var generator = SplitMix(seed: 5)
    for _ in 0..<300 {
      var bytes = [UInt8](job)
      bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
      guard let read = try? CandidateJob(Data(bytes), path: "job") else { continue }
      _ = try? read.plan(contents: ContentStore(stateFolder: scratch.url))
    }
  }
}

/// Numbers that are the same in every run.
private struct SplitMix {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
