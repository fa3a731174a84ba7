import Clusters
import CommandLanguage
import Experiments
import Figures
import Foundation
import Views
import Wording

/// `cluster lab launcher=slurm partition=short tasks=8 time="00:20:00" memory=2G`
struct ClusterCommand: Command {
  private static let name = PositionalArgument(optional: "name", .cluster, "Name of the cluster.")
  private static let launcher = KeyedArgument<Cluster.Launcher?>(
    "launcher", .choice, "Program that starts the workers.")
  private static let tasks = KeyedArgument(
    "tasks", .integer(1...10_000), "For slurm: number of workers.", usually: "8")
  private static let ranks = KeyedArgument(
    "ranks", .integer(1...10_000), "For mpi and local: number of workers.", usually: "one a processor")
  private static let partition = KeyedArgument("partition", .text, "For slurm: partition.", usually: "Slurm's default")
  private static let time = KeyedArgument(
    "time", .text, "For slurm: time limit of a worker, such as \"00:20:00\".", usually: "the partition's limit")
  private static let memory = KeyedArgument(
    "memory", .text, "For slurm: memory of a worker, such as 2G.", usually: "the partition's default")
  private static let account = KeyedArgument(
    "account", .text, "For slurm: account that is charged.", usually: "the user's default")
  private static let processors = KeyedArgument(
    "processors", .integer(1...1024), "For slurm: processors of each worker.", default: 1)
  private static let hosts = KeyedArgument("hosts", .list(.text), "For mpi: machines.", usually: "this one")
  private static let before = KeyedArgument(
    "before", .text, "Shell line to run before each worker, such as \"module load gcc\".")
  private static let retries = KeyedArgument(
    "retries", .integer(0...100), "Number of retries of a failed task.", default: 1)
  private static let folder = KeyedArgument(
    "folder", .path, "Folder for jobs that all machines can read and write.", usually: "jobs in the state folder")

  private static let ofSlurm: [any ArgumentKey] = [tasks, partition, time, memory, account, processors]
  private static let ofMPI: [any ArgumentKey] = [hosts]
  private static let ofRanks: [any ArgumentKey] = [ranks]
  private static let ofBoth: [any ArgumentKey] = [before, retries, folder]

  static let declaration = CommandDeclaration(
    "cluster", "Adds a cluster for sweep, compare and train; without a name, lists the clusters.",
    discussion: """
      sweep and compare take cluster=NAME: the workers of the cluster share their trainings, with the same bits as on \
      one machine. train takes cluster=, too: ranks share every mini-batch. With slurm, the workers are an array of \
      tasks; with mpi, mpirun starts them on this machine or on hosts=; with local, they are processes of this machine, \
      which needs nothing. Workers need whet at the same path and the job's folder, which holds everything they train on. No \
      training is repeated: after an interrupt, a restart or a failure, the same statement continues. forget removes \
      the name.
      """,
    positionals: [name],
    arguments: [
      launcher, tasks, partition, time, memory, account, processors, ranks, hosts, before, retries, folder,
    ],
    examples: [
      "cluster", "cluster lab launcher=slurm partition=short tasks=8 time=\"00:20:00\" memory=2G",
      "cluster here launcher=local ranks=2", "cluster some launcher=mpi ranks=4",
    ])

  private let arguments: Arguments
  private let name: CheckedValue?
  private let launcher: Cluster.Launcher?

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.name]
    launcher = arguments[Self.launcher]
    if let name {
      guard Name.isGood(name.word), Int(name.word) == nil, !name.word.contains(".") else {
        throw Diagnostic(.badName(name.word), at: name.span)
      }
    }
    switch launcher {
    case .slurm:
      try arguments.refuse(Self.ofMPI, belongingTo: "launcher=mpi") { _, _ in "Slurm chooses the machines itself." }
      try arguments.refuse(Self.ofRanks, belongingTo: "launcher=mpi") { _, _ in "Of Slurm it is tasks=." }
    case .mpi, .local:
      try arguments.refuse(Self.ofSlurm, belongingTo: "launcher=slurm") { key, _ in "Leave \(key)= out." }
      guard launcher == .local else { return }
      try arguments.refuse(Self.ofMPI, belongingTo: "launcher=mpi") { key, _ in "Leave \(key)= out." }
    case nil:
      let start = "Add a launcher: cluster \(name?.word ?? "lab")"
      try arguments.refuse(Self.ofMPI + Self.ofRanks, belongingTo: "launcher=mpi") { _, _ in "\(start) launcher=mpi" }
      try arguments.refuse(Self.ofSlurm, belongingTo: "launcher=slurm") { _, _ in "\(start) launcher=slurm" }
      try arguments.refuse(Self.ofBoth, belongingTo: "a launcher") { _, _ in "\(start) launcher=slurm" }
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    guard let name else {
      return ClustersView(
        clusters: workspace.clusters.clusters, launchers: Cluster.Launcher.allCases.map(LauncherAvailability.init)
      ).rendering
    }
    guard let launcher else {
      guard let cluster = workspace.clusters.clusters[name.word] else {
        throw Diagnostic(
          .experiment(.cluster(.unknown(name.word, known: workspace.clusters.clusters.keys.sorted()))), at: name.span)
      }
      return ClustersView.facts(cluster, named: name.word)
    }
    let workers =
      launcher == .slurm
      ? arguments[Self.tasks] ?? 8 : arguments[Self.ranks] ?? ProcessInfo.processInfo.activeProcessorCount
    let cluster = Cluster(
      launcher: launcher, tasks: workers,
      partition: arguments[Self.partition]?.word, time: arguments[Self.time]?.word,
      memory: arguments[Self.memory]?.word, account: arguments[Self.account]?.word,
      processors: arguments[Self.processors], before: arguments[Self.before]?.word,
      hosts: (arguments[Self.hosts] ?? []).map(\.word), retries: arguments[Self.retries],
      folder: arguments[Self.folder].map { workspace.files.destination($0.word).path(percentEncoded: false) })
    workspace.clusters.name(cluster, name.word)
    let availability = LauncherAvailability(of: launcher)
    let remark = availability.trouble.map {
      Rendering.text(DiagnosticTexts.text(of: .cluster(.launch(name.word, $0))).lines.joined(separator: "\n"))
    }
    return Rendering.stacked([ClustersView.facts(cluster, named: name.word)] + [remark].compactMap(\.self))
  }
}
