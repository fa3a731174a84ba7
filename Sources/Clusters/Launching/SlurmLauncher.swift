import Foundation

/// Slurm: a job is an array, a worker one of its elements; or it is one training, whose ranks `srun` starts.
///
/// Source: the manual pages of sbatch, srun, squeue, scontrol and scancel (Slurm 22.05).
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

  /// What `sbatch` is told, and the script it reads: an array of workers, or the ranks of one training.
  func order(_ folder: JobFolder, attempt: Int, ranks: Int? = nil) -> (arguments: [String], script: String) {
    let (place, output) = ranks.map { ("--ntasks=\($0)", "all") } ?? ("--array=0-\(cluster.tasks - 1)", "%a")
    var arguments = [
      "--parsable", place, "--job-name=whet", "--chdir=\(folder.path)",
      "--output=\(folder.outputPath(attempt: attempt, worker: output))", "--cpus-per-task=\(cluster.processors)",
      "--no-requeue", "--export=ALL",
    ]
    if let partition = cluster.partition { arguments.append("--partition=\(partition)") }
    if let time = cluster.time { arguments.append("--time=\(time)") }
    if let memory = cluster.memory { arguments.append("--mem=\(memory)") }
    if let account = cluster.account { arguments.append("--account=\(account)") }
    let work = "\(program.quotedForShell) work \(folder.path.quotedForShell)"
    // A step of a job does not inherit the processors of its tasks. Where a rank is lost, the others end, too.
    let run = ranks.map {
      "srun --mpi=pmi2 --ntasks=\($0) --cpus-per-task=\(cluster.processors) --kill-on-bad-exit=1 \(work) --ranks \($0)"
    }
    let script = [
      "#!/bin/sh", cluster.before,
      "exec " + (run ?? "\(work) --task \"$SLURM_ARRAY_TASK_ID\" --of \(cluster.tasks)"),
    ]
    return (arguments, script.compactMap(\.self).joined(separator: "\n") + "\n")
  }

  func submit(_ folder: JobFolder, ranks: Int?, attempt: Int) throws(ClusterError) -> JobFolder.Submission {
    if let ranks { try checkProcessors(for: ranks) }
    let (arguments, script) = order(folder, attempt: attempt, ranks: ranks)
    let answer = try sbatch.succeed(arguments, input: script)
    // 123, or 123;cluster.
    guard let number = answer.split(whereSeparator: { $0 == ";" || $0.isWhitespace }).first.flatMap({ Int($0) }) else {
      throw .program(sbatch.name, said: answer)
    }
    return JobFolder.Submission(
      number: number, launcher: .slurm, attempt: attempt, workers: ranks ?? cluster.tasks, areRanks: ranks != nil)
  }

  /// Refuses ranks that no machines could ever hold: Slurm lets them wait.
  private func checkProcessors(for ranks: Int) throws(ClusterError) {
    let place = cluster.partition.map { ["--partition=\($0)"] } ?? []
    guard let sinfo = try? OutsideProgram("sinfo", packages: Cluster.packages(of: .slurm)),
      let answer = try? sinfo.succeed(["--noheader", "--format=%P|%C"] + place, within: 10),
      let there = Self.processors(answer, of: cluster.partition), there < ranks * cluster.processors
    else { return }
    throw .fewProcessors(ranks: ranks, each: cluster.processors, there: there)
  }

  /// How many processors a partition has, of lines such as `short*|1/3/0/4`: allocated, idle, others, all; nil where that is not
  /// said.
  ///
  /// - Parameters:
  ///   - text: What `sinfo` says.
  ///   - partition: The partition; nil for the default one, which has an asterisk.
  /// - Returns: Their number.
  static func processors(_ text: String, of partition: String?) -> Int? {
    let counts = text.split(whereSeparator: \.isNewline).compactMap { line -> Int? in
      let fields = line.split(separator: "|").map { String($0).trimmed }
      guard fields.count == 2, partition != nil || fields[0].hasSuffix("*") else { return nil }
      return fields[1].split(separator: "/").last.flatMap { Int($0) }
    }
    return counts.isEmpty ? nil : counts.reduce(0, +)
  }

  func status(of submission: JobFolder.Submission) throws(ClusterError) -> WorkerStatus {
    let answer = try squeue.run(
      ["--noheader", "--array", "--jobs=\(submission.number)", "--format=%T|%r"], within: 20)
    guard answer.code == 0 else {
      // Slurm has forgotten a job that ended some minutes ago.
      if answer.errors.contains("Invalid job id") { return .ended }
      throw .program(squeue.name, said: answer.errors.trimmed)
    }
    let elements = Self.status(answer.output)
    guard submission.areRanks == true else { return elements }
    // One job holds them all.
    return WorkerStatus(
      waiting: elements.waiting * submission.workers, running: elements.running * submission.workers,
      reason: elements.reason)
  }

  /// How the elements of an array stand, a state and its reason a line.
  static func status(_ states: String) -> WorkerStatus {
    var (waiting, running, reason) = (0, 0, String?.none)
    for line in states.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: "|").map { String($0).trimmed }
      switch fields.first ?? "" {
      case "PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD":
        waiting += 1
        reason = reason ?? fields.dropFirst().first.flatMap { $0 == "None" ? nil : $0 }
      case "RUNNING", "CONFIGURING", "COMPLETING", "RESIZING", "SIGNALING", "STAGE_OUT", "STOPPED", "SUSPENDED":
        running += 1
      default: continue  // It has ended, and is listed a little longer.
      }
    }
    return WorkerStatus(waiting: waiting, running: running, reason: reason)
  }

  func cancel(_ submission: JobFolder.Submission) { _ = try? scancel.run(["\(submission.number)"], within: 20) }

  func failure(of worker: Int, in submission: JobFolder.Submission, _ folder: JobFolder) -> TaskFailure {
    let areRanks = submission.areRanks == true
    let job = areRanks ? "\(submission.number)" : "\(submission.number)_\(worker)"
    let known = (try? scontrol.succeed(["show", "job", job], within: 20)) ?? ""
    let facts = Self.facts(known)
    return TaskFailure(
      worker: worker, node: facts["NodeList"].flatMap { $0 == "(null)" ? nil : $0 },
      reason: facts["JobState"].map { state in
        let code = facts["ExitCode"].flatMap { $0 == "0:0" ? nil : " (exit code \($0))" } ?? ""
        return state + code
      },
      printed: folder.printed(attempt: submission.attempt, worker: areRanks ? "all" : "\(worker)"))
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
