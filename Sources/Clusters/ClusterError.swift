/// What can be the matter with a cluster, or with a job on it.
public enum ClusterError: Error, Sendable, Equatable {
  /// A program that is needed is not on this machine.
  case missingProgram(String, packages: [String])
  /// A library that is needed cannot be loaded here, and what the system said of it.
  case missingLibrary(String, said: String, packages: [String])
  /// So many ranks of so many processors each would wait for ever: there are not so many processors.
  case fewProcessors(ranks: Int, each: Int, there: Int)
  /// The processes of a training do not come together.
  case ranks(said: String)
  /// A program answered with an error, or not within its time.
  case program(String, said: String)
  /// The job folder cannot be made, read or written.
  case folder(path: String, code: Int32)
  /// A job folder, or a file in it, that is not what it should be.
  case damaged(path: String)
  /// A job that another version of the engine made, or one with another arithmetic.
  case otherEngine(job: String, here: String)
}

/// What is known of a task that has no result.
public struct TaskFailure: Sendable, Equatable {
  /// Which worker had it, from 0.
  public let worker: Int
  /// The machine it ran on; nil where that is not known.
  public let node: String?
  /// Why it ended, in the launcher's words, such as `TIMEOUT`; nil where that is not known.
  public let reason: String?
  /// The end of what it printed.
  public let printed: String

  /// Puts it together.
  public init(worker: Int, node: String?, reason: String?, printed: String) {
    (self.worker, self.node, self.reason, self.printed) = (worker, node, reason, printed)
  }
}
