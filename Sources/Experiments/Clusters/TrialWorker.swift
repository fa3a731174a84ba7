public import Clusters
import Foundation
import RunStore
import Training

/// A worker of a cluster: it does its share of a job's trainings, and leaves what came of each task in the job folder.
public struct TrialWorker: Sendable {
  private let folder: JobFolder
  private let share: WorkerShare

  /// A worker on a job folder.
  public init(_ folder: JobFolder, share: WorkerShare) { (self.folder, self.share) = (folder, share) }

  /// Limits the threads of this process to its share of the machine; to be called before it works.
  public static func limitThreads(to count: Int) { Parallel.limit(to: count) }

  /// Works until its share is done. Tasks that have a result are left out.
  ///
  /// - Returns: How many tasks it did.
  /// - Throws: `ClusterError`, `KeepingError` where the job cannot be read; what a training threw.
  @discardableResult
  public func run() throws -> Int {
    let job = try TrialJob(folder.job(), path: folder.place("job").path(percentEncoded: false))
    let own = share.tasks(of: job.tasks).filter { !folder.hasResult(of: $0) }
    guard !own.isEmpty else { return 0 }
    let plan = try job.plan(contents: ContentStore(stateFolder: folder.url))
    for task in own {
      let trials = try job.trials(of: task).map { try plan.run($0) { true } }
      try folder.keep(TrialJob.result(trials), of: task)
    }
    return own.count
  }
}
