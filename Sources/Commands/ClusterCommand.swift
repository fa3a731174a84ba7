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
  private static let launcher = KeyedArgument<Cluster.Launcher?>("launcher", .choice, "What starts work there.")
  private static let tasks = KeyedArgument(
    "tasks", .integer(1...10_000), "For slurm: number of workers.", usually: "8")
  private static let ranks = KeyedArgument(
    "ranks", .integer(1...10_000), "For mpi: number of workers.", usually: "one a processor")
  private static let partition = KeyedArgument("partition", .text, "For slurm: partition.", usually: "Slurm's default")
  private static let time = KeyedArgument(
    "time", .text, "For slurm: longest time of a worker, as \"00:20:00\".", usually: "the partition's limit")
  private static let memory = KeyedArgument(
    "memory", .text, "For slurm: memory of a worker, as 2G.", usually: "the partition's default")
  private static let account = KeyedArgument("account", .text, "For slurm: who pays.", usually: "the user's default")
  private static let processors = KeyedArgument(
    "processors", .integer(1...1024), "For slurm: processors of each worker.", default: 1)
  private static let hosts = KeyedArgument("hosts", .list(.text), "For mpi: machines.", usually: "this one")
  private static let before = KeyedArgument(
    "before", .text, "Line of shell to run before each worker, as \"module load gcc\".")
  private static let retries = KeyedArgument(
    "retries", .integer(0...100), "How often tasks that have failed are tried again.", default: 1)
  private static let folder = KeyedArgument(
    "folder", .path, "Folder of the job folders, which every machine sees.", usually: "jobs in the state folder")

  private static let ofSlurm: [any ArgumentKey] = [tasks, partition, time, memory, account, processors]
  private static let ofMPI: [any ArgumentKey] = [ranks, hosts]
  private static let ofBoth: [any ArgumentKey] = [before, retries, folder]

  static let declaration = CommandDeclaration(
    "cluster", "Names a place with more processors; alone it lists what this machine reaches.",
    discussion: """
      sweep and compare take cluster=NAME: their trainings are shared out among its workers, with the same bits as on one \
      machine. train takes it, too: the ranks of an MPI library share every mini-batch. Slurm runs the workers as an array of tasks, mpirun as ranks, on this machine or on hosts=. Workers need \
      whet at the same path and the folder of the job, and nothing else: what they learn from is in that folder. A \
      training that is done is never done twice: after an interrupt, a restart or a failure the same statement goes on. \
      forget takes the name away.
      """,
    positionals: [name],
    arguments: [
      launcher, tasks, partition, time, memory, account, processors, ranks, hosts, before, retries, folder,
    ],
    examples: [
      "cluster", "cluster lab launcher=slurm partition=short tasks=8 time=\"00:20:00\" memory=2G",
      "cluster here launcher=mpi ranks=4",
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
      try arguments.refuse(Self.ofMPI, belongingTo: "launcher=mpi") { key, _ in
        key == "hosts" ? "Slurm chooses the machines itself." : "Of Slurm it is tasks=."
      }
    case .mpi:
      try arguments.refuse(Self.ofSlurm, belongingTo: "launcher=slurm") { key, _ in "Leave \(key)= out." }
    case nil:
      let start = "Say what starts work there: cluster \(name?.word ?? "lab")"
      try arguments.refuse(Self.ofMPI, belongingTo: "launcher=mpi") { _, _ in "\(start) launcher=mpi" }
      try arguments.refuse(Self.ofSlurm, belongingTo: "launcher=slurm") { _, _ in "\(start) launcher=slurm" }
      try arguments.refuse(Self.ofBoth, belongingTo: "a launcher") { _, _ in "\(start) launcher=slurm" }
    }
  }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
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
      Rendering.text(Sentences.tell(.cluster(.launch(name.word, $0))).lines.joined(separator: "\n"))
    }
    return Rendering.stacked([ClustersView.facts(cluster, named: name.word)] + [remark].compactMap(\.self))
  }
}
