import Clusters
import Foundation
import RunStore
import Tensors
import Training

/// A plan as the job of a cluster: candidates, divisions and trainings in one description, large numbers as content beside it.
struct CandidateJob: TaskJob {
  private let format: Int
  private let engine: String
  private let pack: ContentHash?
  private let candidates: [SentCandidate]
  private let splits: [SentSplit]
  private let entries: [CandidatePlan.Entry]
  private let trialsPerTask: Int

  /// A division of the samples; as a rule all that are not held out are learnt from.
  private struct SentSplit: Sendable, Codable {
    let count: Int
    let held: [Int]
    let learning: [Int]?
  }

  static let format = 1
  /// The most tasks of a job, each of which has a file.
  private static let mostTasks = 2_000

  /// How many tasks it has.
  var tasks: Int { (entries.count + trialsPerTask - 1) / trialsPerTask }

  /// The trainings of a task.
  func trials(of task: Int) -> Range<Int> {
    task * trialsPerTask..<min(entries.count, (task + 1) * trialsPerTask)
  }

  /// Takes a plan apart; `keep` stores content and answers its digest.
  ///
  /// - Throws: `ClusterDiagnostic`, and what `keep` throws.
  init(_ plan: CandidatePlan, keep: (Data) throws(ExperimentError) -> ContentHash) throws(ExperimentError) {
    var packer = JobPacker()
    var candidates: [SentCandidate] = []
    for candidate in plan.candidates { candidates.append(try SentCandidate(candidate, &packer)) }
    self.candidates = candidates
    pack = packer.numbers.data.isEmpty ? nil : try keep(packer.numbers.data)
    format = Self.format
    engine = Engine.name
    let samples = plan.candidates.map(\.truths.count).max() ?? 0
    splits = plan.splits.map { split in
      let held = Set(split.held)
      let others = (0..<samples).filter { !held.contains($0) }
      return SentSplit(count: samples, held: split.held, learning: split.learning == others ? nil : split.learning)
    }
    entries = plan.entries
    trialsPerTask = max(1, (plan.count + Self.mostTasks - 1) / Self.mostTasks)
  }

  var isSound: Bool { trialsPerTask > 0 }

  /// Puts the plan together again.
  ///
  /// - Throws: `KeepingError`, `ExperimentError`.
  func plan(contents: ContentStore) throws -> CandidatePlan {
    var reader = NumberReader(contents: contents, pack: pack)
    let candidates = try candidates.map { try $0.candidate(&reader) }
    let samples = candidates.map(\.truths.count).min() ?? 0
    let splits = try splits.map { split in
      guard split.count >= 0, split.count <= samples,
        (split.held + (split.learning ?? [])).allSatisfy((0..<split.count).contains)
      else { throw KeepingError.damaged }
      let held = Set(split.held)
      return Folds.Split(
        learning: split.learning ?? (0..<split.count).filter { !held.contains($0) }, held: split.held)
    }
    guard
      entries.allSatisfy({
        candidates.indices.contains($0.candidate) && splits.indices.contains($0.split) && $0.repetition >= 0
      })
    else { throw KeepingError.damaged }
    return CandidatePlan(candidates: candidates, splits: splits, entries: entries)
  }

  func ready(in folder: JobFolder) throws -> (_ task: Int) throws -> Data {
    let plan = try plan(contents: ContentStore(stateFolder: folder.url))
    return { task in Self.result(try trials(of: task).map { try plan.run($0) { true } }) }
  }

  // MARK: Results

  /// What came of a task, as it is written.
  static func result(_ trials: [FoldResult]) -> Data { (try? JSONEncoder.ofJobs.encode(trials)) ?? Data() }

  /// What came of a task, read as any file of others.
  ///
  /// - Parameters:
  ///   - data: The file.
  ///   - plan: What was asked.
  ///   - range: Which trainings of it the task has.
  /// - Returns: The outcomes; nil where it is not the answer to what was asked.
  static func outcomes(_ data: Data, of plan: CandidatePlan, _ range: Range<Int>) -> [FoldResult]? {
    guard let trials = try? JSONDecoder.ofJobs.decode([FoldResult].self, from: data), trials.count == range.count else {
      return nil
    }
    for (trial, number) in zip(trials, range) {
      let entry = plan.entries[number]
      let (candidate, held) = (plan.candidates[entry.candidate], plan.splits[entry.split].held)
      switch trial.answers {
      case .classes(let evaluation):
        guard candidate.targets == nil, evaluation.rows.map(\.truth) == held.map({ candidate.truths[$0] }) else {
          return nil
        }
      case .numbers(let evaluation):
        guard let targets = candidate.targets, evaluation.count == held.count,
          evaluation.outputs == max(1, targets.shape[1])
        else { return nil }
      }
    }
    return trials
  }
}

extension ClusterRunner {
  /// Does a plan.
  ///
  /// - Throws: `ExperimentError.cluster`.
  func run(
    _ plan: CandidatePlan, signal: any StopSignal, update: (CandidatePlanReport, ClusterStatus?) -> Void
  ) throws -> CandidatePlanReport {
    var pack = Data()
    let job = try CandidateJob(plan) { (data) throws(ExperimentError) in
      pack = data
      return ContentHash(of: data)
    }
    var gathering = CandidatePlanCollector(plan, job)
    let failure = try run(&gathering, [pack], signal: signal) { update($0.report(), $1) }
    return gathering.report(failure)
  }
}

/// What of a plan has come in.
private struct CandidatePlanCollector: TaskCollector {
  private let plan: CandidatePlan
  private let description: CandidateJob
  private var outcomes: [FoldResult?]

  init(_ plan: CandidatePlan, _ job: CandidateJob) {
    (self.plan, description) = (plan, job)
    outcomes = Array(repeating: nil, count: plan.count)
  }

  var job: any TaskJob { description }
  var done: Int { outcomes.count { $0 != nil } }
  var count: Int { plan.count }
  var noun: String { "training" }

  func report(_ failure: ClusterFailure? = nil) -> CandidatePlanReport {
    CandidatePlanReport(outcomes: outcomes, failure: failure)
  }

  mutating func take(_ result: Data, of task: Int) -> Bool {
    let range = description.trials(of: task)
    guard let trials = CandidateJob.outcomes(result, of: plan, range) else { return false }
    for (trial, number) in zip(trials, range) { outcomes[number] = trial }
    return true
  }
}
