/// What starts the workers of a job, and knows how they stand.
public protocol JobLauncher: Sendable {
  /// Starts work on a job folder.
  ///
  /// - Parameters:
  ///   - folder: The job folder, which the workers see at the same path.
  ///   - ranks: How many processes share one training and wait for each other; nil for workers that share out tasks.
  ///   - attempt: Which submission of the folder it is, from 0.
  /// - Returns: By what it is known from now on.
  /// - Throws: `ClusterError`.
  func submit(_ folder: JobFolder, ranks: Int?, attempt: Int) throws(ClusterError) -> JobFolder.Submission

  /// How a submission stands.
  ///
  /// - Throws: `ClusterError.program` where the launcher does not say, for example while it is restarted.
  func status(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStatus

  /// Ends a submission.
  func cancel(_ submission: JobFolder.Submission)

  /// What is known of a worker that has ended without its results.
  func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure
}

/// How a submission stands.
public struct WorkerStatus: Sendable, Equatable {
  /// How many of its workers wait for a machine, and how many work.
  public let waiting: Int, running: Int
  /// Why they wait, in the launcher's words, such as `Resources`; nil where none does, or that is not known.
  public let reason: String?

  /// Counts workers.
  public init(waiting: Int, running: Int, reason: String? = nil) {
    (self.waiting, self.running, self.reason) = (waiting, running, waiting > 0 ? reason : nil)
  }

  /// Whether none of its workers will do anything more.
  public var hasEnded: Bool { waiting + running == 0 }

  /// That of a submission that has ended.
  public static let ended = WorkerStatus(waiting: 0, running: 0)
}

extension Cluster {
  /// What starts work there.
  ///
  /// - Parameter program: The path of this program, which every machine has at the same place.
  /// - Returns: Its launcher.
  /// - Throws: `ClusterError.missingProgram`.
  public func jobLauncher(program: String) throws(ClusterError) -> any JobLauncher {
    switch launcher {
    case .slurm: try SlurmLauncher(self, program: program)
    case .mpi: try MPILauncher(self, program: program)
    case .local: try LocalLauncher(self, program: program)
    }
  }
}

extension String {
  /// The text as one word of a shell.
  var quotedForShell: String { "'\(replacing("'", with: "'\\''"))'" }
}
