import CommandLanguage

/// What goes on beside a training and does not change what is learnt: files written on the way, threads, what is told.
struct LoopOptions: Sendable, Equatable, Codable {
  /// After every so many epochs of the network's life a checkpoint is written; nil for never.
  var checkpoint: Int?
  /// On how many threads the network trains; nil for one for every processor.
  var threads: Int?
  /// Whether every event is printed as a line.
  var logsBatches = false

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
    "threads", .integer(1...64), "Number of threads; by default one per processor. The result is the same.")
  static let log = KeyedArgument<Log?>(
    "log", .choice, "batches: prints every event under Core ML's names.", usually: Log.epochs.rawValue)

  /// What `train` takes for them.
  static let keys: [any ArgumentKey] = [checkpoint, threads, log]

  /// No checkpoints, all processors, no log.
  init() {}

  /// Reads them from a statement's arguments; what is left out is as it was before.
  init(_ arguments: Arguments, before: LoopOptions) {
    checkpoint = arguments[Self.checkpoint] ?? before.checkpoint
    threads = arguments[Self.threads] ?? before.threads
    logsBatches = arguments[Self.log].map { $0 == .batches } ?? before.logsBatches
  }
}
