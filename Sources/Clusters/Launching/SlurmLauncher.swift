import Foundation

/// Slurm: a job is an array, a worker one of its elements.
///
/// Source: the manual pages of sbatch, squeue, scontrol and scancel (Slurm 22.05).
struct SlurmLauncher: JobLauncher {
  private let cluster: Cluster
  private let program: String
  private let sbatch: OutsideProgram, squeue: OutsideProgram, scancel: OutsideProgram, scontrol: OutsideProgram

  /// Finds Slurm's commands.
  ///
  /// - Throws: `ClusterError.missingProgram`.
  init(_ cluster: Cluster, program: String) throws(ClusterError) {
    (self.cluster, self.program) = (cluster, program)
    let packages = Cluster.packages(of: .slurm)
    sbatch = try OutsideProgram("sbatch", packages: packages)
    squeue = try OutsideProgram("squeue", packages: packages)
    scancel = try OutsideProgram("scancel", packages: packages)
    scontrol = try OutsideProgram("scontrol", packages: packages)
  }

  /// What `sbatch` is told, and the script it reads.
  func order(_ folder: JobFolder, attempt: Int) -> (arguments: [String], script: String) {
    var arguments = [
      "--parsable", "--array=0-\(cluster.tasks - 1)", "--job-name=whet", "--chdir=\(folder.path)",
      "--output=\(folder.outputPath(attempt: attempt, worker: "%a"))", "--cpus-per-task=\(cluster.processors)",
      "--no-requeue", "--export=ALL",
    ]
    if let partition = cluster.partition { arguments.append("--partition=\(partition)") }
    if let time = cluster.time { arguments.append("--time=\(time)") }
    if let memory = cluster.memory { arguments.append("--mem=\(memory)") }
    if let account = cluster.account { arguments.append("--account=\(account)") }
    let work = "exec \(program.quotedForShell) work \(folder.path.quotedForShell)"
    let script = ["#!/bin/sh", cluster.before, "\(work) --task \"$SLURM_ARRAY_TASK_ID\" --of \(cluster.tasks)"]
    return (arguments, script.compactMap(\.self).joined(separator: "\n") + "\n")
  }

  func submit(_ folder: JobFolder, attempt: Int) throws(ClusterError) -> JobFolder.Submission {
    let (arguments, script) = order(folder, attempt: attempt)
    let answer = try sbatch.succeed(arguments, input: script)
    // 123, or 123;cluster.
    guard let number = answer.split(whereSeparator: { $0 == ";" || $0.isWhitespace }).first.flatMap({ Int($0) }) else {
      throw .program(sbatch.name, said: answer)
    }
    return JobFolder.Submission(number: number, launcher: .slurm, attempt: attempt, workers: cluster.tasks)
  }

  func standing(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStanding {
    let answer = try squeue.run(
      ["--noheader", "--array", "--jobs=\(submission.number)", "--format=%T"], within: 20)
    guard answer.code == 0 else {
      // Slurm has forgotten a job that ended some minutes ago.
      if answer.errors.contains("Invalid job id") { return .ended }
      throw .program(squeue.name, said: answer.errors.trimmed)
    }
    return Self.standing(answer.output)
  }

  /// How the elements of an array stand, a state a line.
  static func standing(_ states: String) -> WorkerStanding {
    var (waiting, running) = (0, 0)
    for state in states.split(whereSeparator: \.isNewline) {
      switch String(state).trimmed {
      case "PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD": waiting += 1
      case "RUNNING", "CONFIGURING", "COMPLETING", "RESIZING", "SIGNALING", "STAGE_OUT", "STOPPED", "SUSPENDED":
        running += 1
      default: continue  // It has ended, and is listed a little longer.
      }
    }
    return WorkerStanding(waiting: waiting, running: running)
  }

  func cancel(_ submission: JobFolder.Submission) { _ = try? scancel.run(["\(submission.number)"], within: 20) }

  func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure {
    let known = (try? scontrol.succeed(["show", "job", "\(submission.number)_\(worker)"], within: 20)) ?? ""
    let facts = Self.facts(known)
    return TaskFailure(
      worker: worker, node: facts["NodeList"].flatMap { $0 == "(null)" ? nil : $0 },
      reason: facts["JobState"].map { state in
        let code = facts["ExitCode"].flatMap { $0 == "0:0" ? nil : " (exit code \($0))" } ?? ""
        return state + code
      },
      printed: folder.printed(attempt: submission.attempt, worker: worker))
  }

  /// What `scontrol show job` says, by its keys.
  static func facts(_ text: String) -> [String: String] {
    let pairs = text.split(whereSeparator: \.isWhitespace).compactMap { word -> (String, String)? in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
