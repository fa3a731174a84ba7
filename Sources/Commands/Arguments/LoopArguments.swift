import CommandLanguage
import Experiments

/// The arguments by which the loop of a training is set.
enum LoopArguments {
  /// What is told of a training.
  enum Log: String, CaseIterable {
    /// A line for each epoch.
    case epochs
    /// A line for each event, under Core ML's names.
    case batches
  }

  static let checkpoint = KeyedArgument(
    "checkpoint", .integer(1...1_000_000), "Epochs between checkpoints, written to checkpoints/NAME-EPOCH.mlmodel.")
  static let threads = KeyedArgument(
    "threads", .integer(1...64), "Number of threads; by default one per processor. Results do not depend on it.")
  static let log = KeyedArgument<Log?>(
    "log", .choice, "Events printed: one per epoch, or all of Core ML's events.", usually: Log.epochs.rawValue)

  static let cluster = KeyedArgument(
    "cluster", .cluster, "Cluster whose ranks share every mini-batch.", usually: "this machine")
  static let ranks = KeyedArgument(
    "ranks", .integer(1...10_000), "With cluster=: number of processes.", usually: "the cluster's workers")

  /// What `train` takes for them.
  static let keys: [any ArgumentKey] = [checkpoint, threads, log, cluster, ranks]
}

extension LoopOptions {
  /// Reads them from a statement's arguments; what is left out is as it was before.
  init(_ arguments: Arguments, before: LoopOptions) {
    self.init()
    checkpoint = arguments[LoopArguments.checkpoint] ?? before.checkpoint
    threads = arguments[LoopArguments.threads] ?? before.threads
    logsBatches = arguments[LoopArguments.log].map { $0 == .batches } ?? before.logsBatches
    guard let cluster = arguments[LoopArguments.cluster]?.word else { return }
    ranks = RankPlace(cluster: cluster, count: arguments[LoopArguments.ranks], after: before.ranks)
  }
}
