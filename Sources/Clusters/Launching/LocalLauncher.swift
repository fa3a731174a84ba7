import Foundation

/// Processes of this machine, which the shell starts: they share out tasks, or are the ranks of one training. They go on when the
/// kernel ends.
struct LocalLauncher: JobLauncher {
  private let cluster: Cluster
  private let program: String
  private let shell: OutsideProgram

  /// Finds the shell.
  ///
  /// - Throws: `ClusterError.missingProgram`.
  init(_ cluster: Cluster, program: String) throws(ClusterError) {
    (self.cluster, self.program) = (cluster, program)
    _ = try OutsideProgram("setsid", packages: Cluster.packages(of: .local))
    shell = try OutsideProgram("sh", packages: ["dash"])
  }

  /// What the shell does in a process group of its own.
  func script(_ folder: JobFolder, attempt: Int, ranks: Int? = nil) -> String {
    let count = ranks ?? cluster.tasks
    let work = [program, "work", folder.path, ranks == nil ? "--of" : "--ranks", "\(count)"].map(\.quotedForShell)
    let lines = [cluster.before, "exec \(work.joined(separator: " "))"].compactMap(\.self).joined(separator: "\n")
    // Where a rank is lost, the others end, too.
    let rest = ranks == nil ? "" : " || kill -s TERM 0"
    return """
      number=0
      while [ $number -lt \(count) ]; do
        { WHET_LOCAL_GROUP=$$ WHET_LOCAL_RANK=$number WHET_LOCAL_SIZE=\(count) sh -c \(lines.quotedForShell) </dev/null \
          >\(folder.outputPath(attempt: attempt, worker: "").quotedForShell)$number 2>&1\(rest); } &
        number=$((number + 1))
      done
      wait
      """
  }

  func submit(_ folder: JobFolder, ranks: Int?, attempt: Int) throws(ClusterError) -> JobFolder.Submission {
    let words = script(folder, attempt: attempt, ranks: ranks).quotedForShell
    let answer = try shell.succeed(["-c", "cd /\nsetsid sh -c \(words) </dev/null >/dev/null 2>&1 &\necho $!\n"])
    guard let number = Int(answer.trimmed) else { throw .program(shell.name, said: answer) }
    return JobFolder.Submission(
      number: number, start: LocalProcess.start(of: number) ?? 0, launcher: .local, attempt: attempt,
      workers: ranks ?? cluster.tasks, areRanks: ranks != nil)
  }

  func status(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStatus {
    LocalProcess.status(of: submission)
  }

  func cancel(_ submission: JobFolder.Submission) { LocalProcess.end(submission, first: -pid_t(submission.number)) }

  func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure {
    TaskFailure(
      worker: worker, node: nil, reason: nil,
      printed: folder.printed(attempt: submission.attempt, worker: "\(worker)"))
  }
}
