/// What goes on beside a training and does not change what is learnt: files written on the way, threads, what is told.
struct LoopOptions: Sendable, Equatable, Codable {
  /// After every so many epochs of the network's life a checkpoint is written; nil for never.
  var checkpoint: Int?
  /// On how many threads the network trains; nil for one for every processor.
  var threads: Int?
  /// Whether every event is printed as a line.
  var logsBatches = false

  /// What `train` takes for them.
  static let declarations = [
    ArgumentDeclaration(
      "checkpoint", .integer(1...1_000_000),
      "After every so many epochs, writes checkpoints/NAME-EPOCH.mlmodel; load it, and train goes on from there."),
    ArgumentDeclaration(
      "threads", .integer(1...64), "How many threads work; one for every processor unless said, to the same result."),
    ArgumentDeclaration(
      "log", .choice(["epochs", "batches"]), "With batches, every event is printed, under Core ML's names.",
      default: "epochs"),
  ]

  /// No checkpoints, all processors, no log.
  init() {}

  /// Reads them from a statement's arguments; what is left out is as it was before.
  init(_ arguments: Arguments, before: LoopOptions) {
    checkpoint = arguments.integer("checkpoint") ?? before.checkpoint
    threads = arguments.integer("threads") ?? before.threads
    logsBatches = arguments.word("log").map { $0 == "batches" } ?? before.logsBatches
  }
}
