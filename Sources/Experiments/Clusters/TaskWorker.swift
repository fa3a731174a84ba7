public import Clusters
import Foundation
import Training

/// A worker of a cluster: it does its share of a job's tasks, and leaves what came of each in the job folder.
public struct TaskWorker: Sendable {
  private let folder: JobFolder
  private let share: WorkerShare

  /// A worker on a job folder.
  public init(_ folder: JobFolder, share: WorkerShare) { (self.folder, self.share) = (folder, share) }

  /// Limits the threads of this process to its share of the machine; to be called before it works.
  public static func limitThreads(to count: Int) { Parallel.limit(to: count) }

  /// Works until its share is done. Tasks that have a result are left out.
  ///
  /// - Returns: How many tasks it did.
  /// - Throws: `ClusterError`, `KeepingError` where the job cannot be read; what a task threw.
  @discardableResult
  public func run() throws -> Int {
    let (data, path) = (try folder.job(), folder.place("job").path(percentEncoded: false))
    let job = try JobKind(of: data).job.init(data, path: path)
    let wanted = (WantedTasks(folder).numbers ?? Array(0..<job.tasks)).filter { (0..<job.tasks).contains($0) }
    let own = share.tasks(of: wanted.count).map { wanted[$0] }.filter { !folder.hasResult(of: $0) }
    guard !own.isEmpty else { return 0 }
    let work = try job.ready(in: folder)
    for task in own { try folder.keep(try work(task), of: task) }
    return own.count
  }
}
