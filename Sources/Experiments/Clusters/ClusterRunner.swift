public import Clusters
import Foundation
import RunStore

/// How a cluster stands that works on a job.
public struct ClusterStatus: Sendable, Equatable {
  /// What it is called.
  public let cluster: String
  /// How its workers stand; nil where the launcher has not said yet.
  public let workers: WorkerStatus?
  /// How much of it was done before, and was only read.
  public let found: Int
}

/// Does the tasks of a job on a cluster, and gathers what comes of them.
///
/// The job folder is named after all that the results depend on. So the same statement finds it again: after an interrupt, a
/// restart of the kernel or a failure nothing is done twice that was finished, and what still works is waited for.
public struct ClusterRunner: Sendable {
  private let place: ClusterPlace
  private var name: String { place.name }
  private var launcher: any JobLauncher { place.launcher }

  /// Prepares work on a cluster.
  public init(_ place: ClusterPlace) { self.place = place }

  /// The folder of a job there.
  func folder(of job: any TaskJob) -> JobFolder { place.folders.folder(of: job.data) }

  /// How often results are looked for, and the launcher is asked how its workers stand, in seconds.
  private static let resultInterval = 0.05, standingInterval = 1.0

  /// Has the tasks of a job done that have no result yet, and gathers the results.
  ///
  /// - Parameters:
  ///   - results: Takes the results as they come; on return those that are there.
  ///   - contents: The large numbers of the job.
  ///   - files: Puts what else the job needs into its folder, where it is new.
  ///   - signal: Asked whether to stop.
  ///   - update: Told what is there so far, again and again, and what the workers do.
  /// - Returns: Why some results are missing, where tasks have failed; nil also where the signal stopped it.
  /// - Throws: `ExperimentError.cluster`, what `files` throws.
  func run<Results: TaskCollector>(
    _ results: inout Results, _ contents: [Data], files: (JobFolder) throws -> Void = { _ in }, signal: any StopSignal,
    update: (Results, ClusterStatus) -> Void
  ) throws -> ClusterFailure? {
    let folder = try place.folders.lay(results.job.data, contents, files)
    folder.note(JobFolder.About(statement: place.statement, cluster: name, count: results.job.tasks))
    var gathering = ResultCollector(results: results, folder: folder)
    defer { results = gathering.results }
    gathering.gather()
    let found = gathering.results.done
    func tell(_ results: Results, _ workers: WorkerStatus?) {
      update(results, ClusterStatus(cluster: name, workers: workers, found: found))
    }
    tell(gathering.results, nil)
    guard !gathering.isComplete else { return nil }
    do throws(ClusterError) { return try work(&gathering, signal, update: tell) } catch {
      throw ExperimentError.cluster(.launch(name, error))
    }
  }

  /// Has the workers work, and gathers what they leave, until all is there, the reader stops it, or it fails.
  private func work<Results>(
    _ gathering: inout ResultCollector<Results>, _ signal: any StopSignal, update: (Results, WorkerStatus?) -> Void
  ) throws(ClusterError) -> ClusterFailure? {
    let folder = gathering.folder
    var tries = 0
    var submission = try self.submission(on: gathering, &tries)
    var status: WorkerStatus?
    var asked = ContinuousClock.now
    while !gathering.isComplete {
      guard !signal.isInterrupted else {
        if !place.isLeft() { launcher.cancel(submission) }
        gathering.gather()
        return nil
      }
      usleep(UInt32(Self.resultInterval * 1e6))
      if gathering.gather() { update(gathering.results, status) }
      guard !gathering.isComplete, (ContinuousClock.now - asked).seconds >= Self.standingInterval else { continue }
      asked = .now
      // A launcher that is restarted does not answer for a while; its workers go on.
      guard let now = try? launcher.status(of: submission) else { continue }
      status = now
      update(gathering.results, now)
      guard now.hasEnded else { continue }
      gathering.gather()
      guard !folder.wasStopped(submission) else { return nil }
      guard let task = gathering.missing.first else { return nil }
      guard tries <= place.cluster.retries else {
        let results = gathering.results
        return ClusterFailure(
          cluster: name, missing: results.count - results.done, count: results.count,
          first: launcher.failure(of: worker(of: task, submission, folder), in: submission, folder),
          noun: results.noun)
      }
      submission = try submit(gathering, after: submission.attempt, &tries)
    }
    return nil
  }

  /// What works on a folder: a submission from before that has not ended, or a new one.
  private func submission<Results>(
    on gathering: ResultCollector<Results>, _ tries: inout Int
  ) throws(ClusterError) -> JobFolder.Submission {
    let folder = gathering.folder
    let earlier = folder.submission
    if let earlier, earlier.launcher == place.cluster.launcher, try !launcher.status(of: earlier).hasEnded {
      tries = 1
      return earlier
    }
    return try submit(gathering, after: earlier?.attempt ?? -1, &tries)
  }

  /// Which worker of a submission had a task.
  private func worker(of task: Int, _ submission: JobFolder.Submission, _ folder: JobFolder) -> Int {
    (WantedTasks(folder).numbers?.firstIndex(of: task) ?? task) % submission.workers
  }

  private func submit<Results>(
    _ gathering: ResultCollector<Results>, after attempt: Int, _ tries: inout Int
  ) throws(ClusterError) -> JobFolder.Submission {
    tries += 1
    let folder = gathering.folder
    try WantedTasks(folder).note(gathering.missing)
    let submission = try launcher.submit(folder, ranks: nil, attempt: attempt + 1)
    try folder.note(submission)
    return submission
  }
}

/// What of a job has come in.
private struct ResultCollector<Results: TaskCollector> {
  var results: Results
  let folder: JobFolder
  private let tasks: Int
  private var taken: Set<Int> = []

  init(results: Results, folder: JobFolder) {
    (self.results, self.folder, tasks) = (results, folder, results.job.tasks)
  }

  var isComplete: Bool { taken.count == tasks }
  var missing: [Int] { (0..<tasks).filter { !taken.contains($0) } }

  /// Reads the results that are new. One that is torn or answers something else is removed, and its task done again.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  mutating func gather() -> Bool {
    let new = folder.finished.subtracting(taken).filter { (0..<tasks).contains($0) }
    for task in new.sorted() {
      guard let data = try? folder.result(of: task), results.take(data, of: task) else {
        folder.dropResult(of: task)
        continue
      }
      taken.insert(task)
    }
    return !new.isEmpty
  }
}
