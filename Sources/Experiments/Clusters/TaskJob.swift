import Clusters
import Foundation
import RunStore

/// A job whose tasks need nothing of each other, so that workers share them out.
protocol TaskJob: JobDescription {
  /// How many tasks it has; each has a file for its result.
  var tasks: Int { get }

  /// Makes ready to do tasks, as a worker.
  ///
  /// - Parameter folder: The job folder, with the contents that were sent.
  /// - Returns: What does the task of a number, and answers its result.
  /// - Throws: `KeepingError`, `ExperimentError`.
  func ready(in folder: JobFolder) throws -> (_ task: Int) throws -> Data
}

/// The results of a job's tasks, joined as they come.
protocol TaskCollector {
  /// The job.
  var job: any TaskJob { get }
  /// How many of the things that were asked for are there, and how many there are: a task may have several.
  var done: Int { get }
  var count: Int { get }
  /// What one of them is called: "training".
  var noun: String { get }

  /// Takes a result, which is read as any file of others.
  ///
  /// - Returns: Whether it is the answer to what was asked.
  mutating func take(_ result: Data, of task: Int) -> Bool
}

/// The kinds of jobs there are, by the names that their descriptions begin with.
enum JobKind: String, Codable {
  case trials, features, clients

  /// The job of this kind.
  var job: any TaskJob.Type {
    switch self {
    case .trials: CandidateJob.self
    case .features: FeatureJob.self
    case .clients: ClientJob.self
    }
  }
}
