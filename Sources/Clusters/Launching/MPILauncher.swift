import Foundation

/// `mpirun`, of Open MPI or MPICH: a worker is a rank. It goes on when the kernel ends.
///
/// Ranks that only share out tasks exchange nothing, so no MPI library is opened: `mpirun` places them, and tells each its
/// number by its environment. Those of one training open the library that their `mpirun` belongs to.
struct MPILauncher: JobLauncher {
  private let cluster: Cluster
  private let program: String
  private let mpirun: OutsideProgram, shell: OutsideProgram

  /// Finds `mpirun`.
  ///
  /// - Throws: `ClusterError.missingProgram`.
  init(_ cluster: Cluster, program: String) throws(ClusterError) {
    (self.cluster, self.program) = (cluster, program)
    mpirun = try OutsideProgram("mpirun", packages: Cluster.packages(of: .mpi))
    shell = try OutsideProgram("sh", packages: ["dash"])
  }

  /// Which MPI an `mpirun` belongs to: they are told of hosts in unlike ways.
  enum Kind: Sendable, Equatable {
    case openMPI, mpich

    /// Reads what `mpirun --version` says.
    init(version: String) { self = version.contains("Open MPI") ? .openMPI : .mpich }
  }

  /// What `mpirun` is told: to start workers that share out tasks, or the ranks of one training.
  func order(_ folder: JobFolder, _ kind: Kind, ranks: Int? = nil) -> [String] {
    let count = ranks ?? cluster.tasks
    var arguments = ["-n", "\(count)"]
    // A worker has threads of its own: bound to one core they would wait for each other.
    if kind == .openMPI { arguments += ["--oversubscribe", "--bind-to", "none"] }
    if !cluster.hosts.isEmpty {
      arguments += [kind == .openMPI ? "--host" : "-hosts", cluster.hosts.joined(separator: ",")]
    }
    let work = [program, "work", folder.path] + [ranks == nil ? "--of" : "--ranks", "\(count)"]
    guard let before = cluster.before else { return arguments + work }
    return arguments + ["sh", "-c", "\(before)\nexec \(work.map(\.quotedForShell).joined(separator: " "))"]
  }

  func submit(_ folder: JobFolder, ranks: Int?, attempt: Int) throws(ClusterError) -> JobFolder.Submission {
    let kind = Kind(version: try mpirun.succeed(["--version"]))
    let words = ([mpirun.path] + order(folder, kind, ranks: ranks)).map(\.quotedForShell).joined(separator: " ")
    let output = folder.outputPath(attempt: attempt, worker: "all").quotedForShell
    // Open MPI asks the superuser whether that is meant.
    let mayBeRoot = "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
    let script = "cd / && \(mayBeRoot) setsid \(words) </dev/null >\(output) 2>&1 &\necho $!\n"
    let answer = try shell.succeed(["-c", script])
    guard let number = Int(answer.trimmed) else {
      throw .program(mpirun.name, said: answer)
    }
    return JobFolder.Submission(
      number: number, start: LocalProcess.start(of: number) ?? 0, launcher: .mpi, attempt: attempt,
      workers: ranks ?? cluster.tasks, areRanks: ranks != nil)
  }

  func status(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStatus {
    LocalProcess.status(of: submission)
  }

  /// It hands the signal on to its ranks.
  func cancel(_ submission: JobFolder.Submission) { LocalProcess.end(submission, first: pid_t(submission.number)) }

  func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure {
    TaskFailure(
      worker: worker, node: nil, reason: nil, printed: folder.printed(attempt: submission.attempt, worker: "all"))
  }
}
