import Clusters
import Experiments
import Foundation

/// `whet work FOLDER [--task N --of M]`: a worker of a cluster's job.
enum WorkCommand {
  static let subcommand = Subcommand(
    name: "work", usage: "FOLDER [--task N --of M]",
    summary: "Does a worker's share of a cluster's job. Slurm and mpirun call it.",
    details: """
      FOLDER is a job folder, as cluster= makes it in the state folder. --task is the number of the worker, from 0, and --of how \
      many there are; a rank of mpirun knows both. Tasks that have a result are left out. The exit code is 1 where a task \
      could not be done.
      """,
    run: run)

  private static func run(_ words: [String]) throws -> Int32 {
    var (folder, task, count): (String?, Int?, Int?) = (nil, nil, nil)
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--task", "--of":
        guard let value = rest.popFirst() else { throw UsageError.missingValue(option: word) }
        guard let number = Int(value), number >= 0 else { throw UsageError.unexpected(value) }
        if word == "--task" { task = number } else { count = number }
      case let option where option.hasPrefix("-"): throw UsageError.unknownOption(option)
      default:
        guard folder == nil else { throw UsageError.unexpected(word) }
        folder = word
      }
    }
    guard let folder else { throw UsageError.missingFolder }
    let machine = ProcessInfo.processInfo
    if let threads = WorkerShare.threads(by: machine.environment, processors: machine.activeProcessorCount) {
      TrialWorker.limitThreads(to: threads)
    }
    try TrialWorker(
      JobFolder(URL(filePath: folder, directoryHint: .isDirectory)), share: try share(task, of: count)
    ).run()
    return 0
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
