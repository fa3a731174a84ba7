import Clusters
import Experiments
import Foundation

/// `whet work FOLDER [--task N --of M | --ranks N]`: a worker of a cluster's job.
enum WorkCommand {
  static let subcommand = Subcommand(
    name: "work", usage: "FOLDER [--task N --of M | --ranks N]",
    summary: "Does a worker's share of a cluster's job. Slurm and mpirun call it.",
    details: """
      FOLDER is a job folder, as cluster= makes it in the state folder. --task is the number of the worker, from 0, and --of how \
      many there are; a rank knows both. Tasks that have a result are left out. With --ranks it is one of so many \
      processes that share a training, which a launcher has started. The exit code is 1 where a task could not be done.
      """,
    run: run)

  private static func run(_ words: [String]) throws -> Int32 {
    var (folder, task, count, ranks): (String?, Int?, Int?, Int?) = (nil, nil, nil, nil)
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--task", "--of", "--ranks":
        guard let value = rest.popFirst() else { throw UsageError.missingValue(option: word) }
        guard let number = Int(value), number >= 0 else { throw UsageError.unexpected(value) }
        switch word {
        case "--task": task = number
        case "--of": count = number
        default: ranks = number
        }
      case let option where option.hasPrefix("-"): throw UsageError.unknownOption(option)
      default:
        guard folder == nil else { throw UsageError.unexpected(word) }
        folder = word
      }
    }
    guard let folder else { throw UsageError.missingFolder }
    let machine = ProcessInfo.processInfo
    if let threads = WorkerShare.threads(by: machine.environment, processors: machine.activeProcessorCount) {
      TaskWorker.limitThreads(to: threads)
    }
    let job = JobFolder(URL(filePath: folder, directoryHint: .isDirectory))
    if let ranks {
      guard task == nil, count == nil else { throw UsageError.unexpected("--ranks") }
      try train(job, ranks: ranks)
    } else {
      try TaskWorker(job, share: try share(task, of: count)).run()
    }
    return 0
  }

  /// Trains as one of the ranks that `mpirun` or `srun` has started; alone where it is none.
  private static func train(_ job: JobFolder, ranks: Int) throws {
    guard let group = try group(in: job) else { return try RankWorker(job, OneRank(), of: ranks).run() }
    do { try RankWorker(job, RankGroup(group), of: ranks).run() } catch {
      // The others would wait for this one, and ending them ends it before it could say why.
      FileHandle.standardError.write(Data("Rank \(group.rank): \(ProgramMessages.sentence(error))\n".utf8))
      group.abort()
      throw error
    }
    group.leave()
  }

  /// The other ranks, as far as the launcher has started some.
  private static func group(in job: JobFolder) throws -> (any ProcessGroup)? {
    let environment = ProcessInfo.processInfo.environment
    if let place = LocalRanks.Place(by: environment) { return try LocalRanks(place, in: job) }
    return try MessagePassing.Library(by: environment).map { try MessagePassing($0) }
  }

  private static func share(_ task: Int?, of count: Int?) throws(UsageError) -> WorkerShare {
    if let task {
      guard let count else { throw .missingOption("--of") }
      guard task < count else { throw .unexpected("\(task)") }
      return WorkerShare(number: task, of: count)
    }
    if let share = WorkerShare(rankOf: ProcessInfo.processInfo.environment, of: count) { return share }
    guard count ?? 1 == 1 else { throw .missingOption("--task") }
    return WorkerShare(number: 0, of: 1)
  }
}
