import Foundation

/// Which tasks of a job folder the workers of a submission share out: what a lost worker has left is then shared by all.
///
///     wanted  the numbers of the tasks
public struct WantedTasks: Sendable, Equatable {
  private let job: JobFolder

  /// Those of a folder.
  public init(_ job: JobFolder) { self.job = job }

  /// The tasks; nil where all are wanted.
  public var numbers: [Int]? {
    (try? job.read("wanted")).flatMap { try? JSONDecoder().decode([Int].self, from: $0) }
  }

  /// Notes which tasks the next submission is to do.
  ///
  /// - Throws: `ClusterError.folder`.
  public func note(_ tasks: [Int]) throws(ClusterError) {
    // Numbers: this cannot fail.
    try job.write((try? JSONEncoder().encode(tasks)) ?? Data(), as: "wanted")
  }
}
