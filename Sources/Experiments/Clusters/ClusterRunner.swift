public import Clusters
import Foundation
import RunStore

/// How a cluster stands that works on a plan.
public struct ClusterStanding: Sendable, Equatable {
  /// What it is called.
  public let cluster: String
  /// How its workers stand; nil where the launcher has not said yet.
  public let workers: WorkerStanding?
  /// How many of its trainings were done before, and were only read.
  public let found: Int
}

/// Does the trainings of a plan on a cluster, and gathers what comes of them.
///
/// The job folder is named after all that the results depend on. So the same statement finds it again: after an interrupt, a
/// restart of the kernel or a failure nothing is done twice that was finished, and what still works is waited for.
public struct ClusterRunner: Sendable {
  private let place: ClusterPlace
  private var name: String { place.name }
  private var launcher: any JobLauncher { place.launcher }

  /// Prepares work on a cluster.
  public init(_ place: ClusterPlace) { self.place = place }

  /// How often results are looked for, and the launcher is asked how its workers stand, in seconds.
  private static let resultInterval = 0.05, standingInterval = 1.0

  /// Does a plan.
  ///
  /// - Throws: `ExperimentError.cluster`, `ExperimentError.run` where content cannot be stored.
  func run(
    _ plan: TrialPlan, signal: any StopSignal, update: (TrialReport, ClusterStanding?) -> Void
  ) throws -> TrialReport {
    let (job, folder) = try lay(plan)
    var gathering = Gathering(plan: plan, job: job, folder: folder)
    gathering.gather()
    let found = gathering.done
    update(gathering.report, ClusterStanding(cluster: name, workers: nil, found: found))
    guard !gathering.isComplete else { return gathering.report }
    do throws(ClusterError) {
      try work(on: folder, &gathering, signal) { update($0, ClusterStanding(cluster: name, workers: $1, found: found)) }
    } catch {
      throw ExperimentError.cluster(.launch(name, error))
    }
    return gathering.report
  }

  /// Has the workers work, and gathers what they leave, until all is there, the reader stops it, or it fails.
  private func work(
    on folder: JobFolder, _ gathering: inout Gathering, _ signal: any StopSignal,
    update: (TrialReport, WorkerStanding?) -> Void
  ) throws(ClusterError) {
    var tries = 0
    var submission = try self.submission(on: folder, &tries)
    var standing: WorkerStanding?
    var asked = ContinuousClock.now
    while !gathering.isComplete {
      guard !signal.isInterrupted else {
        if !place.isLeft() { launcher.cancel(submission) }
        gathering.gather()
        return
      }
      usleep(UInt32(Self.resultInterval * 1e6))
      if gathering.gather() { update(gathering.report, standing) }
      guard !gathering.isComplete, (ContinuousClock.now - asked).seconds >= Self.standingInterval else { continue }
      asked = .now
      // A launcher that is restarted does not answer for a while; its workers go on.
      guard let now = try? launcher.standing(of: submission) else { continue }
      standing = now
      update(gathering.report, now)
      guard now.hasEnded else { continue }
      gathering.gather()
      guard !folder.wasStopped(submission) else { return }
      guard let task = gathering.missing.first else { return }
      guard tries <= place.cluster.retries else {
        gathering.failure = ClusterFailure(
          cluster: name, missing: gathering.plan.count - gathering.done, count: gathering.plan.count,
          first: launcher.failure(of: task % submission.workers, in: submission, folder))
        return
      }
      submission = try submit(folder, after: submission.attempt, &tries)
    }
  }

  /// Writes the job, where it is not there from an earlier time.
  private func lay(_ plan: TrialPlan) throws(ExperimentError) -> (TrialJob, JobFolder) {
    var pack = Data()
    let job = try TrialJob(plan) { (data) throws(ExperimentError) in
      pack = data
      return ContentHash(of: data)
    }
    let own = try place.folders.lay(job.data, [pack])
    own.note(JobFolder.About(statement: place.statement, cluster: name, count: job.tasks))
    return (job, own)
  }

  /// What works on a folder: a submission from before that has not ended, or a new one.
  private func submission(on folder: JobFolder, _ tries: inout Int) throws(ClusterError) -> JobFolder.Submission {
    let earlier = folder.submission
    if let earlier, earlier.launcher == place.cluster.launcher, try !launcher.standing(of: earlier).hasEnded {
      tries = 1
      return earlier
    }
    return try submit(folder, after: earlier?.attempt ?? -1, &tries)
  }

  private func submit(
    _ folder: JobFolder, after attempt: Int, _ tries: inout Int
  ) throws(ClusterError) -> JobFolder.Submission {
    tries += 1
    let submission = try launcher.submit(folder, ranks: nil, attempt: attempt + 1)
    try folder.note(submission)
    return submission
  }
}

/// What of a plan has come in.
private struct Gathering {
  let plan: TrialPlan
  let job: TrialJob
  let folder: JobFolder
  private var taken: Set<Int> = []
  private var outcomes: [Trial?]
  /// Why some are missing, where they have failed.
  var failure: ClusterFailure?

  init(plan: TrialPlan, job: TrialJob, folder: JobFolder) {
    (self.plan, self.job, self.folder) = (plan, job, folder)
    outcomes = Array(repeating: nil, count: plan.count)
  }

  var done: Int { outcomes.count { $0 != nil } }
  var isComplete: Bool { taken.count == job.tasks }
  var report: TrialReport { TrialReport(outcomes: outcomes, failure: failure) }
  var missing: [Int] { (0..<job.tasks).filter { !taken.contains($0) } }

  /// Reads the results that are new. One that is torn or answers something else is removed, and its task done again.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  mutating func gather() -> Bool {
    let new = folder.finished.subtracting(taken).filter { (0..<job.tasks).contains($0) }
    for task in new.sorted() {
      let range = job.trials(of: task)
      guard let data = try? folder.result(of: task), let trials = TrialJob.outcomes(data, of: plan, range) else {
        folder.dropResult(of: task)
        continue
      }
      for (trial, number) in zip(trials, range) { outcomes[number] = trial }
      taken.insert(task)
    }
    return !new.isEmpty
  }
}
